// What each message needs to know about its neighbours: a new day, a new author, the first unread.
import type { MessageRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import { startOfDay, formatDay } from '../kit/format.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** When a message was written: the gateway's word, until then this device's. */
const timeOf = (message: MessageRow): number => message.content.timestamp || message.createdAt;

/** Sealed, announced, and not opened on this device yet. */
const isUndecrypted = (message: MessageRow): boolean => message.copy === 'queued' && !message.content.message;

/** The beginning of the chat says it once, for all of them. */
const isBeforeThisDevice = (message: MessageRow): boolean => message.unreadable === 'sent_before_this_device';

const isSameGroup = (a: TimelineRow, b: TimelineRow): boolean =>
  !a.isSystemLine &&
  !b.isSystemLine &&
  // Nobody knows whether two anonymous messages have one author.
  a.author === b.author &&
  a.isAnonymous === b.isAnonymous &&
  (a.mine || !a.isAnonymous) &&
  !b.dayLabel &&
  !b.isFirstUnread &&
  Math.abs(b.at - a.at) <= limits.groupWithin;

export interface TimelineRowsOptions {
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
  { me, firstUnreadSeq, hasOlder, now }: TimelineRowsOptions,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const message of messages) {
    if (isUndecrypted(message) || isBeforeThisDevice(message)) continue;
    const at = timeOf(message);
    const previous = rows.at(-1);
    const author = message.content.sender?.identifier ?? '';
    const row: TimelineRow = {
      message,
      at,
      author,
      mine: author === me,
      isAnonymous: message.content.anonymous,
      isSystemLine: message.content.type === 'system' || message.withdrawn !== undefined,
      dayLabel: previous && startOfDay(previous.at) === startOfDay(at) ? '' : formatDay(at, now),
      isFirstUnread:
        firstUnreadSeq > 0 && message.seq >= firstUnreadSeq && (!previous || previous.message.seq < firstUnreadSeq),
      isFirstOfGroup: true,
      isLastOfGroup: true,
    };
    if (previous && isSameGroup(previous, row)) {
      previous.isLastOfGroup = false;
      row.isFirstOfGroup = false;
    }
    rows.push(row);
  }
  return hasOlder ? rows.slice(1) : rows;
}
