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
import { createSaid } from './said.ts';
import { createWinNews } from './winNews.ts';

interface CampaignPorts extends Pick<MessageServices, 'notices'>, Pick<PeopleServices, 'phoneReader'> {
  pictures: Pictures;
}

export async function createCampaignServices(
  { db, bus, clock, limits, setting, onSweep }: GatewayBase,
  { notices, phoneReader, pictures }: CampaignPorts,
) {
  const campaigns = createCampaigns({ clock });
  const said = createSaid({ db, limits });
  const winNews = createWinNews({ db, clock, limits, notices, campaigns, said });
  const draws = createDraws({ db, bus, clock, limits, notices, winNews });
  const claims = createClaims({
    db,
    clock,
    limits,
    campaigns,
    said,
    secret: await setting('claimSecret', newSecret),
    numberOf: phoneReader.numberOf,
  });
  onSweep(draws.drawDue, claims.dropNetworks);
  return { campaigns, said, winNews, draws, claims, editing: createEditing({ db, clock, limits, pictures }) };
}
