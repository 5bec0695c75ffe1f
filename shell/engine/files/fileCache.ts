// Keeps the files on this device below a size limit by evicting the least recently used.
import type { AccountDb, FileRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';

/** Milliseconds. A browser rewrites the file with its row, so the last use is updated at most this often. */
const markInterval = 24 * 60 * 60_000;

/** Records that a file is in use. */
export async function markUsed(db: AccountDb, { id, usedAt }: FileRow, now: number): Promise<void> {
  if (now - usedAt >= markInterval) await db.transaction('rw', db.files, () => db.files.update(id, { usedAt: now }));
}

/**
 * Deletes files until the others have at most `maxBytes` bytes. Files that await their upload, and the newest file, are
 * never deleted.
 */
export const trimFiles = (db: AccountDb, maxBytes: number = limits.fileCacheMax): Promise<void> =>
  db.transaction('rw', db.files, async () => {
    const files = (await db.files.filter(({ state }) => state === 'here').toArray()).sort(
      (one, other) => one.usedAt - other.usedAt,
    );
    let size = files.reduce((sum, { blob }) => sum + blob.size, 0);
    for (const { id, blob } of files.slice(0, -1)) {
      if (size <= maxBytes) return;
      await db.files.delete(id);
      size -= blob.size;
    }
  });
