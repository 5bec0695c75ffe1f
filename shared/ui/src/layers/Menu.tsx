// A list of things to do, opened from a button.
import { Menu as Base } from '@base-ui/react/menu';
import { type ReactElement, useRef, useState } from 'react';
import { finalFocus, type MenuItem, MenuItems } from './MenuItems.tsx';
import styles from './Menu.module.css';

export type { MenuItem };

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** A menu with arrow keys, type-ahead and Escape. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returnTo = () => button.current;
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={4}>
          <Base.Popup className={styles.popup} finalFocus={() => finalFocus(returnTo)}>
            <MenuItems items={items} onClose={() => setOpen(false)} returnTo={returnTo} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
