// The entries of a menu.
import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentType } from 'react';
import { cx } from './cx.ts';
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

/** One entry for each item. */
export const MenuItems = ({ items }: { items: readonly MenuItem[] }) => items.map(({ key, label, Icon, danger, shortcut, onSelect }) => (
  <Base.Item key={key} className={cx(styles.item, danger && styles.danger)} label={label} onClick={onSelect}>
    {Icon && <Icon />}
    {label}
    {shortcut && <kbd className={styles.shortcut} aria-hidden="true">{shortcut}</kbd>}
  </Base.Item>
));
