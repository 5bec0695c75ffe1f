// The registry's number, which every change of what pages are told raises.
import { sql } from 'kysely';
import type { Db } from '../store/store.ts';

/** By the clock, so that a page which knew another database of this address does not take the new one for old. */
export const nextRevision = async (db: Db, now: number): Promise<number> =>
  (
    await db
      .updateTable('registry')
      .set({ revision: sql<number>`greatest(revision + 1, ${now})` })
      .returning('revision')
      .executeTakeFirstOrThrow()
  ).revision;
