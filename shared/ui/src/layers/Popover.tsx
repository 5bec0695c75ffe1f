// A small non-modal window next to its control.
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { type Anchor, anchorOf } from './ContextMenu.tsx';
import { useBaseLayer } from './useLayer.ts';
import styles from './Popover.module.css';

interface PopoverProps {
  open: boolean;
  anchor: Anchor;
  label: string;
  align?: 'center' | 'end';
  onClose(): void;
  /** Returns the element that gets the focus afterwards; false to leave the focus alone. */
  returnFocusTo(): HTMLElement | false;
  children: ReactNode;
}

/** Renders a non-modal dialog that a click outside or Escape closes. */
export function Popover({ open, anchor, label, align = 'center', onClose, returnFocusTo, children }: PopoverProps) {
  const onBaseChange = useBaseLayer(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={onBaseChange}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchorOf(anchor)}
          side="top"
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={styles.popup} aria-label={label} finalFocus={returnFocusTo}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
