// Moves through the messages by keyboard; Tab comes to one of them only.
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The index a key leads to. A page is what the window shows. */
const moves: Record<string, (at: number, last: number, list: VirtualizerHandle) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
  PageUp: (at, _, list) => Math.min(at - 1, list.findItemIndex(list.getItemOffset(at) - list.viewportSize)),
  PageDown: (at, _, list) => Math.max(at + 1, list.findItemIndex(list.getItemOffset(at) + list.viewportSize)),
};

/** Which message is the tab stop, and the handlers that move it and the focus. */
export function useRovingTabIndex(
  rows: readonly TimelineRow[],
  list: RefObject<VirtualizerHandle | null>,
  log: RefObject<HTMLElement | null>,
) {
  const [tabStopId, setTabStopId] = useState('');
  // The next message may not be in the document yet; it takes the focus when it is.
  const [needsFocus, setNeedsFocus] = useState(false);
  const last = rows.length - 1;
  const found = rows.findIndex((row) => row.message.id === tabStopId);
  const index = found < 0 ? last : found;

  const isPresent = found >= 0;
  // Not the row's own work: there are many, and most never have the focus.
  useEffect(() => {
    if (!needsFocus || !isPresent) return;
    let frame = 0;
    const tryFocus = () => {
      const element = log.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(tabStopId)}"]`);
      element?.focus({ preventScroll: true });
      // A row that has just come in stays hidden until it is measured, and what is hidden takes no focus.
      if (!element || document.activeElement !== element) frame = requestAnimationFrame(tryFocus);
    };
    tryFocus();
    return () => cancelAnimationFrame(frame);
  }, [needsFocus, isPresent, tabStopId, log]);

  const focusAt = (at: number) => {
    if (at < 0) return;
    setTabStopId(rows[at]!.message.id);
    setNeedsFocus(true);
    list.current?.scrollToIndex(at, { align: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || !list.current || last < 0 || !(event.target as HTMLElement).matches('[data-message]')) return;
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
    focus: () => focusAt(index),
    focusMessage: (id: string) => focusAt(rows.findIndex(({ message }) => message.id === id)),
    onFocus: useCallback((id: string) => setTabStopId(id), []),
  };
}
