// Which part of a conversation is in memory: a range of its order, never all of it.
import type { AccountDb, MessageRow } from '@amber/client/db';

/** From one message to another, both included; the infinities are the ends of the conversation. */
export interface TimelineRange {
  from: number;
  to: number;
}

export interface TimelineWindow {
  rows: MessageRow[];
  hasOlder: boolean;
  hasNewer: boolean;
}

const between = (db: AccountDb, conversationId: string, from: number, to: number, includeFrom = true, includeTo = true) =>
  db.messages.where('[conversationId+order]').between([conversationId, from], [conversationId, to], includeFrom, includeTo);

type Slice = ReturnType<typeof between>;

/** The order of the last message of a slice, if it is full. */
async function edge(slice: Slice, count: number, whenShort: number): Promise<number> {
  const keys = (await slice.limit(count).keys()) as unknown as [string, number][];
  return keys.length < count ? whenShort : keys.at(-1)![1];
}

/** Where the newest `count` messages begin. */
export const newestStart = (db: AccountDb, conversationId: string, count: number): Promise<number> =>
  edge(between(db, conversationId, -Infinity, Infinity).reverse(), count, -Infinity);

/** Where `count` more messages before `from` begin. */
export const olderStart = (db: AccountDb, conversationId: string, from: number, count: number): Promise<number> =>
  edge(between(db, conversationId, -Infinity, from, true, false).reverse(), count, -Infinity);

/** Where `count` more messages after `to` end. */
export const newerEnd = (db: AccountDb, conversationId: string, to: number, count: number): Promise<number> =>
  edge(between(db, conversationId, to, Infinity, false, true), count, Infinity);

/** The messages of a range, and whether there are others on either side. */
export async function readRange(db: AccountDb, conversationId: string, { from, to }: TimelineRange): Promise<TimelineWindow> {
  const [rows, older, newer] = await Promise.all([
    between(db, conversationId, from, to).toArray(),
    from === -Infinity ? [] : between(db, conversationId, -Infinity, from, true, false).limit(1).keys(),
    to === Infinity ? [] : between(db, conversationId, to, Infinity, false, true).limit(1).keys(),
  ]);
  return { rows, hasOlder: older.length > 0, hasNewer: newer.length > 0 };
}

/** The range without what is too much on the side that is not being read; the same range if nothing is. */
export function trimmed(range: TimelineRange, rows: readonly MessageRow[], most: number, reading: 'older' | 'newer'): TimelineRange {
  if (rows.length <= most) return range;
  return reading === 'older'
    ? { ...range, to: rows[most - 1]!.order }
    : { ...range, from: rows[rows.length - most]!.order };
}
