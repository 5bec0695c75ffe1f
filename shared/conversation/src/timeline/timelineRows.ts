// Computes what each message shows because of its neighbours: a new day, a new author, the first unread message.
import type { MessageRow } from '@amber/client/rows';
import { protectionOf } from '@amber/client/messageState';
import { readSystem } from '@amber/proto/bodies';
import { groupAlbums } from './groupAlbums.ts';
import { isSameGroup } from './isSameGroup.ts';
import { startOfDay, formatDay } from '../kit/format.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The time of a message according to the gateway; until it is sent, according to this device. */
const timeOf = (message: MessageRow): number => message.content.timestamp || message.createdAt;

/** Whether this line says that somebody else has joined. A line about the reader stays apart. */
const joinsOf = ({ content }: MessageRow, me: string): boolean => {
  const origin = content.type === 'system' ? readSystem(content) : null;
  return origin?.cmdId === 'joinMember' && origin.actor !== me;
};

export interface TimelineRowsOptions {
  me: string;
  firstUnreadSeq: number;
  /** The number of messages after the 'New' line. */
  newCount?: number;
  /** Whether messages exist before the first one passed in. */
  hasOlder: boolean;
  now: number;
}

/**
 * Returns the rows of a timeline in the order of the messages. It leaves out encrypted messages that are not decrypted
 * yet or that were sent before this device was added.
 * If older messages exist, the first message only serves as the neighbour of the second: its height would change once
 * its own predecessor is known, and that would move the visible rows.
 */
export function timelineRows(
  messages: readonly MessageRow[],
  { me, firstUnreadSeq, newCount = 0, hasOlder, now }: TimelineRowsOptions,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const message of messages) {
    const author = message.content.sender?.identifier ?? '';
    const mine = author === me;
    // Messages from before this device are explained once, at the beginning of the chat.
    if (protectionOf(message, mine) === 'missing') continue;
    const at = timeOf(message);
    const previous = rows.at(-1);
    const row: TimelineRow = {
      message,
      at,
      author,
      mine,
      isAnonymous: message.content.anonymous,
      isSystemLine: message.content.type === 'system' || message.withdrawn !== undefined,
      dayLabel: previous && startOfDay(previous.at) === startOfDay(at) ? '' : formatDay(at, now),
      isFirstUnread:
        firstUnreadSeq > 0 && message.seq >= firstUnreadSeq && (!previous || previous.message.seq < firstUnreadSeq),
      newCount: 0,
      foldedLines: [],
      isFirstOfGroup: true,
      isLastOfGroup: true,
    };
    if (row.isFirstUnread) row.newCount = newCount;
    if (previous && isSameGroup(previous, row)) {
      previous.isLastOfGroup = false;
      row.isFirstOfGroup = false;
    }
    if (previous && !row.dayLabel && !row.isFirstUnread && joinsOf(previous.message, me) && joinsOf(message, me)) {
      rows.pop();
      row.foldedLines = [...previous.foldedLines, previous.message];
      row.dayLabel = previous.dayLabel;
      row.isFirstUnread = previous.isFirstUnread;
      row.newCount = previous.newCount;
    }
    rows.push(row);
  }
  return groupAlbums(hasOlder ? rows.slice(1) : rows, hasOlder);
}
