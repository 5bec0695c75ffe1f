// Marks messages as read and counts the remaining unread ones.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import { unreadCount } from './unreadCount.ts';

/**
 * Marks the messages up to `seq` as read; `conversation` has the read position of before. Returns how many are still
 * unread, and how many of those mention this account. It reads only what lies between the two positions, because a
 * reader advances in many small steps through what may be a hundred thousand messages. Must be called inside a
 * transaction that holds `messages` and `cursors`.
 */
export async function markRead(
  db: AccountDb,
  conversation: ConversationRow,
  seq: number,
  me: string,
): Promise<Pick<ConversationRow, 'unread' | 'mentions'>> {
  const { conversionId, readSeq, mentions } = conversation;
  const nowRead = await db.messages
    .where('[conversationId+order]')
    // Messages that the gateway has lost or sent late lie between two positions.
    .between([conversionId, readSeq], [conversionId, seq + 1], false, false)
    .filter((message) => message.unread === 1 && message.seq <= seq)
    .toArray();
  await db.messages.bulkPut(nowRead.map(({ unread, mention, ...message }) => ({ ...message, isRead: true })));
  return {
    unread: await unreadCount(db, { ...conversation, readSeq: seq }, me),
    mentions: mentions - nowRead.filter(({ mention }) => mention === 1).length,
  };
}
