// Keeps the rows around the visible ones mounted, and changes the mounted range in batches.
import { type RefObject, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

/**
 * The distance in pixels within which rows are mounted and measured in advance, so that fast scrolling never shows a
 * row changing its height.
 */
const overscan = 400;
/**
 * The number of rows per batch. A newly mounted row moves all mounted rows once it is measured. Rows mounted together
 * move them only once, and the frames in between only have to scroll.
 */
const batchSize = 12;

/** A range of indexes, both ends included. */
export interface IndexRange {
  from: number;
  to: number;
}

/**
 * Returns the range to keep mounted so that it contains `needed`, for rows up to the index `last`; `current` if that
 * suffices. Only the side that lacks rows grows, because rows added at the other side would be measured at another
 * time.
 */
export function nextRange(current: IndexRange | null, needed: IndexRange, last: number): IndexRange {
  const [from, to] = [Math.max(0, needed.from - batchSize), Math.min(last, needed.to + batchSize)];
  if (!current) return { from, to };
  const lacks = { above: current.from > needed.from, below: current.to < Math.min(needed.to, last) };
  if (!lacks.above && !lacks.below) return current;
  return { from: lacks.above ? from : Math.max(current.from, from), to: lacks.below ? to : Math.min(current.to, to) };
}

/** Returns the indexes for the list's `keepMounted`. Call `look` after scrolling and after the rows have changed. */
export function useMountedRows(rows: readonly TimelineRow[], list: RefObject<VirtualizerHandle | null>) {
  // The range is stored by message id, because rows inserted above change the indexes.
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
