// Whose the beginnings of paths are: a remote has its own word with its first deploy token, or build; an operator gives and lends.
import type { Word } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isPattern, isWord, reservedWords } from '@amber/proto/placeRules';
import { seedWords } from '@amber/proto/seedPlaces';
import type { Db } from '../store/store.ts';
import { isRemoteName } from './names.ts';
import { nextRevision } from './revision.ts';

export const wordsOf = (db: Db): Promise<Word[]> =>
  db.selectFrom('word').select(['pattern', 'remote']).orderBy('pattern').execute();

/** Gives the seed's words where nothing has been given yet. */
export async function giveSeedWords(db: Db): Promise<void> {
  if ((await wordsOf(db)).length === 0)
    await db
      .insertInto('word')
      .values([...seedWords])
      .onConflict((on) => on.doNothing())
      .execute();
}

/**
 * A remote's name is its first word, unless it cannot be one, and stays so when the remote goes.
 * @throws Fault WORD_TAKEN
 */
export async function claimWord(db: Db, remote: string, now: number): Promise<void> {
  if (reservedWords.includes(remote)) throw new Fault('WORD_TAKEN');
  if (!isWord(remote)) return;
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

/** With no remote it is nobody's any more. @throws Fault BAD_REQUEST */
export async function setWord(db: Db, { pattern, remote }: Word): Promise<void> {
  if (!isPattern(pattern) || (remote !== '' && !isRemoteName(remote))) throw new Fault('BAD_REQUEST');
  if (remote === '') await db.deleteFrom('word').where('pattern', '=', pattern).execute();
  else
    await db
      .insertInto('word')
      .values({ pattern, remote })
      .onConflict((on) => on.column('pattern').doUpdateSet({ remote }))
      .execute();
}
