// What the gateway takes for a campaign.
import type { Campaign } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Insertable } from 'kysely';
import { checkText } from '../doors/checks.ts';
import type { Tables } from '../store/tables.ts';

const campaignId = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** Pages load pictures from here alone. */
const ownPicture = /^\/chat\/[\w./-]+$/;

/**
 * A campaign's row.
 * @throws Fault BAD_REQUEST
 */
export function checkCampaign(campaign: Campaign | null): Insertable<Tables['campaign']> {
  if (!campaign) throw new Fault('BAD_REQUEST');
  const { id, banner, begins, ends, rules } = campaign;
  if (!campaignId.test(id) || (banner && !ownPicture.test(banner)) || !(begins > 0) || ends <= begins) throw new Fault('BAD_REQUEST');
  return {
    id, banner,
    title: checkText(campaign.title, limits.campaignNameMax),
    reward: checkText(campaign.reward, limits.campaignNameMax),
    rules: rules.trim() === '' ? '' : checkText(rules, limits.campaignRulesMax),
    begins_at: begins,
    ends_at: ends,
  };
}
