// The entries of a menu.
import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../cx.ts';
import { ChevronIcon } from '../icons/icons.tsx';
import styles from './Menu.module.css';

interface MenuEntry {
  key: string;
  label: string;
  Icon?: ComponentType;
}

export interface MenuAction extends MenuEntry {
  danger?: boolean;
  /** What the action does, on a second line. */
  hint?: string | undefined;
  /** The keyboard shortcut of the same action. */
  shortcut?: string;
  onSelect(): void;
}

interface Submenu extends MenuEntry {
  items: readonly MenuAction[];
}

export type MenuItem = MenuAction | Submenu;

export interface MenuClosing {
  onClose(): void;
  /** Returns the element that had the focus before the menu opened. */
  returnFocusTo(): HTMLElement | null;
}

interface MenuItemsProps extends MenuClosing {
  items: readonly MenuItem[];
}

/**
 * Runs the action of a clicked entry after the menu has closed and the focus is restored: a focus that the action sets
 * therefore stays, and a dialog that it opens returns the focus to the right element.
 */
export function closeAndRun(
  event: Parameters<NonNullable<Base.Item.Props['onClick']>>[0],
  { onClose, returnFocusTo }: MenuClosing,
  onSelect: () => void,
): void {
  event.preventBaseUIHandler(); // Base UI's handler would close the menu later, and focus the clicked entry
  flushSync(onClose);
  returnFocusTo()?.focus({ preventScroll: true });
  onSelect();
}

/** Renders one entry for each item; one with `items` opens a submenu. */
export function MenuItems({ items, onClose, returnFocusTo }: MenuItemsProps) {
  return items.map((item) => {
    const { key, label, Icon } = item;
    if ('items' in item)
      return (
        <Base.SubmenuRoot key={key}>
          <Base.SubmenuTrigger className={styles.item} label={label}>
            {Icon && <Icon />}
            {label}
            <span className={styles.more}>
              <ChevronIcon />
            </span>
          </Base.SubmenuTrigger>
          <Base.Portal>
            <Base.Positioner className={styles.positioner} alignOffset={-5} collisionPadding={8}>
              <Base.Popup className={styles.popup} aria-label={label}>
                <MenuItems items={item.items} onClose={onClose} returnFocusTo={returnFocusTo} />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.SubmenuRoot>
      );
    const { danger, hint, shortcut, onSelect } = item;
    return (
      <Base.Item
        key={key}
        className={cx(styles.item, danger && styles.danger)}
        label={label}
        aria-description={hint}
        onClick={(event) => closeAndRun(event, { onClose, returnFocusTo }, onSelect)}
      >
        {Icon && <Icon />}
        {hint ? (
          <span className={styles.text}>
            {label}
            <span className={styles.hint} aria-hidden="true">
              {hint}
            </span>
          </span>
        ) : (
          label
        )}
        {shortcut && (
          <kbd className={styles.shortcut} aria-hidden="true">
            {shortcut}
          </kbd>
        )}
      </Base.Item>
    );
  });
}

/** Returns the element to focus when a menu has faded out; false if the focus has moved elsewhere meanwhile. */
export function finalFocus(returnFocusTo: () => HTMLElement | null): HTMLElement | false {
  const active = document.activeElement;
  const isHere = active === document.body || active?.closest('[role="menu"]');
  return isHere ? (returnFocusTo() ?? false) : false;
}
