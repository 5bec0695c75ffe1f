// Campaigns as database rows and as pages see them.
import { createHash, randomBytes } from 'node:crypto';
import type { Campaign, Campaign_Status, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import type { Task } from './tasks.ts';

export type CampaignRow = Selectable<Tables['campaign']>;

export const newSeed = (): string => randomBytes(32).toString('hex');
/** Hashes the seed's text, so that anybody can verify it with a standard tool. */
const seedHashOf = (seed: string): string => (seed === '' ? '' : createHash('sha256').update(seed).digest('hex'));

/** The status by the gateway's clock. */
export function statusOf(
  { begins_at, ends_at, state }: Pick<CampaignRow, 'begins_at' | 'ends_at' | 'state'>,
  now: number,
): Campaign_Status {
  if (state === 'stopped' || now >= ends_at) return 'ended';
  return now < begins_at ? 'upcoming' : 'live';
}

/** Whether the campaign is a draw that is over and has no winners yet. */
export const isDrawDue = (row: CampaignRow, now: number): boolean =>
  row.way === 'draw' && row.state === 'published' && row.drawn_at === null && now >= row.ends_at;

/** Whether people have seen this campaign with its present rules: it is published and has begun, or was stopped. */
export const hasBegun = ({ state, begins_at }: Pick<CampaignRow, 'state' | 'begins_at'>, now: number): boolean =>
  state === 'stopped' || (state === 'published' && now >= begins_at);

export function createCampaigns({ clock }: { clock: Clock }) {
  const campaigns = {
    wire(row: CampaignRow): Input<Campaign> {
      const { begins_at: begins, ends_at: ends, drawn_at: drawnAt, seed, ...rest } = row;
      return {
        ...rest,
        begins,
        ends,
        status: statusOf(row, clock()),
        seedHash: seedHashOf(seed),
        // The seed is secret until the draw, because it determines the winners.
        seed: drawnAt === null ? '' : seed,
        drawnAt: drawnAt ?? 0,
      };
    },

    /** A campaign in a list, without its corrections. */
    wireListed: (row: CampaignRow): Input<Campaign> => campaigns.wire({ ...row, corrections: [] }),

    /** @throws Fault NO_AUTH when there is none, or only a draft that this reader may not see. */
    async find(from: Db, id: string, { drafts = false } = {}): Promise<CampaignRow> {
      const row = await from.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row || (row.state === 'draft' && !drafts)) throw new Fault('NO_AUTH');
      return row;
    },

    /** The existing campaigns among these ids, without drafts. */
    findMany: (from: Db, ids: readonly string[]): Promise<CampaignRow[]> =>
      from
        .selectFrom('campaign')
        .selectAll()
        .where('id', 'in', [...ids])
        .where('state', '<>', 'draft')
        .execute(),

    async tasksOf(from: Db, { id, begins_at: begins, ends_at: ends }: CampaignRow): Promise<Task[]> {
      const { rows } = await sql<Omit<Task, 'begins' | 'ends'>>`
        select campaign, no, kind, target, count, from_start as "fromStart" from campaign_task where campaign = ${id} order by no`.execute(
        from,
      );
      return rows.map((row) => ({ ...row, begins, ends }));
    },
  };
  return campaigns;
}
export type Campaigns = ReturnType<typeof createCampaigns>;
