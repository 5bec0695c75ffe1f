// Ownership of path prefixes: a remote owns its prefix from its first deploy token or build; operators assign and lend.
import type { Word } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isPathPattern, isOwnablePrefix, reservedSegments } from '@amber/proto/placementRules';
import { seedPathOwners } from '@amber/proto/seedPlacements';
import type { Db } from '../db/store.ts';
import { isRemoteName } from './names.ts';
import { nextRevision } from './revision.ts';

export const listPathOwners = (db: Db): Promise<Word[]> =>
  db.selectFrom('word').select(['pattern', 'remote']).orderBy('pattern').execute();

/** Assigns the seed's path prefixes when none has been assigned yet. */
export async function insertSeedPathOwners(db: Db): Promise<void> {
  if ((await listPathOwners(db)).length === 0)
    await db
      .insertInto('word')
      .values([...seedPathOwners])
      .onConflict((on) => on.doNothing())
      .execute();
}

/**
 * A remote's name is its first path prefix, unless it is invalid as one, and stays reserved when the remote is removed.
 * @throws Fault WORD_TAKEN
 */
export async function claimPath(db: Db, remote: string, now: number): Promise<void> {
  if (reservedSegments.includes(remote)) throw new Fault('WORD_TAKEN');
  if (!isOwnablePrefix(remote)) return;
  const made = await db
    .insertInto('word')
    .values({ pattern: remote, remote })
    .onConflict((on) => on.doNothing())
    .returning('pattern')
    .executeTakeFirst();
  if (made) return void (await nextRevision(db, now));
  const { remote: owner } = await db
    .selectFrom('word')
    .select('remote')
    .where('pattern', '=', remote)
    .executeTakeFirstOrThrow();
  if (owner !== remote) throw new Fault('WORD_TAKEN');
}

/** Assigns a path prefix; without a remote it becomes free. @throws Fault BAD_REQUEST */
export async function setPathOwner(db: Db, { pattern, remote }: Word): Promise<void> {
  if (!isPathPattern(pattern) || (remote !== '' && !isRemoteName(remote))) throw new Fault('BAD_REQUEST');
  if (remote === '') await db.deleteFrom('word').where('pattern', '=', pattern).execute();
  else
    await db
      .insertInto('word')
      .values({ pattern, remote })
      .onConflict((on) => on.column('pattern').doUpdateSet({ remote }))
      .execute();
}
