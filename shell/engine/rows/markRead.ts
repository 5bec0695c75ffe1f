// Marks messages as read, and counts those that are left.
import type { AccountDb } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';

/**
 * Marks what has arrived up to this place as read and returns how many unread are left, and how many of them mention
 * me.
 * Must be called inside a transaction that holds `messages`.
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
