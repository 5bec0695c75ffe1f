// Deletes a conversation from this device, or its history before the account rejoined it.
import { type AccountDb, attachmentPrefix } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Device } from '@amber/proto';
import { rowsInOrder } from './rowsInOrder.ts';
import { enqueueFileReleases } from './fileReleaseQueue.ts';
import type { Command, CommandContext } from './command.ts';
import { clearDeleted } from './deletedMessages.ts';
import { emptyListing } from './listing.ts';
import { putSystemLine } from './systemLines.ts';
import { deleteVoiceDraft } from './voiceDraft.ts';

/**
 * Deletes what precedes `seq`. A member who rejoins sees only later messages; older ones are still here if this device
 * missed the removal, which would have deleted them. Must be called inside a transaction that holds `rowTables`.
 */
export async function deleteHistoryBefore(db: AccountDb, conversationId: string, seq: number): Promise<void> {
  const before = await rowsInOrder(db.messages, conversationId, -Infinity, seq).primaryKeys();
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
  // No gap is left, so that every unread message is stored here.
  const unread = await db.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray();
  await db.conversations.update(conversationId, countUnread(unread));
}

/**
 * This account is no longer a member, so everything is deleted from this device. A group that somebody else has
 * disbanded says so for a while, alone in its timeline: a follow-up then removes it. A room that is open to all members of
 * its space is added and removed with the space, by a notice: see spaceChanges.ts.
 */
export async function leaveConversation(
  how: 'quit' | 'removed' | 'dismissed',
  command: Command,
  { db, emit, me, addFollowUp, afterCommit }: CommandContext,
) {
  const { conversationId, actor, at } = command;
  const conversation = await db.conversations.get(conversationId);
  if (conversation?.spaceId && (how === 'dismissed' || conversation.groupSetting?.visibility)) return;
  await deleteConversation(db, conversationId, how === 'dismissed' ? me : undefined);
  afterCommit(command);
  const name = conversation?.userSetting?.groupRemark || conversation?.name || '';
  if (how === 'dismissed' && conversation && actor !== me.identifier) {
    await db.conversations.put({ ...conversation, ...emptyListing, unread: 0, mentions: 0, sortTime: at });
    await putSystemLine(db, command);
    return addFollowUp({ kind: 'dismissed', id: conversationId, name, by: actor });
  }
  emit({ type: 'conversationLeft', conversationId, spaceId: conversation?.spaceId ?? '', name, how, by: actor });
}

/**
 * Deletes the files of a conversation's messages. It starts from the files, of which there are far fewer than messages.
 * Must be called inside a transaction that holds both tables.
 */
async function deleteFiles(db: AccountDb, conversationId: string): Promise<void> {
  const ids = await db.files.toCollection().primaryKeys();
  const messages = await db.messages.bulkGet(ids);
  await db.files.bulkDelete(ids.filter((_, index) => messages[index]?.conversationId === conversationId));
}

/**
 * Deletes a conversation with everything that belongs to it. A private chat stays, because nobody can remove one from a
 * device. If `endedFor` (this device) is set, the conversation no longer exists for anybody, and the files that this
 * account sent in it are released, too. Must be called inside a transaction that holds `rowTables`.
 */
export async function deleteConversation(db: AccountDb, conversationId: string, endedFor?: Device): Promise<void> {
  if ((await db.conversations.get(conversationId))?.type === 'private') return;
  await enqueueFileReleases(db, conversationId, endedFor);
  await deleteFiles(db, conversationId);
  await clearDeleted(db, conversationId);
  await Promise.all([
    db.conversations.delete(conversationId),
    db.messages.where({ conversationId }).delete(),
    db.changes.where({ conversationId }).delete(),
    db.members.where({ conversionId: conversationId }).delete(),
    db.drafts.delete(conversationId),
    db.files.where('id').startsWith(attachmentPrefix(conversationId)).delete(),
    deleteVoiceDraft(db, conversationId),
    db.cursors.delete(conversationId),
    rowsInOrder(db.outbox, conversationId).delete(),
  ]);
}
