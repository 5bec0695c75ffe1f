// Removes a conversation from this device: all of it, or what precedes my return.
import type { AccountDb } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Device } from '@amber/proto';
import { enqueueFileReleases } from './fileReleaseQueue.ts';
import type { Command, CommandContext } from './command.ts';

/**
 * A returning member sees the messages from this place on: what a device still has from before, because it missed the
 * removal, is deleted as it would have been then. Must be called inside a transaction that holds `rowTables`.
 */
export async function deleteHistoryBefore(db: AccountDb, conversationId: string, seq: number): Promise<void> {
  const before = await db.messages
    .where('[conversationId+order]')
    .between([conversationId, -Infinity], [conversationId, seq], true, false)
    .primaryKeys();
  if (before.length === 0) return;
  await Promise.all([
    db.messages.bulkDelete(before),
    db.files.bulkDelete(before),
    db.changes
      .where({ conversationId })
      .filter(({ order }) => order < seq)
      .delete(),
    db.cursors.where({ conversationId }).modify((cursor) => {
      delete cursor.gaps;
    }),
  ]);
  const unread = await db.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray();
  await db.conversations.update(conversationId, countUnread(unread));
}

/**
 * I am no longer a member: none of it stays on this device. A room that is open to all members of its space is added
 * and removed with the space, by a notice: see spaceNews.ts.
 */
export async function leaveConversation(
  how: 'quit' | 'removed' | 'dismissed',
  command: Command,
  { db, emit, me, afterCommit }: CommandContext,
) {
  const { conversationId, actor } = command;
  const conversation = await db.conversations.get(conversationId);
  if (conversation?.spaceId && (how === 'dismissed' || conversation.groupSetting?.visibility)) return;
  await deleteConversation(db, conversationId, how === 'dismissed' ? me : undefined);
  afterCommit(command);
  const name = conversation?.userSetting?.groupRemark || conversation?.name || '';
  emit({ type: 'conversationLeft', conversationId, spaceId: conversation?.spaceId ?? '', name, how, by: actor });
}

/**
 * Deletes the files of a conversation's messages; there are far fewer files than messages. Must be called inside a
 * transaction that holds both.
 */
async function deleteFiles(db: AccountDb, conversationId: string): Promise<void> {
  const ids = await db.files.toCollection().primaryKeys();
  const messages = await db.messages.bulkGet(ids);
  await db.files.bulkDelete(ids.filter((_, index) => messages[index]?.conversationId === conversationId));
}

/**
 * Deletes a conversation with all that belongs to it, unless it is a private chat, which nobody can remove from a
 * device; with `endedFor`, who this is, it is gone for everybody.
 * Must be called inside a transaction that holds `rowTables`.
 */
export async function deleteConversation(db: AccountDb, conversationId: string, endedFor?: Device): Promise<void> {
  if ((await db.conversations.get(conversationId))?.type === 'private') return;
  await enqueueFileReleases(db, conversationId, endedFor);
  await deleteFiles(db, conversationId);
  await Promise.all([
    db.conversations.delete(conversationId),
    db.messages.where({ conversationId }).delete(),
    db.changes.where({ conversationId }).delete(),
    db.members.where({ conversionId: conversationId }).delete(),
    db.drafts.delete(conversationId),
    db.cursors.delete(conversationId),
    db.outbox.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]).delete(),
  ]);
}
