// What a hand does to a message other than a plain press: right click, the menu key, press and hold, and a swipe against the line.
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Anchor } from '@amber/ui/ContextMenu';
import { onward } from '@amber/ui/direction';

const holdFor = 450;
// Pixels.
const stillWithin = 10;
const swipeFrom = 56;
const swipeTo = 72;

/** Leaves links and selected words to the browser's own menu. */
function isBrowsers(event: MouseEvent): boolean {
  const selection = getSelection();
  const target = event.target as Element;
  return (
    target.closest('a[href]') !== null ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(target, true))
  );
}

/** The finger that opened a menu is still down: lifting it is no press outside the menu. */
function forgetLift(): void {
  const forget = (event: Event) => {
    event.preventDefault(); // no click either
    event.stopImmediatePropagation();
    for (const type of ['touchend', 'touchcancel']) removeEventListener(type, forget, true);
  };
  for (const type of ['touchend', 'touchcancel']) addEventListener(type, forget, { capture: true, passive: false });
}

/** The same message is still under the finger, perhaps rendered again. */
function isStillThere(element: HTMLElement, x: number, y: number): boolean {
  if (element.isConnected) return true;
  const message = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-message]')?.dataset.message;
  return message !== undefined && message === element.dataset.message;
}

interface Touch {
  timer: ReturnType<typeof setTimeout>;
  x: number;
  y: number;
  opened: boolean;
  /** The message follows the finger. */
  swiped: boolean;
}

/** The handlers of an element whose menu `open` shows at this place, and which a swipe against the line answers: to the left in English. */
export function usePressAndHold(open: (anchor: Anchor) => void, answer?: (element: HTMLElement) => unknown) {
  const touch = useRef<Touch | null>(null);
  const letGo = () => {
    if (touch.current) clearTimeout(touch.current.timer);
    touch.current = null;
  };
  const end = ({ currentTarget, clientX, type }: PointerEvent<HTMLElement>) => {
    const { swiped = false, x = 0 } = touch.current ?? {};
    letGo();
    if (!swiped) return;
    currentTarget.style.translate = '';
    if (type === 'pointerup' && (clientX - x) * onward() <= -swipeFrom) answer?.(currentTarget);
  };
  return {
    onContextMenu(event: MouseEvent) {
      const isOpen = touch.current?.opened;
      letGo();
      if (isBrowsers(event)) return;
      event.preventDefault();
      if (isOpen) return; // some browsers ask a little later for the same hold
      // The menu key has no place of its own.
      open(event.button === 2 ? { x: event.clientX, y: event.clientY } : event.currentTarget);
    },
    onPointerDown({ currentTarget, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      letGo();
      if (pointerType !== 'touch') return;
      const began: Touch = {
        x,
        y,
        opened: false,
        swiped: false,
        timer: setTimeout(() => {
          if (!isStillThere(currentTarget, x, y)) return;
          began.opened = true;
          forgetLift();
          open({ x, y });
        }, holdFor),
      };
      touch.current = began;
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      const from = touch.current;
      if (!from || from.opened) return;
      const across = (clientX - from.x) * onward();
      const along = Math.abs(clientY - from.y);
      if (!from.swiped && Math.hypot(across, along) > stillWithin) {
        clearTimeout(from.timer);
        from.swiped = answer !== undefined && across < -2 * along;
        if (!from.swiped) touch.current = null;
      }
      if (from.swiped) currentTarget.style.translate = `${Math.max(Math.min(across, 0), -swipeTo) * onward()}px`; // physical: it follows the finger
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
