// Marks messages as read and counts the remaining unread ones.
import type { AccountDb } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';

/**
 * Marks the messages up to `seq` as read. Returns how many are still unread, and how many of those mention this
 * account. Must be called inside a transaction that holds `messages`.
 */
export async function markRead(
  db: AccountDb,
  conversationId: string,
  seq: number,
): Promise<{ unread: number; mentions: number }> {
  const unreadMessages = await db.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray();
  const [nowRead, stillUnread] = [
    unreadMessages.filter((message) => message.seq <= seq),
    unreadMessages.filter((message) => message.seq > seq),
  ];
  await db.messages.bulkPut(nowRead.map(({ unread, mention, ...message }) => ({ ...message, isRead: true })));
  return countUnread(stillUnread);
}
