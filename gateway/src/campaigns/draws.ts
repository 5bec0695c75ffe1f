// Draws the winners when a campaign is over, in a way that anybody can repeat. See docs/draws.md.
import type { CampaignWinner, DrawTicket, Input } from '@amber/proto';
import { sql } from 'kysely';
import type { Notices } from '../messages/push/notices.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import { type CampaignRow, isDrawDue } from './campaigns.ts';
import { notifyProgress } from './notifyProgress.ts';
import type { PrizeNotices } from './prizeNotices.ts';

interface DrawPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'> {
  notices: Pick<Notices, 'lock'>;
  prizeNotices: Pick<PrizeNotices, 'storeWon'>;
}

export type Draws = ReturnType<typeof createDraws>;

export function createDraws({ db, bus, clock, limits, notices, prizeNotices }: DrawPorts) {
  /** Draws under the campaign's lock, so that it happens once. Returns a function that notifies the winners. */
  const drawOnce = (id: string): Promise<() => void> =>
    db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!row || !isDrawDue(row, clock())) return () => undefined;
      const { rows: drawn } = await sql<{ identifier: string; isGone: boolean }>`
        select c.identifier, p.deleted_at is not null as "isGone" from campaign_claim c
        join person p on p.identifier = c.identifier
        where c.campaign = ${id}
        order by sha256(convert_to(${row.seed} || ':' || c.ticket, 'UTF8')), c.ticket collate "C" limit ${row.prizes}`.execute(
        tx,
      );
      const winnerIds = drawn.flatMap(({ identifier, isGone }) => (isGone ? [] : identifier));
      // Accounts are locked before their claims, in the same order as in an account deletion.
      await notices.lock(tx, winnerIds);
      await sql`
        update campaign_claim c set place = d.place
        from unnest(${drawn.map(({ identifier }) => identifier)}::text[]) with ordinality as d (identifier, place)
        where c.campaign = ${id} and c.identifier = d.identifier`.execute(tx);
      await tx.updateTable('campaign').set({ drawn_at: clock(), given: drawn.length }).where('id', '=', id).execute();
      const push = await prizeNotices.storeWon(tx, row, winnerIds);
      return () => {
        push();
        for (const identifier of winnerIds) notifyProgress(bus, identifier);
      };
    });

  const draw = async (id: string): Promise<void> => (await drawOnce(id))();

  return {
    /**
     * Returns the campaign and draws it first if that is due; only the first request after the end waits for the draw.
     */
    async drawn(row: CampaignRow): Promise<CampaignRow> {
      if (!isDrawDue(row, clock())) return row;
      await draw(row.id);
      return db.selectFrom('campaign').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    },

    /** Draws the campaigns that are over and that nobody has opened since. */
    async drawDue(): Promise<void> {
      const due = await db
        .selectFrom('campaign')
        .select('id')
        .where('way', '=', 'draw')
        .where('state', '=', 'published')
        .where('drawn_at', 'is', null)
        .where('ends_at', '<=', clock())
        .execute();
      for (const { id } of due) await draw(id);
    },

    /** Lists winners by rank. */
    async winners(from: Db, id: string, after: number): Promise<Input<CampaignWinner>[]> {
      const rows = await from
        .selectFrom('campaign_claim as c')
        .innerJoin('person as p', 'p.identifier', 'c.identifier')
        .select(['c.place', 'c.ticket', 'c.claimed_at', 'p.identifier', 'p.avatar', 'p.last_name as lastName'])
        .where('c.campaign', '=', id)
        .where('c.place', '>', after)
        .orderBy('c.place')
        .limit(limits.campaignWinnersPage + 1)
        .execute();
      return rows.map(({ place, ticket, claimed_at, ...user }) => ({
        place: place!,
        ticket: ticket ?? '',
        time: claimed_at,
        user,
      }));
    },

    /** Lists all tickets of a draw in ticket order, without the accounts. */
    async tickets(from: Db, id: string, after: string): Promise<Input<DrawTicket>[]> {
      const { rows } = await sql<{ ticket: string; place: number | null }>`
        select ticket, place from campaign_claim where campaign = ${id} and ticket is not null and ticket collate "C" > ${after}
        order by ticket collate "C" limit ${limits.campaignTicketsPage + 1}`.execute(from);
      return rows.map(({ ticket, place }) => ({ ticket, place: place ?? 0 }));
    },
  };
}
