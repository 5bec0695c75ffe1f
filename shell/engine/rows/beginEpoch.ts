// The start of a new epoch of a conversation, after the gateway was restored from a backup and has lost the rows after
// some position.
import { type AccountDb, type CursorRow, pendingOrder } from '@amber/client/db';
import type { SyncReply_Part } from '@amber/proto';
import { relist } from './listing.ts';
import { putLocalLine } from './systemLines.ts';
import { recountUnread } from './unreadCount.ts';

/**
 * Returns an order between `after` and the next position. Items keep their sequence, and there is room for system lines
 * behind them.
 */
const orderBetween = (after: number, index: number, count: number): number => after + (0.5 * (index + 1)) / (count + 1);

interface NewEpoch extends Pick<SyncReply_Part, 'epoch' | 'epochAfter'> {
  /** The messages of the new epoch: they are not lost, whatever position they had before. */
  ids: ReadonlySet<string>;
  actor: string;
  now: number;
}

/**
 * Continues a conversation in its new epoch. The messages that the gateway has lost stay where they were on this
 * device, and a system line says so; new ones follow them. The epoch's number is the time when it began: younger
 * messages already belong to it. Must be called inside a transaction that holds `rowTables`.
 */
export async function beginEpoch(
  db: AccountDb,
  { conversationId, seq, gaps = [] }: CursorRow,
  { epoch, epochAfter: after, ids, actor, now }: NewEpoch,
): Promise<void> {
  const lostMessages = await db.messages
    .where('[conversationId+order]')
    .between([conversationId, after], [conversationId, pendingOrder(0)], false, false)
    .filter(({ createdAt }) => createdAt < epoch)
    .toArray();
  // Position 0 would mark the message as still being sent.
  const assignedSeq = Math.max(after, 1);
  await db.messages.bulkPut(
    lostMessages.map((message, index) => ({
      ...message,
      ...(message.seq > 0 && { seq: assignedSeq }),
      order: orderBetween(after, index, lostMessages.length),
    })),
  );
  await relist(
    db,
    conversationId,
    lostMessages.map(({ id }) => id),
  );
  const changes = await db.changes
    .where({ conversationId })
    .filter(({ order, at }) => order > after && order < pendingOrder(0) && at < epoch)
    .sortBy('order');
  await db.changes.bulkPut(
    changes.map((change, index) => ({
      ...change,
      seq: assignedSeq,
      order: orderBetween(after, index, changes.length),
    })),
  );
  const isUnread = lostMessages.some(({ isRead }) => !isRead);
  await db.conversations.where({ conversionId: conversationId }).modify((row) => {
    row.readSeq = Math.min(row.readSeq, isUnread ? Math.max(after - 1, 0) : after);
    for (const field of ['toldSeq', 'peerReadSeq', 'peerDeliveredSeq'] as const)
      row[field] = Math.min(row[field], after);
  });
  await db.members.where({ conversionId: conversationId }).modify((row) => {
    if (row.seq !== undefined) row.seq = Math.min(row.seq, after);
  });
  const remainingGaps = gaps
    .filter((gap) => gap.after < after)
    .map((gap) => ({ after: gap.after, before: Math.min(gap.before, after + 1) }));
  await db.cursors.put({
    conversationId,
    epoch,
    seq: Math.min(seq, after),
    ...(remainingGaps.length > 0 && { gaps: remainingGaps }),
  });
  await recountUnread(db, conversationId, actor);
  if (lostMessages.some((message) => message.content.type !== 'system' && !ids.has(message.id)))
    await putLocalLine(db, {
      id: `restored ${conversationId} ${epoch}`,
      conversationId,
      cmdId: 'restored',
      actor,
      at: now,
    });
}
