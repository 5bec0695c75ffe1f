// Keeps a timeline where its reader wants to be, at its end or at one message, while its rows come in and change their heights.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

const endTolerance = 32;
/** Rows that have not changed for so long are measured. */
const settleDelay = 200;

type Align = 'start' | 'center';
type ScrollAnchor = { id: string; align: Align } | 'end' | null;

interface ScrollAnchorPorts {
  rows: readonly TimelineRow[];
  list: RefObject<VirtualizerHandle | null>;
  log: RefObject<HTMLElement | null>;
  /** What stands above the first row. */
  head: RefObject<HTMLElement | null>;
  /** Whether it begins at its end. */
  startsAtEnd: boolean;
}

/** How far below what is in sight the end is. */
const distanceFromEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/**
 * Whether the newest message is in sight, the ways to go to a place, and the handlers that keep it. It scrolls by itself:
 * the list's own way goes on for a while, against a reader who turns back meanwhile.
 */
export function useScrollAnchor({ rows, list, log, head, startsAtEnd }: ScrollAnchorPorts) {
  const place = useRef<ScrollAnchor>(startsAtEnd ? 'end' : null);
  const lastOffset = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [atBottom, setAtBottom] = useState(startsAtEnd);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setAnchor = useStableCallback((next: ScrollAnchor) => {
    place.current = next;
    setAtBottom(next === 'end');
  });

  const updateAnchor = useStableCallback(() => {
    const { scrollTop } = log.current!;
    // Rows grow when they are measured: only a reader who scrolls back leaves the end.
    if (place.current === null || place.current === 'end') {
      if (distanceFromEnd(log.current!) <= endTolerance) setAnchor('end');
      else if (scrollTop < lastOffset.current - 1) setAnchor(null);
    }
    lastOffset.current = scrollTop;
  });

  const scroll = useStableCallback((top: number) => {
    log.current!.scrollTo({ top, behavior: 'instant' });
    lastOffset.current = log.current!.scrollTop;
  });

  const showRow = useStableCallback(({ id, align }: { id: string; align: Align }) => {
    const index = rows.findIndex(({ message }) => message.id === id);
    const handle = list.current;
    if (index < 0 || !handle) return;
    const freeHeight = log.current!.clientHeight - handle.getItemSize(index);
    scroll(head.current!.offsetHeight + handle.getItemOffset(index) - (align === 'center' ? freeHeight / 2 : 0));
  });

  /** After rows have come in, or have changed their heights. */
  const keep = useStableCallback(() => {
    const [element, handle] = [log.current!, list.current];
    if (!handle || handle.viewportSize === 0) return;
    if (place.current !== null && place.current !== 'end') {
      showRow(place.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        place.current = null;
        updateAnchor();
      }, settleDelay);
      return;
    }
    // All of it may be in sight, and then nothing scrolls. The list's figures, unlike the element's, need no layout.
    if (place.current === null && handle.scrollSize - handle.viewportSize - handle.scrollOffset <= endTolerance)
      updateAnchor();
    // The reader may have turned back, and nobody was told yet.
    else if (place.current === 'end' && element.scrollTop < lastOffset.current - 1) updateAnchor();
    if (place.current === 'end') scroll(element.scrollHeight);
  });

  const moveTo = useStableCallback((to: ScrollAnchor) => {
    clearTimeout(timer.current);
    setAnchor(to);
    keep();
  });
  return {
    atBottom,
    place,
    keep,
    scrollToEnd: useStableCallback(() => moveTo('end')),
    scrollToRow: useStableCallback((id: string, align: Align) => moveTo({ id, align })),
    onScroll: updateAnchor,
    /** The reader does something: a row is not held any longer. */
    onInput: useStableCallback(() => {
      if (place.current !== 'end') place.current = null;
    }),
  };
}
