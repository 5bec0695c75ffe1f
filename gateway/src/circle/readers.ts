// Who may read which moment.
import { Fault } from '@amber/proto/faults';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Db } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

/** Whether two people are apart by a block, in either direction. */
export const blockedBetween = (me: string, other: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from block where (block.identifier, block.blocked) in ((${me}, ${other}), (${other}, ${me}))
)`;

/** Whether this person may read the moment `b`; an empty identifier is a visitor. */
export const mayRead = (me: string): RawBuilder<boolean> =>
  me === ''
    ? sql<boolean>`b.visibility = 'everyone'`
    : sql<boolean>`(b.author = ${me} or (
        case b.visibility
          when 'everyone' then true
          when 'contacts' then exists (select from contact k where k.identifier = b.author and k.other = ${me} and k.is_contact)
          when 'space' then exists (select from space_member m where m.space = b.space and m.identifier = ${me})
          else false
        end and not ${blockedBetween(me, sql`b.author`)}
      ))`;

/** The author of a moment that this person may read; it stays until the transaction ends. @throws Fault NO_AUTH. */
export async function readable(tx: Transaction<Tables>, me: string, blogId: string): Promise<string> {
  const { rows } = await sql<{
    author: string;
  }>`select b.author from blog b where b.id = ${blogId} and ${mayRead(me)} for key share`.execute(tx);
  if (!rows[0]) throw new Fault('NO_AUTH');
  return rows[0].author;
}

/** @throws Fault NO_AUTH unless this person is in the space. */
export async function checkMember(db: Db, me: string, space: string): Promise<void> {
  const member = await db
    .selectFrom('space_member')
    .select('space')
    .where('space', '=', space)
    .where('identifier', '=', me)
    .executeTakeFirst();
  if (!member) throw new Fault('NO_AUTH');
}
