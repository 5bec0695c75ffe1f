// Keeps the files on this device below a size limit: the least recently used are deleted first.
import type { AccountDb, FileRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';

/** A browser rewrites the file with its row, so its last use is noted only once in a while. */
const notedEvery = 24 * 60 * 60_000;

/** Notes that a file is used. */
export async function noteUse(db: AccountDb, { id, usedAt }: FileRow, now: number): Promise<void> {
  if (now - usedAt >= notedEvery) await db.transaction('rw', db.files, () => db.files.update(id, { usedAt: now }));
}

/** Deletes files until the others have `most` bytes at most. Files still to be uploaded, and the newest, stay. */
export const trimFiles = (db: AccountDb, most: number = limits.fileCacheMax): Promise<void> =>
  db.transaction('rw', db.files, async () => {
    const here = (await db.files.filter(({ state }) => state === 'here').toArray()).sort(
      (one, other) => one.usedAt - other.usedAt,
    );
    let size = here.reduce((sum, { blob }) => sum + blob.size, 0);
    for (const { id, blob } of here.slice(0, -1)) {
      if (size <= most) return;
      await db.files.delete(id);
      size -= blob.size;
    }
  });
