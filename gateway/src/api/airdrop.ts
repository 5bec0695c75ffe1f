// Campaigns: what there is to get, until when, under which rules.
import type { Campaign, Campaign_Status, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql, type Selectable } from 'kysely';
import { checkCampaign } from '../checkCampaign.ts';
import type { CallsOf, Parts } from '../handler.ts';
import type { Tables } from '../tables.ts';

const order: readonly Campaign_Status[] = ['live', 'upcoming', 'ended'];
const campaignsMax = 200;

export const airdropCalls = ({ store: { db }, clock }: Parts): CallsOf<'airdrop'> => {
  const campaigns = () => db.selectFrom('campaign').selectAll().select((of) =>
    of.selectFrom('campaign_participant').whereRef('campaign', '=', 'campaign.id').select(sql<number>`count(*)::int`.as('count')).as('participants'));

  const statusOf = (begins: number, ends: number): Campaign_Status => {
    const now = clock();
    return now < begins ? 'upcoming' : now < ends ? 'live' : 'ended';
  };

  const wire = ({ begins_at: begins, ends_at: ends, participants, ...rest }: Selectable<Tables['campaign']> & { participants: number | null }): Input<Campaign> =>
    ({ ...rest, begins, ends, status: statusOf(begins, ends), participants: participants ?? 0 });

  const one = async (id: string): Promise<Input<Campaign>> => {
    const row = await campaigns().where('id', '=', id).executeTakeFirst();
    if (!row) throw new Fault('NO_AUTH');
    return wire(row);
  };

  return {
    async 'airdrop.list'() {
      const rows = await campaigns().orderBy('begins_at', 'desc').orderBy('id').limit(campaignsMax).execute();
      const list = rows.map(wire);
      return { list: order.flatMap((status) => list.filter((campaign) => campaign.status === status)) };
    },

    async 'airdrop.info'({ id }) {
      return { campaign: await one(id) };
    },

    async 'airdrop.save'({ campaign }) {
      const { id, ...values } = checkCampaign(campaign);
      await db.insertInto('campaign').values({ id, ...values }).onConflict((on) => on.column('id').doUpdateSet(values)).execute();
      return { campaign: await one(id) };
    },
  };
};
