// A short label that appears next to a control without text.
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
import { onward } from '../direction.ts';
import { placeBeside } from './placeBeside.ts';
import styles from './Tooltip.module.css';

type TooltipSide = 'top' | 'bottom' | 'end';

interface TooltipProps {
  text: string;
  /** `end` is the far side of the line: the right in English. */
  side?: TooltipSide;
  /** The control, which carries the same text as its accessible name. */
  children: ReactElement<Record<string, unknown>>;
}

/** Milliseconds of hovering until it appears. */
const delay = 400;

/** Runs the control's own handler, then ours. */
const after =
  <Happened,>(own: unknown, ours: (event: Happened) => void) =>
  (event: Happened) => {
    if (typeof own === 'function') own(event);
    ours(event);
  };

/** Shows `text` when its child is hovered, or focused by keyboard. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [wanted, setWanted] = useState<{ control: Element; wait: number } | null>(null);
  const hide = () => setWanted(null);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: after(
          props['onPointerEnter'],
          ({ pointerType, currentTarget }: PointerEvent) =>
            pointerType === 'mouse' && setWanted({ control: currentTarget, wait: delay }),
        ),
        onPointerLeave: after(props['onPointerLeave'], hide),
        onPointerDown: after(props['onPointerDown'], hide),
        onFocus: after(
          props['onFocus'],
          ({ currentTarget }: FocusEvent) =>
            currentTarget.matches(':focus-visible') && setWanted({ control: currentTarget, wait: 0 }),
        ),
        onBlur: after(props['onBlur'], hide),
        onKeyDown: after(props['onKeyDown'], ({ key }: KeyboardEvent) => key === 'Enter' && hide()),
      })}
      {wanted && (
        <After milliseconds={wanted.wait}>
          <Popup text={text} side={side} control={wanted.control} onOver={hide} />
        </After>
      )}
    </>
  );
}

function After({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
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
  /** It is no longer where it belongs, or not wanted. */
  onOver(): void;
}

function Popup({ text, side, control, onOver }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const lineEnd = onward() === 1 ? 'right' : 'left';
    const { left, top } = placeBeside(
      side === 'end' ? lineEnd : side,
      control.getBoundingClientRect(),
      popup.current!.getBoundingClientRect(),
      {
        width: document.documentElement.clientWidth,
        height: document.documentElement.clientHeight,
      },
    );
    Object.assign(popup.current!.style, { left: `${left}px`, top: `${top}px` }); // physical: measured on the screen
  }, [side, control, text]);

  useEffect(() => {
    const leaves = new AbortController();
    const options = { capture: true, signal: leaves.signal };
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onOver(), options);
    document.addEventListener('scroll', onOver, options);
    window.addEventListener('resize', onOver, options);
    return () => leaves.abort();
  });

  // Whoever does not see it has heard the same words as the control's name.
  return createPortal(
    <div ref={popup} className={styles.popup} aria-hidden="true">
      {text}
    </div>,
    document.body,
  );
}
