import type { Cursor } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../core/bus.ts';
import { createApprovals } from './approvals.ts';
import { createDeviceNotices } from './deviceNotices.ts';
import { createDevices, type Devices } from './devices.ts';
import { createNotices } from '../../messages/push/notices.ts';
import { openStore, type Store } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { groupOf, sendText, signIn, type Person } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';
import { createTokens } from '../signIn/tokens.ts';
import { createAcks } from '../../messages/sync/acks.ts';

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

/** Groups of both with messages in each, and the cursors that acknowledge them. */
async function said(count: number): Promise<Cursor[]> {
  const conversations = await Promise.all(Array.from({ length: count }, () => groupOf(alice, bob)));
  return Promise.all(
    conversations.map(async (conversationId) => {
      const { epoch, seq } = await sendText(alice, conversationId, 'hello', { type: 'group' });
      return { conversationId, epoch, seq };
    }),
  );
}

test('R41 an ack waits for nobody who writes in the conversation: each would wait for the other where that one takes copies back', async () => {
  const cursors = await said(1);
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('conversation').select('id').where('id', '=', cursors[0]!.conversationId).forUpdate().execute();
    await acks().confirm(asReader(bob), cursors);
  });
  const { rows } = await store.pool.query('select seq::int from device_cursor where identifier = $1 and device = $2', [
    bob.identifier,
    bob.deviceId,
  ]);
  expect(rows).toEqual([{ seq: cursors[0]!.seq }]);
});

describe('acks that come while their device is removed', () => {
  const rounds = Number(process.env.AMBER_ACK_ROUNDS ?? 5);
  let pool: pg.Pool;
  let devices: Devices;
  beforeAll(() => {
    // Not the store's own, which would retry: here nothing may deadlock at all.
    pool = new pg.Pool({ connectionString: gateway.databaseUrl, max: 6 });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const [bus, clock] = [createLocalBus(), Date.now];
    const news = createDeviceNotices({ notices: createNotices({ db, bus, clock, limits }) });
    devices = createDevices({
      db,
      tokens: createTokens({ db, bus, clock, limits, secret: 'secret' }),
      deviceNotices: news,
      approvals: createApprovals({ db, deviceNotices: news, limits, clock }),
      limits,
      clock,
    });
  });
  afterAll(() => pool.end());

  const confirm = (device: string, cursors: Cursor[]) =>
    createAcks({ pool, bus: createLocalBus(), clock: Date.now }).confirm(
      { identifier: bob.identifier, device },
      cursors,
    );
  const remove = (device: string) =>
    devices.signOut({ identifier: bob.identifier, device: bob.deviceId, family: '' }, device);
  const add = (device: string) =>
    store.db
      .insertInto('device')
      .values({
        identifier: bob.identifier,
        device,
        name: '',
        system: 'web',
        created_at: Date.now(),
        seen_at: Date.now(),
      })
      .execute();
  const cursorsOf = async (device: string) =>
    (
      await store.db
        .selectFrom('device_cursor')
        .select('seq')
        .where('identifier', '=', bob.identifier)
        .where('device', '=', device)
        .execute()
    ).length;
  /** Resolves when this many of the database's sessions wait for a lock. */
  const waiting = (count: number) =>
    expect
      .poll(
        async () =>
          (
            await store.pool.query(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rows.length,
        { interval: 10 },
      )
      .toBe(count);

  test('R41 R177 one that comes in the middle of the removal waits for it, and neither for each other', async () => {
    const [a, b, c] = (await said(3)).toSorted((one, other) =>
      one.conversationId < other.conversationId ? -1 : 1,
    ) as [Cursor, Cursor, Cursor];
    await add('another');
    await confirm('another', [b, c]);
    const ended: Promise<unknown>[] = [];
    await store.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('device_cursor')
        .select('seq')
        .where('device', '=', 'another')
        .where('conversation', '=', c.conversationId)
        .forUpdate()
        .execute();
      ended.push(remove('another'));
      await waiting(1);
      const early = confirm('another', [a]);
      await Promise.race([early, waiting(2)]);
      ended.push(early, confirm('another', [a, b]));
      await Promise.race([early.then(() => waiting(2)), waiting(3)]);
    });
    await Promise.all(ended);
    expect(await cursorsOf('another')).toBe(0);
  });

  test(
    `R41 R177 whichever comes first, none fails and no cursor is left (${rounds} rounds)`,
    { timeout: scaledTimeout(100_000 + rounds * 5_000) },
    async () => {
      const cursors = await said(12);
      for (let round = 0; round < rounds; round += 1) {
        const device = `another ${round}`;
        await add(device);
        const some = () => cursors.filter(() => Math.random() < 0.7);
        await Promise.all([
          confirm(device, some().toReversed()),
          confirm(device, cursors),
          confirm(device, some()),
          remove(device),
          confirm(device, some()),
        ]);
        expect(await cursorsOf(device)).toBe(0);
      }
    },
  );
});
