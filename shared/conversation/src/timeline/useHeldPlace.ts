// Keeps a timeline where its reader wants to be, at its end or at one message, while its rows come in and change their heights.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStable } from '../kit/useStable.ts';

const near = 32;
/** Rows that have not changed for so long are measured. */
const measuredAfter = 200;

type Align = 'start' | 'center';
type Place = { id: string; align: Align } | 'end' | null;

interface PlacePorts {
  rows: readonly TimelineRow[];
  list: RefObject<VirtualizerHandle | null>;
  log: RefObject<HTMLElement | null>;
  /** What stands above the first row. */
  head: RefObject<HTMLElement | null>;
  /** Whether it begins at its end. */
  atEnd: boolean;
}

/** How far below what is in sight the end is. */
const below = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/**
 * Whether the newest message is in sight, the ways to go to a place, and the handlers that keep it. It scrolls by itself:
 * the list's own way goes on for a while, against a reader who turns back meanwhile.
 */
export function useHeldPlace({ rows, list, log, head, atEnd }: PlacePorts) {
  const place = useRef<Place>(atEnd ? 'end' : null);
  const lastOffset = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [atBottom, setAtBottom] = useState(atEnd);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = useStable((next: Place) => {
    place.current = next;
    setAtBottom(next === 'end');
  });

  const look = useStable(() => {
    const { scrollTop } = log.current!;
    // Rows grow when they are measured: only a reader who scrolls back leaves the end.
    if (place.current === null || place.current === 'end') {
      if (below(log.current!) <= near) settle('end');
      else if (scrollTop < lastOffset.current - 1) settle(null);
    }
    lastOffset.current = scrollTop;
  });

  const scroll = useStable((top: number) => {
    log.current!.scrollTo({ top, behavior: 'instant' });
    lastOffset.current = log.current!.scrollTop;
  });

  const showRow = useStable(({ id, align }: { id: string; align: Align }) => {
    const index = rows.findIndex(({ message }) => message.id === id);
    const handle = list.current;
    if (index < 0 || !handle) return;
    const room = log.current!.clientHeight - handle.getItemSize(index);
    scroll(head.current!.offsetHeight + handle.getItemOffset(index) - (align === 'center' ? room / 2 : 0));
  });

  /** After rows have come in, or have changed their heights. */
  const keep = useStable(() => {
    const [element, handle] = [log.current!, list.current];
    if (!handle || handle.viewportSize === 0) return;
    if (place.current !== null && place.current !== 'end') {
      showRow(place.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        place.current = null;
        look();
      }, measuredAfter);
      return;
    }
    // All of it may be in sight, and then nothing scrolls. The list's figures, unlike the element's, need no layout.
    if (place.current === null && handle.scrollSize - handle.viewportSize - handle.scrollOffset <= near) look();
    // The reader may have turned back, and nobody was told yet.
    else if (place.current === 'end' && element.scrollTop < lastOffset.current - 1) look();
    if (place.current === 'end') scroll(element.scrollHeight);
  });

  const go = useStable((to: Place) => {
    clearTimeout(timer.current);
    settle(to);
    keep();
  });
  return {
    atBottom,
    place,
    keep,
    toBottom: useStable(() => go('end')),
    toRow: useStable((id: string, align: Align) => go({ id, align })),
    onScroll: look,
    /** The reader does something: a row is not held any longer. */
    onInput: useStable(() => {
      if (place.current !== 'end') place.current = null;
    }),
  };
}
