// Draws: picks the winners when a campaign is over, in a way that anybody can repeat. See docs/draws.md.
import type { CampaignWinner, DrawTicket, Input } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Bus } from '../delivery/push/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Db } from '../store/store.ts';
import { type CampaignRow, isToDraw } from './campaigns.ts';
import { tellProgress } from './tellProgress.ts';

interface DrawPorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
}

export type Draws = ReturnType<typeof createDraws>;

export function createDraws({ db, bus, clock, limits }: DrawPorts) {
  /** Under the campaign's lock, so that it happens once, whoever asks. */
  const drawOnce = (id: string): Promise<string[]> =>
    db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!row || !isToDraw(row, clock())) return [];
      const { rows } = await sql<{ identifier: string }>`
        update campaign_claim c set place = d.place
        from (
          select identifier, row_number() over (order by sha256(convert_to(${row.seed} || ':' || ticket, 'UTF8')), ticket collate "C") as place
          from campaign_claim where campaign = ${id}
        ) d
        where c.campaign = ${id} and c.identifier = d.identifier and d.place <= ${row.prizes}
        returning c.identifier`.execute(tx);
      await tx.updateTable('campaign').set({ drawn_at: clock(), given: rows.length }).where('id', '=', id).execute();
      return rows.map(({ identifier }) => identifier);
    });

  const draw = async (id: string): Promise<void> => {
    const winners = await drawOnce(id);
    for (const identifier of winners) tellProgress(bus, identifier);
  };

  return {
    /** The campaign, drawn if it was due. Only the first who looks after the end waits for that. */
    async drawn(row: CampaignRow): Promise<CampaignRow> {
      if (!isToDraw(row, clock())) return row;
      await draw(row.id);
      return db.selectFrom('campaign').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    },

    /** Those that nobody has looked at since their end. */
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

    /** By place. */
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

    /** All tickets of a draw, by ticket, without the people. */
    async tickets(from: Db, id: string, after: string): Promise<Input<DrawTicket>[]> {
      const { rows } = await sql<{ ticket: string; place: number | null }>`
        select ticket, place from campaign_claim where campaign = ${id} and ticket is not null and ticket collate "C" > ${after}
        order by ticket collate "C" limit ${limits.campaignTicketsPage + 1}`.execute(from);
      return rows.map(({ ticket, place }) => ({ ticket, place: place ?? 0 }));
    },
  };
}
