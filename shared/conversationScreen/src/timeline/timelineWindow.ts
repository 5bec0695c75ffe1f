// The window of a conversation that is in memory: a range of its order, never all of it.
import type { AccountRows, MessageRow } from '@amber/client/rows';
import { limits } from '@amber/proto/limits';
import { messagesInOrder } from '../kit/messagesInOrder.ts';

/** A range of messages, both ends included; the infinities are the ends of the conversation. */
export interface TimelineRange {
  from: number;
  to: number;
}

export interface TimelineWindow {
  rows: MessageRow[];
  hasOlder: boolean;
  hasNewer: boolean;
  /**
   * The position before which the gateway has messages that this device lacks; 0 if nothing before the first row is
   * missing.
   */
  missingBefore: number;
  /** The position at which the nearest missing messages before the last row end, also out of the window; 0 for none. */
  missingBelow: number;
  /** The position after which messages are missing, before the next one; null if none are. */
  missingAfter: number | null;
}

type Slice = ReturnType<typeof messagesInOrder>;

/** Returns the order of the last message of a slice if the slice is full, else `fallback`. */
async function edgeOrder(slice: Slice, count: number, fallback: number): Promise<number> {
  const keys = (await slice.limit(count).keys()) as unknown as [string, number][];
  return keys.length < count ? fallback : keys.at(-1)![1];
}

/** Returns the order at which the newest `count` messages begin. */
export const newestStart = (db: AccountRows, conversationId: string, count: number): Promise<number> =>
  edgeOrder(messagesInOrder(db, conversationId).reverse(), count, -Infinity);

/** Returns the order at which `count` more messages before `from` begin. */
export const olderStart = (db: AccountRows, conversationId: string, from: number, count: number): Promise<number> =>
  edgeOrder(messagesInOrder(db, conversationId, { to: from, includeTo: false }).reverse(), count, -Infinity);

export const gapsOf = async (db: AccountRows, conversationId: string) =>
  (await db.cursors.get(conversationId))?.gaps ?? [];

/** Returns the order at which `count` more messages after `to` end, at the latest where the next gap begins. */
export async function newerEnd(db: AccountRows, conversationId: string, to: number, count: number): Promise<number> {
  const [end, gaps] = await Promise.all([
    edgeOrder(messagesInOrder(db, conversationId, { from: to, includeFrom: false }), count, Infinity),
    gapsOf(db, conversationId),
  ]);
  return gaps.reduce((nearest, { after }) => (after >= to ? Math.min(nearest, after) : nearest), end);
}

/**
 * Whether the first page consists of messages that were encrypted before this device existed. Older messages of the
 * gateway are then not requested, because they are unreadable as well.
 */
const beginsBeforeThisDevice = (rows: readonly MessageRow[]): boolean =>
  rows.length >= limits.timelinePage &&
  rows.slice(0, limits.timelinePage).every(({ unreadable }) => unreadable === 'sent_before_this_device');

/**
 * Reads the messages of a range, and whether there are others on either side.
 * A range ends at a gap, because two messages must not look like neighbours when they are not.
 */
export async function readRange(
  db: AccountRows,
  conversationId: string,
  { from, to }: TimelineRange,
): Promise<TimelineWindow> {
  const [gaps, all, older, newer] = await db.transaction('r', db.cursors, db.messages, () =>
    Promise.all([
      gapsOf(db, conversationId),
      messagesInOrder(db, conversationId, { from, to }).toArray(),
      from === -Infinity ? [] : messagesInOrder(db, conversationId, { to: from, includeTo: false }).limit(1).keys(),
      to === Infinity ? [] : messagesInOrder(db, conversationId, { from: to, includeFrom: false }).limit(1).keys(),
    ]),
  );
  // The position at which the nearest gap below `to` ends; 0 if nothing is missing there.
  const gap = gaps.reduce((nearest, { before }) => (before <= to ? Math.max(nearest, before) : nearest), 0);
  const above = gaps.find(({ after, before }) => after <= to && before > to);
  const hasGap = gap > 0 && gap >= from;
  const rows = hasGap ? all.filter(({ order }) => order >= gap) : all;
  const isAtGap = hasGap && !(older.length === 0 && beginsBeforeThisDevice(rows));
  return {
    rows,
    hasOlder: older.length > 0 || isAtGap,
    hasNewer: newer.length > 0 || above !== undefined,
    missingBefore: isAtGap ? gap : 0,
    missingBelow: gap,
    missingAfter: above ? above.after : null,
  };
}

/**
 * Returns the range without the rows beyond `maxRows` on the side that is not being read; the same range if there are
 * none.
 */
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
