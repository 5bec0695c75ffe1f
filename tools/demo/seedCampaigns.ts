// The demo's campaigns: one that runs, and one that is announced.
import type { DemoPeople } from './seedChats.ts';
import { visitor } from './people.ts';
import { drawPicture } from './pictures.ts';

const day = 24 * 60 * 60_000;

/** Publishes the campaigns as the visitor, who is the operator. The others take part in the running one. */
export async function seedCampaigns(demoPeople: DemoPeople, spaceId: string): Promise<void> {
  const operator = demoPeople.get(visitor.name)!;
  const now = Date.now();
  const { data: picture } = await drawPicture('punchedCard');
  const { path: banner } = await operator.call('file.uploadPicture', { picture });
  await operator.call('airdrop.save', {
    campaign: {
      id: 'loom',
      title: 'A loom for everybody',
      banner,
      reward: 'One of three looms',
      rules:
        'Join Early Computing.\nThe looms are drawn among all who have claimed a ticket.\nOne ticket for each person.',
      begins: now,
      ends: now + 7 * day,
      way: 'draw',
      prize: 'code',
      prizes: 3,
      tasks: [{ kind: 'joinSpace', target: spaceId }],
    },
    codes: ['LOOM-1843', 'LOOM-1815', 'LOOM-1852'],
  });
  await operator.call('airdrop.save', {
    campaign: {
      id: 'tea',
      title: 'Tea in the relay room',
      reward: 'Tea, and a look at the moth',
      rules: 'Come on Sunday. The kettle is beside relay 70.',
      begins: now + 3 * day,
      ends: now + 4 * day,
    },
  });
  for (const person of demoPeople.values()) if (person !== operator) await person.call('airdrop.join', { id: 'loom' });
}
