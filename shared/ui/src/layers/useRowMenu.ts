// The gestures on a list of links that open the menu of a row: right click, the menu key, press and hold.
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Anchor } from './ContextMenu.tsx';
import { longPressDelay, suppressNextTouchEnd } from './pressAndHold.ts';

const rowAt = ({ target }: { target: EventTarget }) => (target as Element).closest('a');

/** Returns the event handlers of the list. `open` gets the link, and the position of the menu. */
export function useRowMenu(open: (row: HTMLElement, anchor: Anchor) => void) {
  const hold = useRef({ timer: 0, hasOpened: false });
  const cancel = () => clearTimeout(hold.current.timer);
  return {
    onContextMenu(event: MouseEvent) {
      cancel();
      const row = rowAt(event);
      if (!row) return;
      event.preventDefault();
      // Some browsers fire this event for press and hold, before or after the timer. The menu key has no position.
      if (!hold.current.hasOpened) open(row, event.button === 2 ? { x: event.clientX, y: event.clientY } : row);
    },
    onPointerDown(event: PointerEvent) {
      cancel();
      const row = rowAt(event);
      hold.current.hasOpened = false;
      if (event.pointerType !== 'touch' || !row) return;
      hold.current.timer = window.setTimeout(() => {
        hold.current.hasOpened = true;
        suppressNextTouchEnd();
        open(row, row);
      }, longPressDelay);
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  };
}
