// The gestures on a message: right click, the menu key, long press, and a swipe against the reading direction.
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Anchor } from '@amber/ui/ContextMenu';
import { directionSign } from '@amber/ui/direction';
import { longPressDelay, suppressNextTouchEnd } from '@amber/ui/pressAndHold';

// In pixels.
const moveTolerance = 10;
const swipeThreshold = 56;
const maxSwipe = 72;

/** Whether to keep the browser's own menu: for links and selected text. */
function keepsNativeMenu(event: MouseEvent): boolean {
  const selection = getSelection();
  const target = event.target as Element;
  return (
    target.closest('a[href]') !== null ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(target, true))
  );
}

/** Whether the same message, perhaps rendered again, is still under the finger. */
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
  /** Whether the message follows the finger. */
  isSwiping: boolean;
}

/**
 * Returns the event handlers of an element. `openMenu` gets the position of the menu and the element
 * that was pressed; `onSwipe` is called after a swipe
 * against the reading direction, which is to the left in English.
 */
export function useMessageGestures(
  openMenu: (anchor: Anchor, target: Element) => void,
  onSwipe?: (element: HTMLElement) => unknown,
) {
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
      if (isOpen) return; // some browsers fire contextmenu a little later for the same long press
      // The menu key has no pointer position.
      const isPointer = event.button === 2;
      openMenu(isPointer ? { x: event.clientX, y: event.clientY } : event.currentTarget, event.target as Element);
    },
    onPointerDown({ currentTarget, target, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
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
          openMenu({ x, y }, target as Element);
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
