// Anchors the scroll position of a timeline at its end or at one message while rows are added and change their heights.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

const endTolerance = 32;
/** In milliseconds. Rows that have not changed for this long count as measured. */
const settleDelay = 200;

type Align = 'start' | 'center';
type ScrollAnchor = { id: string; align: Align } | 'end' | null;

interface ScrollAnchorPorts {
  rows: readonly TimelineRow[];
  list: RefObject<VirtualizerHandle | null>;
  log: RefObject<HTMLElement | null>;
  /** The content above the first row. */
  head: RefObject<HTMLElement | null>;
  /** Whether the timeline opens at its end. */
  startsAtEnd: boolean;
  /** Whether the rows end before the newest message. */
  hasNewer: boolean;
}

type ScrollPosition = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

interface Scrolled {
  before: Pick<ScrollPosition, 'scrollTop' | 'scrollHeight'>;
  now: ScrollPosition;
  /** Whether the reader has done anything since the timeline went to its anchor. */
  hasInput: boolean;
  hasNewer: boolean;
}

/**
 * Returns the anchor after the offset has changed, all in pixels. A row stays the anchor, and only a reader who scrolls
 * back releases the end: rows grow when they are measured.
 */
export function anchorAfterScroll(anchor: ScrollAnchor, { before, now, hasInput, hasNewer }: Scrolled): ScrollAnchor {
  if (anchor !== null && anchor !== 'end') return anchor;
  const { scrollTop, scrollHeight, clientHeight } = now;
  // A reader who has reached the last row before others are loaded must not follow them.
  if (scrollHeight - clientHeight - scrollTop <= endTolerance) return hasNewer && anchor === null ? null : 'end';
  // When rows above shrink and rows below grow, the list corrects the offset as if the reader had scrolled back.
  const isCorrected = !hasInput && scrollHeight !== before.scrollHeight;
  return scrollTop < before.scrollTop - 1 && !isCorrected ? null : anchor;
}

/**
 * Returns whether the newest message is visible, functions to scroll, and the handlers that keep the anchor. It sets
 * the scroll position itself, because the list's own scrolling continues for a while, even against a reader who scrolls
 * back.
 */
export function useScrollAnchor({ rows, list, log, head, startsAtEnd, hasNewer }: ScrollAnchorPorts) {
  const place = useRef<ScrollAnchor>(startsAtEnd ? 'end' : null);
  const last = useRef({ scrollTop: 0, scrollHeight: 0 });
  const hasInput = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [atBottom, setAtBottom] = useState(startsAtEnd);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setAnchor = useStableCallback((next: ScrollAnchor) => {
    place.current = next;
    setAtBottom(next === 'end');
  });

  const updateAnchor = useStableCallback(() => {
    const { scrollTop, scrollHeight, clientHeight } = log.current!;
    const now = { scrollTop, scrollHeight, clientHeight };
    const next = anchorAfterScroll(place.current, { before: last.current, now, hasInput: hasInput.current, hasNewer });
    last.current = now;
    if (next !== place.current) setAnchor(next);
  });

  const scroll = useStableCallback((top: number) => {
    log.current!.scrollTo({ top, behavior: 'instant' });
    last.current.scrollTop = log.current!.scrollTop;
  });

  const showRow = useStableCallback(({ id, align }: { id: string; align: Align }) => {
    const index = rows.findIndex(({ message }) => message.id === id);
    const handle = list.current;
    if (index < 0 || !handle) return;
    const freeHeight = log.current!.clientHeight - handle.getItemSize(index);
    scroll(head.current!.offsetHeight + handle.getItemOffset(index) - (align === 'center' ? freeHeight / 2 : 0));
  });

  /** Restores the anchor after rows were added or have changed their heights. */
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
    // If all rows fit into the viewport, no scroll event fires. The list's figures, unlike the element's, need no
    // layout.
    if (place.current === null && handle.scrollSize - handle.viewportSize - handle.scrollOffset <= endTolerance)
      updateAnchor();
    // The reader may have scrolled back before the scroll event fired.
    else if (place.current === 'end' && element.scrollTop < last.current.scrollTop - 1) updateAnchor();
    if (place.current === 'end') scroll(element.scrollHeight);
  });

  const moveTo = useStableCallback((to: ScrollAnchor) => {
    clearTimeout(timer.current);
    hasInput.current = false;
    setAnchor(to);
    keep();
  });
  return {
    atBottom,
    place,
    keep,
    scrollToEnd: useStableCallback(() => moveTo('end')),
    scrollToRow: useStableCallback((id: string, align: Align) => moveTo({ id, align })),
    /** The reader changes the height of a row that they look at, which must not move it, not even at the end. */
    release: useStableCallback(() => setAnchor(null)),
    onScroll: updateAnchor,
    /** Input from the reader releases the anchor at a row. */
    onInput: useStableCallback(() => {
      hasInput.current = true;
      if (place.current !== 'end') place.current = null;
    }),
  };
}
