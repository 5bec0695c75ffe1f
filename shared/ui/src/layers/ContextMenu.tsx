// A menu that opens at an element or a point.
import { Menu as Base } from '@base-ui/react/menu';
import { finalFocus, type MenuItem, MenuItems } from './MenuItems.tsx';
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
  onClose(): void;
  /** Returns the element that had the focus before, and gets it afterwards unless the chosen entry moves it. */
  returnFocusTo(): HTMLElement | null;
}

/** Renders a menu with arrow keys, type-ahead and Escape. */
export function ContextMenu({ open, anchor, align = 'start', label, items, onClose, returnFocusTo }: ContextMenuProps) {
  // The menu is rendered within the page's landmark, since it is none itself, or within the dialog around its anchor: a
  // modal dialog makes everything outside of it unreachable.
  const isInDialog = anchor instanceof Element && anchor.closest('[role="dialog"]') !== null;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal container={isInDialog ? document.body : document.querySelector('main')}>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchorOf(anchor)}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup className={styles.popup} aria-label={label} finalFocus={() => finalFocus(returnFocusTo)}>
            <MenuItems items={items} onClose={onClose} returnFocusTo={returnFocusTo} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
