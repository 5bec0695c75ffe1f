// Changes a person's name and picture, and notifies everyone whose device shows them: contacts and private chats.
import { sql } from 'kysely';
import type { Notices } from '../messages/push/notices.ts';
import type { Db, Transaction } from '../db/store.ts';

export function createProfiles({ db, notices }: { db: Db; notices: Notices }) {
  /** The people to notify; people on either side of a block are not among them. */
  async function findAudience(tx: Transaction, identifier: string): Promise<string[]> {
    const { rows } = await sql<{ identifier: string }>`
      select o.identifier from (
        select k.identifier from contact k where k.other = ${identifier} and (k.is_contact or k.remark <> '')
        union
        select m.identifier from member own
        join conversation c on c.id = own.conversation and c.type = 'private'
        join member m on m.conversation = c.id and m.identifier <> own.identifier
        where own.identifier = ${identifier}
      ) o where not exists (
        select from block b where (b.identifier, b.blocked) in ((o.identifier, ${identifier}), (${identifier}, o.identifier))
      )`.execute(tx);
    return rows.map((row) => row.identifier);
  }

  return {
    /** Saves name and picture; unchanged values notify nobody. */
    async save(identifier: string, { avatar, lastName }: { avatar: string; lastName: string }): Promise<void> {
      const emit = await db.transaction().execute(async (tx) => {
        const others = await findAudience(tx, identifier);
        // People are locked in a fixed order, so that two who know each other do not deadlock.
        await notices.lock(tx, [identifier, ...others]);
        const { numUpdatedRows } = await tx
          .updateTable('person')
          .set({ avatar, last_name: lastName })
          .where('identifier', '=', identifier)
          .where((where) => where.or([where('avatar', '<>', avatar), where('last_name', '<>', lastName)]))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        return notices.addForAll(tx, others, {
          type: 'contactChange',
          identifier,
          body: JSON.stringify({ profile: { identifier, avatar, lastName } }),
        });
      });
      emit?.();
    },
  };
}
