import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHistory } from '../testing/checkHistory.ts';
import { type Fleet, startFleet } from '../testing/fleet.ts';
import { groupOf } from '../testing/client.ts';
import { participantOf, startHistoryClients } from '../testing/historyClients.ts';
import { startReplicatedPostgres } from '../testing/replicatedPostgres.ts';
import { seededRandom } from '../testing/seededRandom.ts';

let postgres: Awaited<ReturnType<typeof startReplicatedPostgres>>;
let fleet: Fleet;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  fleet = await startFleet({ size: 2, databaseUrl: postgres.databaseUrl });
});
afterAll(async () => {
  await fleet.close();
  await postgres.close();
});

test('R241 P1 P2 a synchronous standby takes over with everything that was acknowledged', async () => {
  const members = [await participantOf(fleet, 'Alice'), await participantOf(fleet, 'Bob')];
  const [alice, bob] = members.map(({ writer }) => writer);
  const chats = [
    { id: await groupOf(alice!, bob!, (await participantOf(fleet, 'Carol')).writer), type: 'group' as const, members },
  ];
  const clients = startHistoryClients({ chats, random: seededRandom(1) });
  await clients.waitForProgress();
  // Nothing may be acknowledged that the standby does not have.
  postgres.cutLink();
  await expect.poll(postgres.waitingCommits, { interval: 20 }).toBeGreaterThan(0);
  await postgres.losePrimary();
  await postgres.promoteStandby();
  await fleet.untilReady(2);
  await clients.waitForProgress();
  const history = await clients.finish();
  expect(checkHistory(history)).toEqual([]);
});
