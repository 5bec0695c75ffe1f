// Deletes what can be fetched again, to free space.
import type { AccountDb, MessageRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import { withDeletedRange } from '../rows/cursor.ts';

/** How many deleted messages free enough space for a retry. */
const evictionMin = 1_000;

/** Whether the message is read and the gateway stores it unencrypted, for every device. */
const isRefetchable = ({ isRead, copy, loading, error }: MessageRow): boolean =>
  isRead && copy === 'open' && !loading && error === '';

/** Deletes the files that can be fetched again. */
const evictFiles = (db: AccountDb): Promise<unknown> => db.files.filter(({ state }) => state !== 'upload').delete();

/**
 * Deletes the oldest messages of a conversation that can be fetched again, except the newest page, and records the gap.
 * Returns how many were deleted.
 */
const evictFrom = (db: AccountDb, transaction: AccountDb['transaction'], conversationId: string) =>
  transaction('rw', db.messages, db.cursors, db.conversations, async () => {
    const cursor = await db.cursors.get(conversationId);
    if (!cursor) return 0;
    const readSeq = (await db.conversations.get(conversationId))?.readSeq ?? 0;
    const rows = await rowsInOrder(db.messages, conversationId, 1, cursor.seq + 1)
      .limit(evictionMin + limits.timelinePage)
      .toArray();
    const old = rows.slice(0, Math.max(0, rows.length - limits.timelinePage));
    // A gap after the read position would count as unread.
    const firstRequired = old.findIndex((row) => row.seq > readSeq || !isRefetchable(row));
    const evictable = firstRequired < 0 ? old : old.slice(0, firstRequired);
    const confirmed = evictable.filter(({ seq }) => seq > 0);
    if (confirmed.length === 0) return 0;
    await db.messages.bulkDelete(confirmed.map(({ id }) => id));
    await db.cursors.put(withDeletedRange(cursor, { after: confirmed[0]!.seq - 1, before: confirmed.at(-1)!.seq + 1 }));
    return confirmed.length;
  });

/**
 * Frees space: cached files first, then old messages, beginning with the conversation that has been inactive for
 * longest. It never deletes data that exists nowhere else: outbox, pending uploads, drafts, keys, sessions, bundles,
 * pins.
 */
export async function evict(db: AccountDb, transaction: AccountDb['transaction']): Promise<void> {
  await evictFiles(db);
  const conversations = await db.conversations.orderBy('sortTime').primaryKeys();
  let evicted = 0;
  for (const conversationId of conversations) {
    if (evicted >= evictionMin) return;
    evicted += await evictFrom(db, transaction, conversationId);
  }
}

/**
 * Deletes cached files, and all messages that can be fetched again except the newest page of each conversation. Returns
 * how many messages were deleted.
 */
export async function clearHistory(db: AccountDb): Promise<number> {
  const transaction = db.transaction.bind(db) as AccountDb['transaction'];
  await evictFiles(db);
  let cleared = 0;
  for (const conversationId of await db.conversations.toCollection().primaryKeys()) {
    for (let evictedCount = -1; evictedCount !== 0; cleared += evictedCount)
      evictedCount = await evictFrom(db, transaction, conversationId);
  }
  return cleared;
}
