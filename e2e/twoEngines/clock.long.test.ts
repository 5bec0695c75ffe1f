// The gateway's clock steps while people are connected: nothing is delayed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { waitUntil, nextId, createPair, type Pair, type TestDevice } from './pair.ts';

const hour = 60 * 60_000;
let step = 0;
let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;
let alice: TestDevice;
let bob: TestDevice;
let carol: TestDevice;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-clock-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  world = await createPair({ databaseUrl: postgres.databaseUrl, clock: () => Date.now() + step });
  ({ alice, bob } = world);
  carol = await world.person('Carol');
});
afterAll(async () => {
  await world?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

const waitForArrival = (who: TestDevice, id: string) =>
  waitUntil(`${id} at ${who.name}'s`, async () => (await who.db.messages.get(id))?.copy !== undefined);

/** Messages both ways, and a person who joins and leaves. */
async function exchangeMessages(): Promise<void> {
  const messageIds = await Promise.all([
    alice.sendMessage(world.conversationId, 'from Alice'),
    bob.sendMessage(world.conversationId, 'from Bob'),
  ]);
  await Promise.all([waitForArrival(bob, messageIds[0]), waitForArrival(alice, messageIds[1])]);
  const { conversationId } = await alice.engine.calls.createGroup({
    requestId: nextId(),
    name: 'Rowing',
    identifiers: [carol.identifier],
  });
  await alice.sendCommand(conversationId, 'inviteMember', {}, [bob.identifier]);
  await waitUntil("the group at Bob's", async () => (await bob.db.conversations.get(conversationId)) !== undefined);
  const said = await Promise.all([
    alice.sendMessage(conversationId, 'welcome'),
    bob.sendMessage(conversationId, 'thanks'),
  ]);
  await Promise.all([waitForArrival(bob, said[0]), waitForArrival(alice, said[1])]);
  await alice.sendCommand(conversationId, 'deleteMember', {}, [bob.identifier]);
  await waitUntil(
    "the end of the group at Bob's",
    async () => (await bob.db.conversations.get(conversationId)) === undefined,
  );
}

describe("the gateway's clock steps while two people are connected", () => {
  it.each([
    ['an hour ahead', hour],
    ['an hour back', -hour],
    ['a day ahead', 24 * hour],
    ['right again', 0],
  ])('R41 G13 %s: words and people come and go as before', async (_, to) => {
    await exchangeMessages();
    step = to;
    await exchangeMessages();
    expect([alice, bob].map(({ engine }) => engine.state$.value.connection.status)).toEqual(['open', 'open']);
  });
});
