// What a hand does to a message other than a plain press: right click, the menu key, press and hold, and a swipe against the line.
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Anchor } from '@amber/ui/ContextMenu';
import { directionSign } from '@amber/ui/direction';

const longPressDelay = 450;
// Pixels.
const moveTolerance = 10;
const swipeThreshold = 56;
const maxSwipe = 72;

/** Leaves links and selected words to the browser's own menu. */
function keepsNativeMenu(event: MouseEvent): boolean {
  const selection = getSelection();
  const target = event.target as Element;
  return (
    target.closest('a[href]') !== null ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(target, true))
  );
}

/** The finger that opened a menu is still down: lifting it is no press outside the menu. */
function suppressNextTouchEnd(): void {
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
  hasOpened: boolean;
  /** The message follows the finger. */
  isSwiping: boolean;
}

/** The handlers of an element whose menu `open` shows at this place, and which a swipe against the line answers: to the left in English. */
export function useMessageGestures(openMenu: (anchor: Anchor) => void, onSwipe?: (element: HTMLElement) => unknown) {
  const touch = useRef<Touch | null>(null);
  const cancelTouch = () => {
    if (touch.current) clearTimeout(touch.current.timer);
    touch.current = null;
  };
  const end = ({ currentTarget, clientX, type }: PointerEvent<HTMLElement>) => {
    const { isSwiping = false, x = 0 } = touch.current ?? {};
    cancelTouch();
    if (!isSwiping) return;
    currentTarget.style.translate = '';
    if (type === 'pointerup' && (clientX - x) * directionSign() <= -swipeThreshold) onSwipe?.(currentTarget);
  };
  return {
    onContextMenu(event: MouseEvent) {
      const isOpen = touch.current?.hasOpened;
      cancelTouch();
      if (keepsNativeMenu(event)) return;
      event.preventDefault();
      if (isOpen) return; // some browsers ask a little later for the same hold
      // The menu key has no place of its own.
      openMenu(event.button === 2 ? { x: event.clientX, y: event.clientY } : event.currentTarget);
    },
    onPointerDown({ currentTarget, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      cancelTouch();
      if (pointerType !== 'touch') return;
      const started: Touch = {
        x,
        y,
        hasOpened: false,
        isSwiping: false,
        timer: setTimeout(() => {
          if (!isStillThere(currentTarget, x, y)) return;
          started.hasOpened = true;
          suppressNextTouchEnd();
          openMenu({ x, y });
        }, longPressDelay),
      };
      touch.current = started;
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      const from = touch.current;
      if (!from || from.hasOpened) return;
      const across = (clientX - from.x) * directionSign();
      const along = Math.abs(clientY - from.y);
      if (!from.isSwiping && Math.hypot(across, along) > moveTolerance) {
        clearTimeout(from.timer);
        from.isSwiping = onSwipe !== undefined && across < -2 * along;
        if (!from.isSwiping) touch.current = null;
      }
      if (from.isSwiping)
        currentTarget.style.translate = `${Math.max(Math.min(across, 0), -maxSwipe) * directionSign()}px`; // physical: it follows the finger
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
