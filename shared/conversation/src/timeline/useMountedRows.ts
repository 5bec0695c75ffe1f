// Keeps the rows around what is in sight in the document, and changes which ones several at a time.
import { type RefObject, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

/** Rows this far out of sight are measured already, so that a quick hand never sees one change its height. */
const overscan = 400;
/**
 * A row that comes in moves all that are in the document, once it is measured. Rows that come in together move them once,
 * and the frames between have nothing to do but scroll.
 */
const batchSize = 12;

/** From one index to another, both included. */
export interface IndexRange {
  from: number;
  to: number;
}

/**
 * What to keep in the document where `needed` must be there, of rows up to the index `last`: what is held, if that will do.
 * Only the side that lacks rows grows: those that come in at the other one would be measured at a time of their own.
 */
export function nextRange(current: IndexRange | null, needed: IndexRange, last: number): IndexRange {
  const [from, to] = [Math.max(0, needed.from - batchSize), Math.min(last, needed.to + batchSize)];
  if (!current) return { from, to };
  const lacks = { above: current.from > needed.from, below: current.to < Math.min(needed.to, last) };
  if (!lacks.above && !lacks.below) return current;
  return { from: lacks.above ? from : Math.max(current.from, from), to: lacks.below ? to : Math.min(current.to, to) };
}

/** The indexes for the list's `keepMounted`; call `look` when it has scrolled or its rows have changed. */
export function useMountedRows(rows: readonly TimelineRow[], list: RefObject<VirtualizerHandle | null>) {
  // By name: rows that come in above change the indexes.
  const [mountedEnds, setMountedEnds] = useState({ first: '', last: '' });
  const indexOf = (id: string) => rows.findIndex(({ message }) => message.id === id);
  const [from, to] = [indexOf(mountedEnds.first), indexOf(mountedEnds.last)];
  const current = from >= 0 && to >= from ? { from, to } : null;

  const look = useStableCallback(() => {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0 || rows.length === 0) return;
    const { scrollOffset, viewportSize } = handle;
    const needed = {
      from: handle.findItemIndex(scrollOffset - overscan),
      to: handle.findItemIndex(scrollOffset + viewportSize + overscan),
    };
    const next = nextRange(current, needed, rows.length - 1);
    if (next !== current) setMountedEnds({ first: rows[next.from]!.message.id, last: rows[next.to]!.message.id });
  });
  return {
    mounted: current ? Array.from({ length: current.to - current.from + 1 }, (_, at) => current.from + at) : [],
    look,
  };
}
