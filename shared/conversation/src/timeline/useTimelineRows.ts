// The rows of a timeline; one that has not changed stays the same object.
import type { MessageRow } from '@amber/client/db';
import { useMemo, useState } from 'react';
import { keepSame } from './keepSame.ts';
import { type Reading, timelineRows } from './timelineRows.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** As `timelineRows` says. */
export function useTimelineRows(
  messages: readonly MessageRow[],
  { me, firstUnreadSeq, hasOlder, now }: Reading,
): TimelineRow[] {
  const fresh = useMemo(
    () => timelineRows(messages, { me, firstUnreadSeq, hasOlder, now }),
    [messages, me, firstUnreadSeq, hasOlder, now],
  );
  const [kept, setKept] = useState({ fresh, rows: fresh });
  if (kept.fresh !== fresh) setKept({ fresh, rows: keepSame(kept.rows, fresh, ({ message }) => message.id) });
  return kept.rows;
}
