// Unread counts: derived from the messages, and summed separately for chats, spaces and bots.
import { isArchived } from './archived.ts';
import type { ConversationRow, MessageRow } from './db.ts';

/** Returns how many of these messages are unread, and how many of those mention the account. */
export function countUnread(messages: readonly Pick<MessageRow, 'isRead' | 'mention'>[]): {
  unread: number;
  mentions: number;
} {
  const unread = messages.filter(({ isRead }) => !isRead);
  return { unread: unread.length, mentions: unread.filter(({ mention }) => mention === 1).length };
}

/** The unread counts of listed conversations. */
export interface UnreadSum {
  /** The count in conversations that are neither muted nor archived; one that is marked as unread counts as one. */
  unread: number;
  /** The count in the others. */
  muted: number;
  /** Mentions count in muted conversations too. */
  mentions: number;
}

const none: UnreadSum = { unread: 0, muted: 0, mentions: 0 };

function add(sum: UnreadSum, row: ConversationRow): UnreadSum {
  const { unread, mentions, userSetting } = row;
  const count = unread || Number(userSetting?.markedUnread ?? false);
  const field = userSetting?.noDisturb || isArchived(row) ? 'muted' : 'unread';
  return { ...sum, [field]: sum[field] + count, mentions: sum.mentions + mentions };
}

type Kind = 'chats' | 'spaces' | 'bots';

const kindOf = ({ spaceId, type }: ConversationRow): Kind =>
  type === 'robot' ? 'bots' : spaceId === '' ? 'chats' : 'spaces';

/**
 * Returns the sums over all listed conversations: chats with bots, rooms of spaces, and chats. Hidden conversations do
 * not count. A chat with a bot counts only under 'bots', although the list of chats shows it too, because the badge at
 * 'Chats' means that a person has written.
 */
export function sumUnread(conversations: readonly ConversationRow[]): Record<Kind, UnreadSum> {
  const listed = conversations.filter(({ status }) => status === 'normal');
  const sumOf = (kind: Kind) => listed.filter((row) => kindOf(row) === kind).reduce(add, none);
  return { chats: sumOf('chats'), spaces: sumOf('spaces'), bots: sumOf('bots') };
}
