// A menu that opens from a button.
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useState } from 'react';
import type { MenuAction, MenuItem } from './MenuItems.tsx';
import { loadOnOpen } from './loadOnOpen.tsx';
import { loadShared } from '../loadShared.ts';

export type { MenuAction, MenuItem };

/** The menu's code loads when the first one opens: lists have a menu for each row, and most are never opened. */
const ContextMenu = loadOnOpen(
  async () =>
    (await loadShared('ContextMenu', () => import(/* webpackChunkName: "menu" */ './ContextMenu.tsx'))).ContextMenu,
);

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** Renders a menu with arrow keys, type-ahead and Escape. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    setButton(currentTarget);
    setOpen(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: (event: MouseEvent<HTMLElement>) => (open ? setOpen(false) : show(event)),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show(event);
        },
      })}
      {button && (
        <ContextMenu
          open={open}
          anchor={button}
          align={align}
          label={button.getAttribute('aria-label') ?? button.textContent}
          items={items}
          onClose={() => setOpen(false)}
          returnFocusTo={() => button}
        />
      )}
    </>
  );
}
