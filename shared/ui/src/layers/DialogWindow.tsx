// The content of a dialog, loaded when the first one opens.
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { CloseIcon } from '../icons/icons.tsx';
import { Button } from '../form/Button.tsx';
import { IconButton } from '../form/IconButton.tsx';
import { words } from '../words/gen/ui.ts';
import { useBaseLayer } from './useLayer.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Whether a click outside leaves it open, for content that cannot be shown again. */
  persistent?: boolean;
  /** Whether it only informs: the initial focus is on its last action, not on a field or the close button. */
  informational?: boolean;
  children: ReactNode;
  /** The button 'Cancel' at the foot, or one with another label. */
  cancel?: true | string;
  /** The buttons at the foot, after the one that cancels. */
  actions?: ReactNode;
}

const fields = 'textarea, input:is([type="text"], [type="search"], :not([type]))';

/**
 * Returns the focus to the element that had it before. Base UI does not where the dialog unmounts when it closes, or
 * where a field with `autoFocus` takes the focus first.
 */
function useReturnFocus(open: boolean, popup: RefObject<HTMLElement | null>): void {
  const [origin, setOrigin] = useState<{ open: boolean; element: Element | null }>({ open: false, element: null });
  if (origin.open !== open) setOrigin({ open, element: open ? document.activeElement : null });
  useLayoutEffect(() => {
    const { current } = popup;
    const { element } = origin;
    if (!(element instanceof HTMLElement)) return undefined;
    return () => {
      requestAnimationFrame(() => {
        const { activeElement } = document;
        if (activeElement === document.body || current?.contains(activeElement)) element.focus({ preventScroll: true });
      });
    };
  }, [origin, popup]);
}

export function DialogWindow({
  title,
  open,
  onOpenChange,
  persistent = false,
  informational,
  children,
  cancel,
  actions,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useReturnFocus(open, popup);
  const onBaseChange = useBaseLayer(open, () => onOpenChange(false));
  // The first field gets the focus, but not on a touch screen: there a keyboard would cover half of the text.
  const firstField = () =>
    matchMedia('(pointer: fine)').matches ? (popup.current?.querySelector<HTMLElement>(fields) ?? true) : true;
  const initialFocus = () =>
    informational ? (popup.current?.querySelector<HTMLElement>('footer :last-child') ?? true) : firstField();
  return (
    <Base.Root open={open} disablePointerDismissal={persistent} onOpenChange={onBaseChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={styles.popup} initialFocus={initialFocus}>
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton label={words.close} Icon={CloseIcon} onClick={() => onOpenChange(false)} />
          </header>
          <div className={styles.body}>{children}</div>
          {(cancel || actions) && (
            <footer className={styles.actions}>
              {cancel && (
                <Button variant="quiet" onClick={() => onOpenChange(false)}>
                  {cancel === true ? words.cancel : cancel}
                </Button>
              )}
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
