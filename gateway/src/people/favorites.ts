// Saved messages: stored as references, and shown as the person may see them at present.
import type { FavoritesReply, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { readRows, toRow, type DeviceRef } from '../messages/sync/storedRows.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

type FavoritePorts = Pick<GatewayBase, 'pool' | 'db' | 'clock' | 'limits'>;

export function createFavorites({ pool, db, clock, limits }: FavoritePorts) {
  return {
    /**
     * Saves a message. Idempotent: a saved message keeps its position in the list.
     * @throws Fault NO_MESSAGE when this member sees no such message, FAVORITES_FULL.
     */
    async add(identifier: string, conversation: string, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .selectFrom('person')
          .select('identifier')
          .where('identifier', '=', identifier)
          .forNoKeyUpdate()
          .execute();
        const message = await tx
          .selectFrom('message as x')
          .innerJoin('member as m', 'm.conversation', 'x.conversation')
          .select('x.seq')
          .where('x.conversation', '=', conversation)
          .where('x.id', '=', id)
          .where('x.cmd_id', '=', '')
          .where('x.withdrawn', '=', false)
          .where('m.identifier', '=', identifier)
          .where('m.left_seq', 'is', null)
          .whereRef('x.seq', '>', 'm.joined_seq')
          .executeTakeFirst();
        if (!message) throw new Fault('NO_MESSAGE');
        const { here } = await tx
          .selectFrom('favorite')
          .select((of) => of.fn.countAll<number>().as('here'))
          .where('identifier', '=', identifier)
          .executeTakeFirstOrThrow();
        const { numInsertedOrUpdatedRows: isNew } = await tx
          .insertInto('favorite')
          .values({ identifier, conversation, seq: message.seq, added_at: clock() })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (isNew && here >= limits.favoritesMax) throw new Fault('FAVORITES_FULL');
      });
    },

    async remove(identifier: string, conversation: string, id: string): Promise<void> {
      await db
        .deleteFrom('favorite')
        .where('identifier', '=', identifier)
        .where('conversation', '=', conversation)
        .where('seq', 'in', (of) =>
          of.selectFrom('message').select('seq').where('conversation', '=', conversation).where('id', '=', id),
        )
        .execute();
    },

    /** A page of saved messages, newest first, without those in conversations that the person has left. */
    async page(reader: DeviceRef, before: number, limit: number): Promise<Input<FavoritesReply>> {
      const page = Math.min(Math.max(limit || limits.favoritesPage, 1), limits.favoritesPage);
      let favorites = db
        .selectFrom('favorite as f')
        .innerJoin('member as m', (on) =>
          on.onRef('m.conversation', '=', 'f.conversation').onRef('m.identifier', '=', 'f.identifier'),
        )
        .select(['f.conversation', 'f.seq', 'f.place', 'f.added_at'])
        .where('f.identifier', '=', reader.identifier)
        .where('m.left_seq', 'is', null)
        .whereRef('f.seq', '>', 'm.joined_seq');
      if (before > 0) favorites = favorites.where('f.place', '<', before);
      const found = await favorites
        .orderBy('f.place', 'desc')
        .limit(page + 1)
        .execute();
      const shown = found.slice(0, page);
      const rows = await readRows(pool, {
        ranges: shown.map(({ conversation, seq }) => ({ conversation, after: seq - 1, upTo: seq })),
        identifiers: [reader.identifier],
        device: reader.device,
        perConversation: 1,
        total: page,
      });
      // Messages are in the requested order; when they are too large together, the last ones follow on the next page.
      const list = rows.map((row, index) => ({
        place: shown[index]!.place,
        favoriteTime: shown[index]!.added_at,
        row: toRow(row, reader),
      }));
      return { list, more: found.length > list.length };
    },
  };
}
