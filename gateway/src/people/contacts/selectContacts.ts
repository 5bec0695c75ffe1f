// Selects people as somebody has them listed: contact or not, blocked or not, and under which name.
import type { Contact } from '@amber/proto';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';

const status = sql<
  Contact['status']
>`case when b.blocked is not null then 'black' when c.is_contact then 'normal' else 'delete' end`;

/** Selects everyone, as `me` sees them. A block takes precedence. */
export const selectContacts = (db: Db, me: string) =>
  db
    .selectFrom('person as p')
    .leftJoin('contact as c', (on) => on.onRef('c.other', '=', 'p.identifier').on('c.identifier', '=', me))
    .leftJoin('block as b', (on) => on.onRef('b.blocked', '=', 'p.identifier').on('b.identifier', '=', me))
    .select(['p.identifier', 'p.avatar', 'p.last_name as lastName', status.as('status')])
    .select((of) => [
      of.fn.coalesce('c.remark', of.val('')).as('remarkName'),
      of.fn.coalesce('c.updated_at', of.val(0)).as('updateTime'),
    ]);
