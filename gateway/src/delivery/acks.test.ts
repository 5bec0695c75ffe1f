import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cursor } from '@amber/proto';
import { createLocalBus } from '../bus.ts';
import { openStore, type Store } from '../store.ts';
import { groupOf, sendText, signIn, type Person } from '../testClient.ts';
import { startTestGateway, type TestGateway } from '../testing.ts';
import { createAcks, lockCursors } from './acks.ts';

let gateway: TestGateway;
let store: Store;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  store = await openStore(gateway);
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
});
afterAll(async () => {
  await store.close();
  await gateway.close();
});

const acks = () => createAcks({ pool: store.pool, bus: createLocalBus(), clock: Date.now });
const asReader = ({ identifier, deviceId }: Person) => ({ identifier, device: deviceId });

/** Groups of both with something said in each, and the cursors that confirm it. */
async function said(count: number): Promise<Cursor[]> {
  const conversations = await Promise.all(Array.from({ length: count }, () => groupOf(alice, bob)));
  return Promise.all(conversations.map(async (conversationId) => {
    const { epoch, seq } = await sendText(alice, conversationId, 'hello', { type: 'group' });
    return { conversationId, epoch, seq };
  }));
}

test('R41 an ack waits for nobody who writes in the conversation: each would wait for the other where that one takes copies back', async () => {
  const cursors = await said(1);
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('conversation').select('id').where('id', '=', cursors[0]!.conversationId).forUpdate().execute();
    await acks().confirm(asReader(bob), cursors);
  });
  const { rows } = await store.pool.query('select seq::int from device_cursor where identifier = $1 and device = $2', [bob.identifier, bob.deviceId]);
  expect(rows).toEqual([{ seq: cursors[0]!.seq }]);
});

test('R41 R177 acks that come while a device is removed meet it in one order: neither fails', async () => {
  const cursors = await said(12);
  const reader = asReader(bob);
  const remove = () => store.db.transaction().execute(async (tx) => {
    await lockCursors(tx, bob.identifier, [bob.deviceId]);
    await tx.deleteFrom('device_cursor').where('identifier', '=', bob.identifier).execute();
  });
  for (let round = 0; round < 30; round += 1) {
    const some = cursors.filter(() => Math.random() < 0.7);
    await Promise.all([acks().confirm(reader, some.toReversed()), acks().confirm(reader, cursors), remove()]);
  }
  await acks().confirm(reader, cursors);
  const { rows } = await store.pool.query('select count(*)::int as count from device_cursor where identifier = $1', [bob.identifier]);
  expect(rows).toEqual([{ count: 12 }]);
});
