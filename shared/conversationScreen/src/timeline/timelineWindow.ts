// Which part of a conversation is in memory: a range of its order, never all of it.
import type { AccountDb, MessageRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';

/** From one message to another, both included; the infinities are the ends of the conversation. */
export interface TimelineRange {
  from: number;
  to: number;
}

export interface TimelineWindow {
  rows: MessageRow[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** What comes before the first row is not on this device: the gateway has it, before this place. 0: it is here. */
  missingBefore: number;
}

const between = (
  db: AccountDb,
  conversationId: string,
  from: number,
  to: number,
  includeFrom = true,
  includeTo = true,
) =>
  db.messages
    .where('[conversationId+order]')
    .between([conversationId, from], [conversationId, to], includeFrom, includeTo);

type Slice = ReturnType<typeof between>;

/** The order of the last message of a slice, if it is full. */
async function edgeOrder(slice: Slice, count: number, fallback: number): Promise<number> {
  const keys = (await slice.limit(count).keys()) as unknown as [string, number][];
  return keys.length < count ? fallback : keys.at(-1)![1];
}

/** Where the newest `count` messages begin. */
export const newestStart = (db: AccountDb, conversationId: string, count: number): Promise<number> =>
  edgeOrder(between(db, conversationId, -Infinity, Infinity).reverse(), count, -Infinity);

/** Where `count` more messages before `from` begin. */
export const olderStart = (db: AccountDb, conversationId: string, from: number, count: number): Promise<number> =>
  edgeOrder(between(db, conversationId, -Infinity, from, true, false).reverse(), count, -Infinity);

/** Where `count` more messages after `to` end. */
export const newerEnd = (db: AccountDb, conversationId: string, to: number, count: number): Promise<number> =>
  edgeOrder(between(db, conversationId, to, Infinity, false, true), count, Infinity);

/** Where the nearest gap below `to` ends; 0 when nothing is missing there. */
async function gapBelow(db: AccountDb, conversationId: string, to: number): Promise<number> {
  const gaps = (await db.cursors.get(conversationId))?.gaps ?? [];
  return gaps.reduce((nearest, { before }) => (before <= to ? Math.max(nearest, before) : nearest), 0);
}

/** A whole page of what was sealed before this device was there: what the gateway has before it is not asked for. */
const beginsBeforeThisDevice = (rows: readonly MessageRow[]): boolean =>
  rows.length >= limits.timelinePage &&
  rows.slice(0, limits.timelinePage).every(({ unreadable }) => unreadable === 'sent_before_this_device');

/**
 * The messages of a range, and whether there are others on either side.
 * A range ends where something is missing: two messages must not look like neighbours when they are not.
 */
export async function readRange(
  db: AccountDb,
  conversationId: string,
  { from, to }: TimelineRange,
): Promise<TimelineWindow> {
  const [gap, all, older, newer] = await db.transaction('r', db.cursors, db.messages, () =>
    Promise.all([
      gapBelow(db, conversationId, to),
      between(db, conversationId, from, to).toArray(),
      from === -Infinity ? [] : between(db, conversationId, -Infinity, from, true, false).limit(1).keys(),
      to === Infinity ? [] : between(db, conversationId, to, Infinity, false, true).limit(1).keys(),
    ]),
  );
  const hasGap = gap > 0 && gap >= from;
  const rows = hasGap ? all.filter(({ order }) => order >= gap) : all;
  const isAtGap = hasGap && !(older.length === 0 && beginsBeforeThisDevice(rows));
  return {
    rows,
    hasOlder: older.length > 0 || isAtGap,
    hasNewer: newer.length > 0,
    missingBefore: isAtGap ? gap : 0,
  };
}

/** A range with a message in its midst; null when this device does not hold it. */
export async function rangeAround(
  db: AccountDb,
  conversationId: string,
  id: string,
  count: number,
): Promise<TimelineRange | null> {
  const message = await db.messages.get(id);
  if (message?.conversationId !== conversationId) return null;
  const half = Math.ceil(count / 2);
  const [from, to] = await Promise.all([
    olderStart(db, conversationId, message.order, half),
    newerEnd(db, conversationId, message.order, half),
  ]);
  return { from, to };
}

/** The range without what is too much on the side that is not being read; the same range if nothing is. */
export function trimRange(
  range: TimelineRange,
  rows: readonly MessageRow[],
  maxRows: number,
  direction: 'older' | 'newer',
): TimelineRange {
  if (rows.length <= maxRows) return range;
  return direction === 'older'
    ? { ...range, to: rows[maxRows - 1]!.order }
    : { ...range, from: rows[rows.length - maxRows]!.order };
}
