// The rows of a timeline, where an unchanged row stays the same object.
import type { MessageRow } from '@amber/client/rows';
import { useMemo, useState } from 'react';
import { reuseUnchanged } from './reuseUnchanged.ts';
import { type TimelineRowsOptions, timelineRows } from './timelineRows.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** Returns the result of `timelineRows`, memoized. */
export function useTimelineRows(
  messages: readonly MessageRow[],
  { me, firstUnreadSeq, newCount = 0, hasOlder, now }: TimelineRowsOptions,
): TimelineRow[] {
  const fresh = useMemo(
    () => timelineRows(messages, { me, firstUnreadSeq, newCount, hasOlder, now }),
    [messages, me, firstUnreadSeq, newCount, hasOlder, now],
  );
  const [cached, setCached] = useState({ fresh, rows: fresh });
  if (cached.fresh !== fresh)
    setCached({ fresh, rows: reuseUnchanged(cached.rows, fresh, ({ message }) => message.id) });
  return cached.rows;
}
