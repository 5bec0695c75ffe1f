// A menu that opens at an element or a point.
import { Menu as Base } from '@base-ui/react/menu';
import { type FocusEvent, useState } from 'react';
import { type MenuChoice, MenuChoices } from './MenuChoices.tsx';
import { finalFocus, type MenuItem, MenuItems } from './MenuItems.tsx';
import { useBaseLayer } from './useLayer.ts';
import styles from './Menu.module.css';

/** A position on the screen: an element, or a point. */
export type Anchor = Element | { x: number; y: number };

/** Converts an anchor to the form that the positioner of Base UI accepts. */
export const anchorOf = (anchor: Anchor) =>
  anchor instanceof Element ? anchor : { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 0, 0) };

interface ContextMenuProps {
  open: boolean;
  anchor: Anchor;
  /** The edge of the menu that is aligned with the same edge of the anchor. */
  align?: 'start' | 'end';
  label: string;
  items: readonly MenuItem[];
  /** A row of choices above the items, and its accessible name. */
  row?: { label: string; choices: readonly MenuChoice[] } | undefined;
  onClose(): void;
  /** Returns the element that had the focus before, and gets it afterwards unless the chosen entry moves it. */
  returnFocusTo(): HTMLElement | null;
}

/** The items, without the choices of the row. */
const itemSelector = '[role="menuitem"]:not([role="group"] *)';

/** Moves the focus from the first item to the first choice of the row; the menu's own handler would take the last. */
function moveUpToRow(event: Parameters<NonNullable<Base.Popup.Props['onKeyDown']>>[0]): void {
  const popup = event.currentTarget;
  const choice = popup.querySelector<HTMLElement>('[role="group"] [role^="menuitem"]');
  if (event.key !== 'ArrowUp' || !choice || document.activeElement !== popup.querySelector(itemSelector)) return;
  event.preventBaseUIHandler();
  event.preventDefault();
  choice.focus();
}

/** Whether a menu was opened by a key on this element or within it: a click does not make the focus visible. */
const isKeyboardFocus = (element: HTMLElement | null): boolean =>
  element?.contains(document.activeElement) === true && document.activeElement!.matches(':focus-visible');

/**
 * Renders a menu with arrow keys, type-ahead and Escape. Opened by a key, it stands on the first of its items; the row
 * of choices is one step up.
 */
export function ContextMenu({
  open,
  anchor,
  align = 'start',
  label,
  items,
  row,
  onClose,
  returnFocusTo,
}: ContextMenuProps) {
  // The menu is rendered within the page's landmark, since it is none itself, or within the dialog around its anchor: a
  // modal dialog makes everything outside of it unreachable.
  const isInDialog = anchor instanceof Element && anchor.closest('[role="dialog"]') !== null;
  const onBaseChange = useBaseLayer(open, onClose);
  const [isByKey, setIsByKey] = useState({ open: false, value: false });
  if (isByKey.open !== open) setIsByKey({ open, value: open && isKeyboardFocus(returnFocusTo()) });
  /** Moves the focus to the first entry, as soon as the menu has got it. */
  const handleFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (isByKey.value && target === currentTarget)
      currentTarget.querySelector<HTMLElement>(itemSelector)?.focus({ preventScroll: true });
  };
  return (
    <Base.Root open={open} onOpenChange={onBaseChange}>
      <Base.Portal container={isInDialog ? document.body : document.querySelector('main')}>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchorOf(anchor)}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          // Beside a point, a long menu moves to where all of it is in view; it must not cover a button.
          collisionAvoidance={anchor instanceof Element ? {} : { side: 'shift', align: 'shift' }}
        >
          <Base.Popup
            className={styles.popup}
            aria-label={label}
            finalFocus={() => finalFocus(returnFocusTo)}
            onFocus={handleFocus}
            onKeyDown={moveUpToRow}
          >
            {row && <MenuChoices {...row} onClose={onClose} returnFocusTo={returnFocusTo} />}
            <MenuItems items={items} onClose={onClose} returnFocusTo={returnFocusTo} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
