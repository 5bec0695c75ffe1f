// What each message needs to know about its neighbours: a new day, a new author, the first unread.
import type { MessageRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import { dayOf, formatDay } from '../kit/format.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** When a message was written: the gateway's word, until then this device's. */
const timeOf = (message: MessageRow): number => message.content.timestamp || message.createdAt;

/** Sealed, announced, and not opened on this device yet. */
const isStillToCome = (message: MessageRow): boolean => message.copy === 'queued' && !message.content.message;

/** The beginning of the chat says it once, for all of them. */
const isBeforeThisDevice = (message: MessageRow): boolean => message.unreadable === 'sent_before_this_device';

const belongTogether = (a: TimelineRow, b: TimelineRow): boolean =>
  !a.isLine &&
  !b.isLine &&
  // Nobody knows whether two anonymous messages have one author.
  a.author === b.author &&
  a.isAnonymous === b.isAnonymous &&
  (a.mine || !a.isAnonymous) &&
  !b.day &&
  !b.isNew &&
  Math.abs(b.at - a.at) <= limits.groupWithin;

export interface Reading {
  me: string;
  firstUnreadSeq: number;
  /** There are messages before the first one given. */
  hasOlder: boolean;
  now: number;
}

/**
 * The rows of a timeline, in the order given; left out are sealed messages that are still to come, or that were sent
 * before this device was added.
 * Where there are older ones, the first is only a neighbour to the second: it would change its height, and so move
 * what is read, once what stands above it is known.
 */
export function timelineRows(
  messages: readonly MessageRow[],
  { me, firstUnreadSeq, hasOlder, now }: Reading,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const message of messages) {
    if (isStillToCome(message) || isBeforeThisDevice(message)) continue;
    const at = timeOf(message);
    const previous = rows.at(-1);
    const author = message.content.sender?.identifier ?? '';
    const row: TimelineRow = {
      message,
      at,
      author,
      mine: author === me,
      isAnonymous: message.content.anonymous,
      isLine: message.content.type === 'system' || message.withdrawn !== undefined,
      day: previous && dayOf(previous.at) === dayOf(at) ? '' : formatDay(at, now),
      isNew:
        firstUnreadSeq > 0 && message.seq >= firstUnreadSeq && (!previous || previous.message.seq < firstUnreadSeq),
      isFirst: true,
      isLast: true,
    };
    if (previous && belongTogether(previous, row)) {
      previous.isLast = false;
      row.isFirst = false;
    }
    rows.push(row);
  }
  return hasOlder ? rows.slice(1) : rows;
}
