// The registry's revision, raised by every change that pages are notified of.
import { sql } from 'kysely';
import type { Db } from '../db/store.ts';

/** Clock-based, so that a page that saw another database at this address does not consider the new one outdated. */
export const nextRevision = async (db: Db, now: number): Promise<number> =>
  (
    await db
      .updateTable('registry')
      .set({ revision: sql<number>`greatest(revision + 1, ${now})` })
      .returning('revision')
      .executeTakeFirstOrThrow()
  ).revision;
