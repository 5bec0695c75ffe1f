// A menu by the ways that each hand has: right click, the menu key, and on a touch screen press and hold.
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Anchor } from '@amber/ui/ContextMenu';

const holdFor = 450;
const stillWithin = 10; // pixels

/** Leaves links and selected words to the browser's own menu. */
function isBrowsers(event: MouseEvent): boolean {
  const selection = getSelection();
  const target = event.target as Element;
  return target.closest('a[href]') !== null
    || (selection !== null && !selection.isCollapsed && selection.containsNode(target, true));
}

/** The handlers of an element whose menu `open` shows at this place. */
export function usePressAndHold(open: (anchor: Anchor) => void) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const letGo = () => {
    if (held.current) clearTimeout(held.current.timer);
    held.current = null;
  };
  useEffect(() => letGo, []);
  return {
    onContextMenu(event: MouseEvent) {
      letGo();
      if (isBrowsers(event)) return;
      event.preventDefault();
      // The menu key has no place of its own.
      open(event.button === 2 ? { x: event.clientX, y: event.clientY } : event.currentTarget);
    },
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      letGo();
      if (pointerType === 'touch') held.current = { x, y, timer: setTimeout(() => open({ x, y }), holdFor) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = held.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > stillWithin) letGo();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}
