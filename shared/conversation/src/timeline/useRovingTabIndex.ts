// Keyboard navigation through the messages with a roving tabindex.
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The index that a key moves to. A page is the height of the viewport. */
const moves: Record<string, (at: number, last: number, list: VirtualizerHandle) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
  PageUp: (at, _, list) => Math.min(at - 1, list.findItemIndex(list.getItemOffset(at) - list.viewportSize)),
  PageDown: (at, _, list) => Math.max(at + 1, list.findItemIndex(list.getItemOffset(at) + list.viewportSize)),
};

/** Returns which message is the tab stop, and the handlers that move it and the focus. */
export function useRovingTabIndex(
  rows: readonly TimelineRow[],
  list: RefObject<VirtualizerHandle | null>,
  log: RefObject<HTMLElement | null>,
) {
  const [tabStopId, setTabStopId] = useState('');
  // The next message may not be mounted yet; it gets the focus when it is.
  const [needsFocus, setNeedsFocus] = useState(false);
  const last = rows.length - 1;
  const found = rows.findIndex((row) => row.message.id === tabStopId);
  const index = found < 0 ? last : found;

  const isPresent = found >= 0;
  // This effect is not in the row component, because there are many rows and most never get the focus.
  useEffect(() => {
    if (!needsFocus || !isPresent) return;
    let frame = 0;
    const tryFocus = () => {
      const element = log.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(tabStopId)}"]`);
      element?.focus({ preventScroll: true });
      // A newly mounted row stays hidden until it is measured, and a hidden element cannot get the focus.
      if (!element || document.activeElement !== element) frame = requestAnimationFrame(tryFocus);
    };
    tryFocus();
    return () => cancelAnimationFrame(frame);
  }, [needsFocus, isPresent, tabStopId, log]);

  // A message that is withdrawn, or is one again, is another element, which gets the focus of the one it replaces.
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    log.current
      ?.querySelector<HTMLElement>(`[data-message="${CSS.escape(tabStopId)}"]`)
      ?.focus({ preventScroll: true });
  }, [rows, tabStopId, log]);

  const focusAt = (at: number) => {
    if (at < 0) return;
    setTabStopId(rows[at]!.message.id);
    setNeedsFocus(true);
    list.current?.scrollToIndex(at, { align: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (
      !move ||
      event.shiftKey ||
      !list.current ||
      last < 0 ||
      !(event.target as HTMLElement).matches('[data-message]')
    )
      return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, move(index, last, list.current)));
    focusAt(next);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) setNeedsFocus(false);
  };

  const choose = useCallback((id: string, takes: boolean) => {
    setTabStopId(id);
    setNeedsFocus(takes);
  }, []);
  return {
    index,
    onKeyDown,
    onBlur,
    choose,
    focusMessage: (id: string) => focusAt(rows.findIndex(({ message }) => message.id === id)),
    onFocus: useCallback((id: string) => {
      focused.current = document.activeElement;
      setTabStopId(id);
    }, []),
  };
}
