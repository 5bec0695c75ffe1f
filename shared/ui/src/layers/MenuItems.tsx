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
  /** The key that does the same without the menu. */
  shortcut?: string;
  onSelect(): void;
}

interface MenuItemsProps {
  items: readonly MenuItem[];
  onClose(): void;
  /** What had the focus before the menu. */
  returnFocusTo(): HTMLElement | null;
}

/**
 * One entry for each item. It acts once the menu is closed and the focus is back where it was before: where it puts the
 * focus, there it stays, and a dialog that it opens returns it there.
 */
export function MenuItems({ items, onClose, returnFocusTo }: MenuItemsProps) {
  const choose = (event: Parameters<NonNullable<Base.Item.Props['onClick']>>[0], onSelect: () => void) => {
    event.preventBaseUIHandler(); // it would close the menu later, and give the focus to the entry that was pressed
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

/** What has the focus when a menu has faded out: what it belongs to, unless the focus has gone elsewhere meanwhile. */
export function finalFocus(returnFocusTo: () => HTMLElement | null): HTMLElement | false {
  const active = document.activeElement;
  const isHere = active === document.body || active?.closest('[role="menu"]');
  return isHere ? (returnFocusTo() ?? false) : false;
}
