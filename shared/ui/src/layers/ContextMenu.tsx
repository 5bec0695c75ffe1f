// A list of things to do, opened at a place.
import { Menu as Base } from '@base-ui/react/menu';
import { finalFocus, type MenuItem, MenuItems } from './MenuItems.tsx';
import styles from './Menu.module.css';

/** A place on the screen: an element, or a point. */
export type Anchor = Element | { x: number; y: number };

/** What the positioner takes for a place. */
export const anchorOf = (anchor: Anchor) =>
  anchor instanceof Element ? anchor : { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 0, 0) };

interface ContextMenuProps {
  open: boolean;
  anchor: Anchor;
  /** Which of its edges is at the anchor's. */
  align?: 'start' | 'end';
  label: string;
  items: readonly MenuItem[];
  onClose(): void;
  /** What had the focus before, and has it afterwards unless the chosen entry moves it. */
  returnFocusTo(): HTMLElement | null;
}

/** A menu with arrow keys, type-ahead and Escape. */
export function ContextMenu({ open, anchor, align = 'start', label, items, onClose, returnFocusTo }: ContextMenuProps) {
  // Within the page's landmark: a menu is none itself. What a dialog covers could not be reached.
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
