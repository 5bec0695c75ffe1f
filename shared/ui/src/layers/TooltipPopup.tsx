// The text that a tooltip shows.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { directionSign } from '../direction.ts';
import { computePosition } from './computePosition.ts';
import styles from './TooltipPopup.module.css';

/** The side of the control; `end` is the right in left-to-right pages. */
export type TooltipSide = 'top' | 'bottom' | 'end';

interface TooltipPopupProps {
  text: string;
  side: TooltipSide;
  control: Element;
  /** Called on Escape, scroll and resize. */
  onClose(): void;
}

/** Appears next to the control. */
export function TooltipPopup({ text, side, control, onClose }: TooltipPopupProps) {
  const popup = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const lineEnd = directionSign() === 1 ? 'right' : 'left';
    const { left, top } = computePosition(
      side === 'end' ? lineEnd : side,
      control.getBoundingClientRect(),
      popup.current!.getBoundingClientRect(),
      {
        width: document.documentElement.clientWidth,
        height: document.documentElement.clientHeight,
      },
    );
    Object.assign(popup.current!.style, { left: `${left}px`, top: `${top}px` }); // physical: screen coordinates
  }, [side, control, text]);

  useEffect(() => {
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), options);
    document.addEventListener('scroll', onClose, options);
    window.addEventListener('resize', onClose, options);
    return () => controller.abort();
  });

  // The tooltip is hidden from screen readers, which announce the same text as the control's name.
  return createPortal(
    <div ref={popup} className={styles.popup} data-theme="dark" aria-hidden="true">
      {text}
    </div>,
    document.body,
  );
}
