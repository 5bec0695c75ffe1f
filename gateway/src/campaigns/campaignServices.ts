// The services of campaigns: editing, tasks, claims and draws.
import { newSecret } from '../core/secret.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { PeopleServices } from '../people/peopleServices.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { createCampaigns } from './campaigns.ts';
import { createClaims } from './claims.ts';
import { createDraws } from './draws.ts';
import { createEditing } from './editing.ts';
import { createTaskMessages } from './taskMessages.ts';
import { createPrizeNotices } from './prizeNotices.ts';

interface CampaignPorts extends Pick<MessageServices, 'notices'>, Pick<PeopleServices, 'phoneReader'> {
  pictures: Pictures;
}

export async function createCampaignServices(
  { db, bus, clock, limits, setting, onSweep }: GatewayBase,
  { notices, phoneReader, pictures }: CampaignPorts,
) {
  const campaigns = createCampaigns({ clock });
  const taskMessages = createTaskMessages({ db, limits });
  const prizeNotices = createPrizeNotices({ db, clock, limits, notices, campaigns, taskMessages });
  const draws = createDraws({ db, bus, clock, limits, notices, prizeNotices });
  const claims = createClaims({
    db,
    bus,
    clock,
    limits,
    campaigns,
    taskMessages,
    secret: await setting('claimSecret', newSecret),
    numberOf: phoneReader.numberOf,
  });
  onSweep(draws.drawDue, claims.dropNetworks);
  return {
    campaigns,
    taskMessages,
    winNews: prizeNotices,
    draws,
    claims,
    editing: createEditing({ db, clock, limits, pictures }),
  };
}
