// Campaigns: what can be claimed, until when, under which rules.
import type { Campaign, Campaign_Status, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { Insertable, Selectable } from 'kysely';
import * as v from 'valibot';
import { checkText } from '../doors/checks.ts';
import type { CallsOf, Parts } from '../doors/handler.ts';
import { cursorNumber, cursorText, fromCursor, toCursor } from '../store/pageCursor.ts';
import type { Db } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

/** Cursor: when it ended, and its id. */
const placeAmongEnded = v.strictTuple([cursorNumber, cursorText]);

const campaignId = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** Pages load pictures from these paths only. */
const ownPicture = /^\/chat\/[\w./-]+$/;

/**
 * Validates a campaign and returns its row.
 * @throws Fault BAD_REQUEST
 */
function checkCampaign(campaign: Campaign | null, limits: Limits): Insertable<Tables['campaign']> {
  if (!campaign) throw new Fault('BAD_REQUEST');
  const { id, banner, begins, ends, rules } = campaign;
  if (!campaignId.test(id) || (banner && !ownPicture.test(banner)) || !(begins > 0) || ends <= begins)
    throw new Fault('BAD_REQUEST');
  return {
    id,
    banner,
    title: checkText(campaign.title, limits.campaignNameMax),
    reward: checkText(campaign.reward, limits.campaignNameMax),
    rules: rules.trim() === '' ? '' : checkText(rules, limits.campaignRulesMax),
    begins_at: begins,
    ends_at: ends,
  };
}

export const airdropCalls = ({ store: { db, visitors }, limits, clock }: Parts): CallsOf<'airdrop'> => {
  const campaigns = (from: Db) => from.selectFrom('campaign').selectAll();

  const statusOf = (begins: number, ends: number): Campaign_Status => {
    const now = clock();
    return now < begins ? 'upcoming' : now < ends ? 'live' : 'ended';
  };

  const wire = ({ begins_at: begins, ends_at: ends, ...rest }: Selectable<Tables['campaign']>): Input<Campaign> => ({
    ...rest,
    begins,
    ends,
    status: statusOf(begins, ends),
  });

  const one = async (from: Db, id: string): Promise<Input<Campaign>> => {
    const row = await campaigns(from).where('id', '=', id).executeTakeFirst();
    if (!row) throw new Fault('NO_AUTH');
    return wire(row);
  };

  return {
    async 'airdrop.list'({ after }) {
      const place = fromCursor(after, placeAmongEnded);
      const now = clock();
      const open = place
        ? []
        : await campaigns(visitors)
            .where('ends_at', '>', now)
            .orderBy((row) => row('begins_at', '<=', now), 'desc')
            .orderBy('begins_at', 'desc')
            .orderBy('id')
            .limit(limits.campaignsOpenMax)
            .execute();
      let over = campaigns(visitors)
        .where('ends_at', '<=', place ? Math.min(place[0], now) : now)
        .orderBy('ends_at', 'desc')
        .orderBy('id');
      if (place) over = over.where((where) => where.or([where('ends_at', '<', place[0]), where('id', '>', place[1])]));
      // One row more than shown: it shows whether there is a next page.
      const ended = await over.limit(limits.campaignsPage + 1).execute();
      const shown = ended.slice(0, limits.campaignsPage);
      const last = shown.at(-1);
      return {
        list: [...open, ...shown].map(wire),
        next: ended.length > shown.length && last ? toCursor([last.ends_at, last.id]) : '',
      };
    },

    async 'airdrop.info'({ id }) {
      return { campaign: await one(visitors, id) };
    },

    async 'airdrop.save'({ campaign }) {
      const { id, ...values } = checkCampaign(campaign, limits);
      await db
        .insertInto('campaign')
        .values({ id, ...values })
        .onConflict((on) => on.column('id').doUpdateSet(values))
        .execute();
      return { campaign: await one(db, id) };
    },
  };
};
