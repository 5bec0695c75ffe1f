// Counts the unread messages of a conversation, those included that this device has not fetched.
import { type AccountDb, type ConversationRow, isSealedChat } from '@amber/client/db';
import type { CursorRow } from '@amber/client/db';

/**
 * Returns how many positions after the read position this device has not fetched. Some may turn out to be changes or own
 * messages. An encrypted chat has none: its unread copies are delivered, and older messages cannot be decrypted here.
 */
function unfetchedUnread(conversation: ConversationRow, { gaps = [] }: Pick<CursorRow, 'gaps'>, me: string): number {
  if (isSealedChat(conversation, me)) return 0;
  return gaps.reduce(
    (sum, { after, before }) => sum + Math.max(0, before - 1 - Math.max(after, conversation.readSeq)),
    0,
  );
}

/**
 * Returns the number of unread messages of this conversation. Must be called inside a transaction that holds `messages`
 * and `cursors`.
 */
export async function unreadCount(db: AccountDb, conversation: ConversationRow, me: string): Promise<number> {
  const { conversionId } = conversation;
  const [stored, cursor] = await Promise.all([
    db.messages.where('[conversationId+unread]').equals([conversionId, 1]).count(),
    db.cursors.get(conversionId),
  ]);
  return stored + unfetchedUnread(conversation, cursor ?? {}, me);
}

/**
 * Corrects the unread count of a conversation whose gaps or read position have changed. Must be called inside a
 * transaction that holds `messages`, `cursors` and `conversations`.
 */
export async function recountUnread(db: AccountDb, conversationId: string, me: string): Promise<void> {
  const conversation = await db.conversations.get(conversationId);
  if (conversation) await db.conversations.update(conversationId, { unread: await unreadCount(db, conversation, me) });
}
