// Refuses actions on a moment or a space that a person may not read.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { mayRead } from '../people/mayRead.ts';
import type { Db, Transaction } from '../db/store.ts';

/**
 * Returns the author of a moment that this person may read, and locks it until the transaction ends.
 * @throws Fault NO_AUTH.
 */
export async function lockReadablePost(tx: Transaction, me: string, blogId: string): Promise<string> {
  const { rows } = await sql<{
    author: string;
  }>`select b.author from blog b where b.id = ${blogId} and ${mayRead(me, 'moment', 'b')} for key share`.execute(tx);
  if (!rows[0]) throw new Fault('NO_AUTH');
  return rows[0].author;
}

/** Checks that this person is in the space. @throws Fault NO_AUTH. */
export async function checkMember(db: Db, me: string, space: string): Promise<void> {
  const member = await db
    .selectFrom('space_member')
    .select('space')
    .where('space', '=', space)
    .where('identifier', '=', me)
    .executeTakeFirst();
  if (!member) throw new Fault('NO_AUTH');
}
