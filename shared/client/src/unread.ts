// What is unread: derived from the messages, summed over the conversations: chats, spaces and bots apart.
import type { ConversationRow, MessageRow } from './db.ts';

/** How many of these messages are unread, from isRead alone, and how many of those mention me. */
export function countUnread(messages: readonly Pick<MessageRow, 'isRead' | 'mention'>[]): {
  unread: number;
  mentions: number;
} {
  const unread = messages.filter(({ isRead }) => !isRead);
  return { unread: unread.length, mentions: unread.filter(({ mention }) => mention === 1).length };
}

/** Of conversations that are listed. */
export interface UnreadSum {
  /** In those that are not muted. */
  unread: number;
  muted: number;
  /** A mention counts in a muted conversation too. */
  mentions: number;
}

const none: UnreadSum = { unread: 0, muted: 0, mentions: 0 };

function add(sum: UnreadSum, { unread, mentions, userSetting }: ConversationRow): UnreadSum {
  const isMuted = userSetting?.noDisturb === true;
  return {
    unread: sum.unread + (isMuted ? 0 : unread),
    muted: sum.muted + (isMuted ? unread : 0),
    mentions: sum.mentions + mentions,
  };
}

type Kind = 'chats' | 'spaces' | 'bots';

const kindOf = ({ spaceId, type }: ConversationRow): Kind =>
  type === 'robot' ? 'bots' : spaceId === '' ? 'chats' : 'spaces';

/**
 * The sums of all conversations: with bots, in spaces, and chats. One that is hidden is not counted. Each is counted once:
 * a chat with a bot also stands in the list of chats, but the count at 'Chats' says that a person has written.
 */
export function sumUnread(conversations: readonly ConversationRow[]): Record<Kind, UnreadSum> {
  const listed = conversations.filter(({ status }) => status === 'normal');
  const sumOf = (kind: Kind) => listed.filter((row) => kindOf(row) === kind).reduce(add, none);
  return { chats: sumOf('chats'), spaces: sumOf('spaces'), bots: sumOf('bots') };
}
