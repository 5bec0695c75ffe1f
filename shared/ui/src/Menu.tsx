// A list of things to do, opened from a button.
import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentType, ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './Menu.module.css';

export interface MenuItem {
  key: string;
  label: string;
  Icon?: ComponentType;
  danger?: boolean;
  onSelect(): void;
}

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** A menu with arrow keys, type-ahead and Escape. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            {items.map(({ key, label, Icon, danger, onSelect }) => (
              <Base.Item key={key} className={cx(styles.item, danger && styles.danger)} onClick={onSelect}>
                {Icon && <Icon />}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
