// The entries of a menu.
import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../cx.ts';
import styles from './Menu.module.css';

export interface MenuItem {
  key: string;
  label: string;
  Icon?: ComponentType;
  danger?: boolean;
  /** The keyboard shortcut of the same action. */
  shortcut?: string;
  onSelect(): void;
}

interface MenuItemsProps {
  items: readonly MenuItem[];
  onClose(): void;
  /** Returns the element that had the focus before the menu opened. */
  returnFocusTo(): HTMLElement | null;
}

/**
 * Renders one entry for each item. The action runs after the menu has closed and the focus is restored: a focus that
 * the action sets therefore stays, and a dialog that it opens returns the focus to the right element.
 */
export function MenuItems({ items, onClose, returnFocusTo }: MenuItemsProps) {
  const choose = (event: Parameters<NonNullable<Base.Item.Props['onClick']>>[0], onSelect: () => void) => {
    event.preventBaseUIHandler(); // Base UI's handler would close the menu later, and focus the clicked entry
    flushSync(onClose);
    returnFocusTo()?.focus({ preventScroll: true });
    onSelect();
  };
  return items.map(({ key, label, Icon, danger, shortcut, onSelect }) => (
    <Base.Item
      key={key}
      className={cx(styles.item, danger && styles.danger)}
      label={label}
      onClick={(event) => choose(event, onSelect)}
    >
      {Icon && <Icon />}
      {label}
      {shortcut && (
        <kbd className={styles.shortcut} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </Base.Item>
  ));
}

/** Returns the element to focus when a menu has faded out; false if the focus has moved elsewhere meanwhile. */
export function finalFocus(returnFocusTo: () => HTMLElement | null): HTMLElement | false {
  const active = document.activeElement;
  const isHere = active === document.body || active?.closest('[role="menu"]');
  return isHere ? (returnFocusTo() ?? false) : false;
}
