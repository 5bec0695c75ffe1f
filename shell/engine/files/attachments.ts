// The files that are attached to a draft. Each has a row of its own, because a browser rewrites a file with its row.
import type { StoredAttachment } from '@amber/client/bus';
import { type AccountDb, attachmentPrefix } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';

const attachmentsOf = (db: AccountDb, conversationId: string) =>
  db.files.where('id').startsWith(attachmentPrefix(conversationId));

/** Must be called inside a transaction that holds `files`. */
export const deleteAttachments = (db: AccountDb, conversationId: string) => attachmentsOf(db, conversationId).delete();

/** Replaces the attachments of a draft. Only new ones and those at another place are written. */
export async function saveAttachments(
  db: AccountDb,
  { conversationId, files }: { conversationId: string; files: readonly StoredAttachment[] },
): Promise<void> {
  if (files.length > limits.fileConcurrency || files.some(({ id }) => id.length > limits.idMax))
    throw new Fault('TOO_LARGE');
  let bytes = 0;
  const kept = files.filter(({ file }) => (bytes += file.size) <= limits.attachmentsStoredMax);
  await db.transaction('rw', db.files, db.conversations, async () => {
    // The conversation was just left, so nothing of it may reappear.
    if (!(await db.conversations.get(conversationId))) throw new Fault('NOT_MEMBER');
    const before = new Map((await attachmentsOf(db, conversationId).toArray()).map((row) => [row.id, row]));
    const rows = kept.map(({ id, file }, place) => ({
      id: attachmentPrefix(conversationId) + id,
      key: '',
      // Like a file that waits for its upload, it is stored nowhere else, and must not be evicted.
      state: 'upload' as const,
      blob: file,
      usedAt: place,
    }));
    const ids = new Set(rows.map(({ id }) => id));
    await db.files.bulkDelete([...before.keys()].filter((id) => !ids.has(id)));
    await db.files.bulkPut(rows.filter(({ id, usedAt }) => before.get(id)?.usedAt !== usedAt));
  });
}
