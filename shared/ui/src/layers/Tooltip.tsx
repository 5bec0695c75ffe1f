// A tooltip for a control without text.
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { directionSign } from '../direction.ts';
import { computePosition } from './computePosition.ts';
import styles from './Tooltip.module.css';

type TooltipSide = 'top' | 'bottom' | 'end';

interface TooltipProps {
  text: string;
  /** The side of the control; `end` is the right in left-to-right pages. */
  side?: TooltipSide;
  /** The control, whose accessible name is the same text. */
  children: ReactElement<Record<string, unknown>>;
}

/** Milliseconds of hovering until the tooltip appears. */
const hoverDelay = 400;

/** Returns a handler that calls the control's own handler first, then `ours`. */
const chainHandlers =
  <HandledEvent,>(own: unknown, ours: (event: HandledEvent) => void) =>
  (event: HandledEvent) => {
    if (typeof own === 'function') own(event);
    ours(event);
  };

/** Shows `text` when its child is hovered, or focused by keyboard. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [target, setTarget] = useState<{ control: Element; delay: number } | null>(null);
  const hide = () => setTarget(null);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: chainHandlers(
          props['onPointerEnter'],
          ({ pointerType, currentTarget }: PointerEvent) =>
            pointerType === 'mouse' && setTarget({ control: currentTarget, delay: hoverDelay }),
        ),
        onPointerLeave: chainHandlers(props['onPointerLeave'], hide),
        onPointerDown: chainHandlers(props['onPointerDown'], hide),
        onFocus: chainHandlers(
          props['onFocus'],
          ({ currentTarget }: FocusEvent) =>
            currentTarget.matches(':focus-visible') && setTarget({ control: currentTarget, delay: 0 }),
        ),
        onBlur: chainHandlers(props['onBlur'], hide),
        onKeyDown: chainHandlers(props['onKeyDown'], ({ key }: KeyboardEvent) => key === 'Enter' && hide()),
      })}
      {target && (
        <Delayed milliseconds={target.delay}>
          <Popup text={text} side={side} control={target.control} onDismiss={hide} />
        </Delayed>
      )}
    </>
  );
}

function Delayed({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
  const [isDue, setIsDue] = useState(milliseconds === 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isDue && children;
}

interface PopupProps {
  text: string;
  side: TooltipSide;
  control: Element;
  /** Called on Escape, scroll and resize. */
  onDismiss(): void;
}

function Popup({ text, side, control, onDismiss }: PopupProps) {
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
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onDismiss(), options);
    document.addEventListener('scroll', onDismiss, options);
    window.addEventListener('resize', onDismiss, options);
    return () => controller.abort();
  });

  // The tooltip is hidden from screen readers, which announce the same text as the control's name.
  return createPortal(
    <div ref={popup} className={styles.popup} aria-hidden="true">
      {text}
    </div>,
    document.body,
  );
}
