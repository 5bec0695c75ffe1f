// A device's cursor in a conversation, and the gaps below it.
import type { CursorRow, Gap } from '@amber/client/db';
import type { Row } from '@amber/proto';

/**
 * The cursor right before rows that a sync has brought: what is missing between it and them is a gap.
 * `joinedSeq`: nothing up to there is visible to this person.
 */
export function addGap(
  here: CursorRow | undefined,
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
  const cursor = here?.epoch === epoch ? here : { conversationId, epoch, seq: joinedSeq };
  const after = Math.max(cursor.seq, joinedSeq);
  const seq = Math.max(cursor.seq, first.seq - 1);
  if (first.prevSeq <= after) return { ...cursor, seq };
  return { ...cursor, seq, gaps: [...(cursor.gaps ?? []), { after, before: first.seq }] };
}

/** The gap that a reader meets when going up from this place; 0 is the end. */
export const gapAbove = ({ gaps = [] }: CursorRow, place: number): Gap | undefined =>
  gaps.findLast(({ after }) => place === 0 || after + 1 < place);

/** The cursor when everything from `from` on in this gap is stored; an empty gap is removed. */
export function filled(cursor: CursorRow, gap: Gap, from: number): CursorRow {
  const { gaps: before = [], ...kept } = cursor;
  const gaps = before.flatMap((one) =>
    one.before !== gap.before || one.after !== gap.after
      ? [one]
      : from - 1 > one.after
        ? [{ after: one.after, before: from }]
        : [],
  );
  return { ...kept, ...(gaps.length > 0 && { gaps }) };
}

/** The cursor after a stretch has been deleted here, merged with the gaps that it touches. */
export function withoutStretch(cursor: CursorRow, gone: Gap): CursorRow {
  const touches = ({ after, before }: Gap) => after < gone.before && before > gone.after;
  const [touched, others] = [(cursor.gaps ?? []).filter(touches), (cursor.gaps ?? []).filter((gap) => !touches(gap))];
  const one = {
    after: Math.min(gone.after, ...touched.map(({ after }) => after)),
    before: Math.max(gone.before, ...touched.map(({ before }) => before)),
  };
  return { ...cursor, gaps: [...others, one].sort((a, b) => a.after - b.after) };
}
