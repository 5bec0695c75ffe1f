// A tooltip for a control without text.
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { loadOnOpen } from './loadOnOpen.tsx';
import { loadShared } from '../loadShared.ts';
import type { TooltipSide } from './TooltipPopup.tsx';

const TooltipPopup = loadOnOpen(
  async () =>
    (await loadShared('TooltipPopup', () => import(/* webpackChunkName: "menu" */ './TooltipPopup.tsx'))).TooltipPopup,
);

interface TooltipProps {
  text: string;
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
          <TooltipPopup text={text} side={side} control={target.control} onClose={hide} />
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
