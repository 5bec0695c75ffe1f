// Finds a release that people may still get.
import type { Selectable } from 'kysely';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

/** Returns the release; undefined when there is none, it was rolled back, or its files were dropped. */
export const findRelease = (
  db: Db,
  remote: string,
  version: string,
): Promise<Selectable<Tables['release']> | undefined> =>
  db
    .selectFrom('release')
    .selectAll()
    .where('remote', '=', remote)
    .where('version', '=', version)
    .where('withdrawn', '=', false)
    .where('dropped', '=', false)
    .executeTakeFirst();
