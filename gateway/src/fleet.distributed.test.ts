import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHistory, type History } from './testing/checkHistory.ts';
import { chatOf, groupOf } from './testing/client.ts';
import { type Fleet, startFleet } from './testing/fleet.ts';
import { query } from './testing/gateway.ts';
import {
  type Chat,
  type HistoryClients,
  type Participant,
  participantOf,
  startHistoryClients,
} from './testing/historyClients.ts';
import { seededRandom } from './testing/seededRandom.ts';
import { scaledTimeout } from './testing/machine.ts';

const rounds = Number(process.env.AMBER_FLEET_ROUNDS ?? 3);
const seed = Number(process.env.AMBER_SEED ?? Date.now() % 1_000_000);
/** It chooses the faults alone, so that a seed always leads to the same ones. */
const random = seededRandom(seed);

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet({ seed });
});
afterAll(() => fleet.close());

/** Three people, and their conversations. */
async function createChats(): Promise<Chat[]> {
  const people = await Promise.all(['Alice', 'Bob', 'Carol'].map((name) => participantOf(fleet, name)));
  const [alice, bob, carol] = people as [Participant, Participant, Participant];
  const [pair, group, trio] = await Promise.all([
    chatOf(alice.writer, bob.writer),
    groupOf(bob.writer, carol.writer, alice.writer),
    groupOf(carol.writer, alice.writer, bob.writer),
  ]);
  return [
    { id: pair!, type: 'private', members: [alice, bob] },
    { id: group!, type: 'group', members: people },
    { id: trio!, type: 'group', members: people },
  ];
}

/** How many gateways renew their leases. */
const runningCount = async () =>
  (await query(fleet, "select from lease where name like 'gateway %' and leased_until > now()")).rows.length;

/** What happens to a gateway, or to the database, while everybody writes. */
const faults: Record<string, (clients: HistoryClients) => Promise<void>> = {
  async 'a gateway is killed'(clients) {
    await fleet.remove(random.pick(fleet.gateways), 'SIGKILL');
    await clients.waitForProgress();
    await fleet.add();
  },
  async 'a gateway is stopped until its leases have ended, and wakes'(clients) {
    const zombie = random.pick(fleet.gateways);
    zombie.pause();
    await expect.poll(runningCount, { interval: 50 }).toBe(2);
    await clients.waitForProgress();
    zombie.continue();
  },
  async 'the database is restarted'() {
    await fleet.signalDatabase(random.pick(['SIGINT', 'SIGQUIT', 'SIGKILL']));
  },
};

const busStates: Record<string, () => void> = {
  'loses, doubles and reorders': () => fleet.bus.setLossy(true),
  'is gone': () => fleet.bus.cut(),
  works: () => undefined,
};

function healBus(): void {
  fleet.bus.setLossy(false);
  fleet.bus.restore();
}

/** Each of these once in as many rounds as there are, in an order that the seed determines. */
function createDeck<T>(all: readonly T[]): () => T {
  let deck: T[] = [];
  return () => {
    if (deck.length === 0) deck = random.shuffle(all);
    return deck.pop()!;
  };
}

/** @throws what refuses a client: a message that was acknowledged and is lost cannot be reacted to, for example. */
async function runRound(round: number, fault: string, busState: string): Promise<History> {
  await fleet.untilReady(3);
  const clients = startHistoryClients({ chats: await createChats(), random: seededRandom(seed + round) });
  await clients.waitForProgress();
  busStates[busState]!();
  await clients.waitForProgress();
  await faults[fault]!(clients);
  await clients.waitForProgress();
  healBus();
  return clients.finish();
}

test(
  `R241 P1 P2 three gateways keep every promise of a conversation while they fail (${rounds} rounds)`,
  { timeout: scaledTimeout(300_000 + rounds * 60_000) },
  async () => {
    const nextFault = createDeck(Object.keys(faults));
    const nextBusState = createDeck(Object.keys(busStates));
    for (let round = 1; round <= rounds; round += 1) {
      const [fault, busState] = [nextFault(), nextBusState()];
      const title = `round ${round} of AMBER_SEED=${seed}: ${fault}, and the bus ${busState}`;
      const startedAt = performance.now();
      const history = await runRound(round, fault, busState).catch((cause: unknown) => {
        throw new Error(`${title}: ${String(cause)}`, { cause });
      });
      expect(checkHistory(history), title).toEqual([]);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      console.info(`${title}: ${history.acknowledgements.length} acknowledged, ${seconds} s`);
    }
  },
);
