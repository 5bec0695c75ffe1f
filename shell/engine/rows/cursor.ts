// A device's cursor in a conversation, and the gaps below it.
import type { CursorRow, Gap } from '@amber/client/db';
import type { Row } from '@amber/proto';

/**
 * Returns the cursor right before rows that a sync returned. Whatever is missing between the old cursor and these rows
 * becomes a gap. This account sees nothing up to `joinedSeq`.
 */
export function addGap(
  stored: CursorRow | undefined,
  {
    conversationId,
    epoch,
    joinedSeq,
    first,
  }: {
    conversationId: string;
    epoch: number;
    joinedSeq: number;
    first: Pick<Row, 'seq' | 'prevSeq'>;
  },
): CursorRow {
  const cursor = stored?.epoch === epoch ? stored : { conversationId, epoch, seq: joinedSeq };
  const after = Math.max(cursor.seq, joinedSeq);
  const seq = Math.max(cursor.seq, first.seq - 1);
  if (first.prevSeq <= after) return { ...cursor, seq };
  return { ...cursor, seq, gaps: [...(cursor.gaps ?? []), { after, before: first.seq }] };
}

/** Returns the gap that a reader meets first when scrolling up from `beforeSeq`; 0 is the end of the conversation. */
export const gapAbove = ({ gaps = [] }: CursorRow, beforeSeq: number): Gap | undefined =>
  gaps.findLast(({ after }) => beforeSeq === 0 || after + 1 < beforeSeq);

/** Returns the gap that a reader meets first when scrolling down from `afterSeq`. */
export const gapBelow = ({ gaps = [] }: CursorRow, afterSeq: number): Gap | undefined =>
  gaps.find(({ before }) => before - 1 > afterSeq);

/** Returns the cursor after every position of `stored` has been stored. Empty gaps are removed. */
export function fillGaps(cursor: CursorRow, stored: Gap): CursorRow {
  const { gaps: before = [], ...rest } = cursor;
  const gaps = before
    .flatMap((gap) =>
      stored.before <= gap.after + 1 || stored.after >= gap.before - 1
        ? [gap]
        : [
            { after: gap.after, before: stored.after + 1 },
            { after: stored.before - 1, before: gap.before },
          ],
    )
    .filter((gap) => gap.before - gap.after > 1);
  return { ...rest, ...(gaps.length > 0 && { gaps }) };
}

/** Returns the cursor after a range has been deleted here; the range is merged with the gaps that it touches. */
export function withDeletedRange(cursor: CursorRow, deleted: Gap): CursorRow {
  const touches = ({ after, before }: Gap) => after < deleted.before && before > deleted.after;
  const [touched, others] = [(cursor.gaps ?? []).filter(touches), (cursor.gaps ?? []).filter((gap) => !touches(gap))];
  const merged = {
    after: Math.min(deleted.after, ...touched.map(({ after }) => after)),
    before: Math.max(deleted.before, ...touched.map(({ before }) => before)),
  };
  return { ...cursor, gaps: [...others, merged].sort((a, b) => a.after - b.after) };
}
