import { limits } from '@amber/proto/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../delivery/push/bus.ts';
import { createDeviceNews } from './deviceNews.ts';
import { createDevices } from './devices.ts';
import { createNotices } from '../../delivery/push/notices.ts';
import { openStore, type Store } from '../../store/store.ts';
import {
  chatOf,
  connectAs,
  groupOf,
  newMessageId,
  outcome,
  rowsOf,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../../testing/client.ts';
import { newBundle } from '../../testing/keys.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { createTokens } from '../tokens.ts';

let gateway: TestGateway;
let store: Store;
let now = Date.now();
let alice: Person;
let bob: Person;
let laptop: Person;
let chat: string;
const bus = createLocalBus();
const opened: TestSocket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, bus });
  store = await openStore(gateway);
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
  chat = await chatOf(alice, bob);
  laptop = await anotherDevice(bob, 'laptop');
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await store.close();
  await gateway.close();
});

const anotherDevice = (person: Person, deviceId: string) => {
  now += 60_000;
  return signIn(gateway, { phone: person.phone, deviceId, name: 'Same' });
};
const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const deviceOf = ({ identifier, deviceId }: Person) => ({ identifier, deviceId });
const news = (socket: TestSocket) =>
  socket.notices
    .filter(({ type }) => type === 'deviceChange')
    .map(({ identifier, body }) => ({
      identifier,
      ...(JSON.parse(body) as { added: string[]; removed: string[]; changed: string[]; devices: object[] }),
    }));
const idsOf = async (person: Person) => (await person.api.user.devices({})).list.map(({ deviceId }) => deviceId);
const sealFor = (from: Person, ...to: Person[]) =>
  from.api.message.sendPrivateMessage({
    id: newMessageId(),
    conversation: { conversationId: chat },
    content: to.map((person) => ({ type: 'text', message: '03sealed', encrypted: true, to: deviceOf(person) })),
  });
/** The rows kept for one device, in all tables. */
const keptFor = async ({ identifier, deviceId }: Person) =>
  (
    await query<{ name: string }>(
      gateway,
      `
  select 'device' as name from device where identifier = $1 and device = $2
  union all select 'keys' from device_keys where identifier = $1 and device = $2
  union all select 'one-time key' from one_time_key where identifier = $1 and device = $2
  union all select 'copy' from device_copy where identifier = $1 and device = $2
  union all select 'cursor' from device_cursor where identifier = $1 and device = $2
  union all select 'session' from family where identifier = $1 and device = $2 and revoked_at is null`,
      [identifier, deviceId],
    )
  ).rows.map(({ name }) => name);

describe('R177 devices', () => {
  test('R177 the list says what each is and when it was last seen, the last one first', async () => {
    const { list } = await bob.api.user.devices({});
    expect(list).toEqual([
      { deviceId: 'laptop', deviceName: 'test', system: 'web', created: now, lastSeen: now },
      { deviceId: bob.deviceId, deviceName: 'test', system: 'web', created: now - 60_000, lastSeen: now - 60_000 },
    ]);
    now += 1_000;
    await bob.api.user.init({ uuid: bob.deviceId });
    expect(await idsOf(laptop)).toEqual([bob.deviceId, 'laptop']);
  });

  test('R177 one that is signed out neither reads nor sends, within two seconds, and nothing of it is kept', async () => {
    await laptop.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle('laptop') });
    await sendText(alice, chat, '1');
    await laptop.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    await sealFor(alice, bob, laptop);
    expect(new Set(await keptFor(laptop))).toEqual(
      new Set(['device', 'keys', 'one-time key', 'copy', 'cursor', 'session']),
    );
    const [own, there, theirs] = [await listen(laptop), await listen(alice), await listen(bob)];
    await bob.api.user.signOutDevice({ deviceId: 'laptop' });
    await own.until(() => own.closed !== null, 2_000);
    expect(own.closed!.code).toBe(4001);
    expect(await keptFor(laptop)).toEqual([]);
    expect(await outcome(laptop.api.message.sync({}))).toBe('9001');
    expect(await outcome(sendText(laptop, chat, 'hello'))).toBe('9001');
    expect(await outcome(laptop.api.user.refreshToken({ refreshToken: laptop.tokens.refreshToken }))).toBe('1003');
    expect(await outcome(connectAs(laptop))).toBe('9001');
    expect(await outcome(sealFor(alice, bob, laptop))).toBe('DEVICES_CHANGED');
    expect(await outcome(sealFor(alice, bob))).toBe('SUCCESS');
    await there.until(() => news(there).length === 1);
    expect(news(there)).toEqual([
      { identifier: bob.identifier, devices: [deviceOf(bob)], added: [], removed: ['laptop'], changed: [] },
    ]);
    expect(news(theirs)).toEqual([]);
    expect(await idsOf(bob)).toEqual([bob.deviceId]);
  });

  test("R177 another person's device is none of mine; mine that asks may sign itself out", async () => {
    expect(await outcome(alice.api.user.signOutDevice({ deviceId: 'laptop' }))).toBe('NO_AUTH');
    expect(await outcome(alice.api.user.signOutDevice({ deviceId: '' }))).toBe('NO_AUTH');
    expect(await keptFor(laptop)).toEqual(['device', 'session']);
    await laptop.api.user.signOutDevice({ deviceId: 'laptop' });
    expect(await outcome(laptop.api.user.devices({}))).toBe('9001');
    expect(await idsOf(bob)).toEqual([bob.deviceId]);
  });

  test('R177 signed in once more it is new: what was sealed before it is not for it', async () => {
    await sealFor(alice, bob, laptop);
    await bob.api.user.signOutDevice({ deviceId: 'laptop' });
    // As a message being sent at that moment would leave it.
    await query(gateway, `insert into device_copy values ($1, 'laptop', $2, 1, '\\x00', null, $3)`, [
      bob.identifier,
      chat,
      now + limits.copyFor,
    ]);
    const again = await anotherDevice(bob, 'laptop');
    expect(again.newDevice).toBe(true);
    expect(await rowsOf(again)).toMatchObject([{ copy: 'none', content: null }]);
    expect((await again.api.message.sync({})).notices).toEqual([]);
    await sealFor(alice, bob, again);
    expect(await rowsOf(again)).toMatchObject([{ copy: 'none' }, { copy: 'queued', content: { message: '03sealed' } }]);
  });

  test('R177 the ninth makes the one go that was idle longest', async () => {
    const socket = await listen(alice);
    for (let n = 3; n <= limits.devicesPerUser; n += 1) await anotherDevice(bob, `device-${n}`);
    expect(await idsOf(bob)).toHaveLength(8);
    const ninth = await anotherDevice(bob, 'ninth');
    expect(await idsOf(ninth)).toEqual(['ninth', ...Array.from({ length: 6 }, (_, n) => `device-${8 - n}`), 'laptop']);
    expect(await outcome(bob.api.user.devices({}))).toBe('9001');
    await socket.until(() => news(socket).some(({ added }) => added.includes('ninth')));
    expect(news(socket).at(-1)).toMatchObject({ added: ['ninth'], removed: [bob.deviceId] });
    expect(news(socket).at(-1)!.devices).toHaveLength(8);
  });

  test('R177 one that nobody has used for 45 days is dropped, and those who seal for it are told', async () => {
    const notices = createNotices({ db: store.db, bus, clock: () => now, limits });
    const tokens = createTokens({ db: store.db, bus, clock: () => now, limits, secret: 'another' });
    const devices = createDevices({
      db: store.db,
      tokens,
      news: createDeviceNews({ notices }),
      limits,
      clock: () => now,
    });
    await laptop.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle('laptop') });
    now += limits.deviceIdleFor - 30_000;
    await anotherDevice(bob, bob.deviceId);
    const there = await listen(await anotherDevice(alice, alice.deviceId));
    await devices.dropIdle();
    expect(await keptFor(laptop)).toEqual([]);
    expect(await keptFor(bob)).toEqual(['device', 'session']);
    await there.until(() => news(there).some(({ identifier }) => identifier === bob.identifier));
    expect(news(there).filter(({ identifier }) => identifier === bob.identifier)).toMatchObject([
      { devices: [deviceOf(bob)], removed: ['laptop'] },
    ]);
  });
});

describe('R85 news of devices', () => {
  test('R85 R43 a new one is told to my other devices and to whoever has a private chat with me, and to nobody else', async () => {
    const [stranger, fellow, blocker, blocked] = [
      await signIn(gateway),
      await signIn(gateway),
      await signIn(gateway),
      await signIn(gateway),
    ];
    await groupOf(bob, fellow);
    for (const other of [blocker, blocked]) await chatOf(bob, other);
    await query(gateway, 'insert into block values ($1, $2), ($3, $4)', [
      blocker.identifier,
      bob.identifier,
      bob.identifier,
      blocked.identifier,
    ]);
    const sockets = { alice: await listen(alice), bob: await listen(bob), laptop: await listen(laptop) };
    const others = [await listen(stranger), await listen(fellow), await listen(blocker), await listen(blocked)];
    const phone = await anotherDevice(bob, 'phone');
    for (const socket of Object.values(sockets)) {
      await socket.until(() => news(socket).length === 1);
      expect(news(socket)).toEqual([
        {
          identifier: bob.identifier,
          devices: [deviceOf(bob), deviceOf(laptop), deviceOf(phone)],
          added: ['phone'],
          removed: [],
          changed: [],
        },
      ]);
    }
    await phone.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle('phone') });
    await sockets.alice.until(() => news(sockets.alice).length === 2);
    expect(news(sockets.alice)[1]).toMatchObject({ added: [], changed: ['phone'] });
    expect(others.flatMap(news)).toEqual([]);
    expect((await alice.api.message.sync({})).notices.at(-1)).toMatchObject({
      type: 'deviceChange',
      identifier: bob.identifier,
    });
    expect((await phone.api.message.sync({})).notices).toEqual([]);
  });

  test("a person's first device has nobody to be told of", async () => {
    const { identifier } = await signIn(gateway);
    expect((await query(gateway, 'select seq from notice where identifier = $1', [identifier])).rows).toEqual([]);
  });

  test("friends who come with new devices at the same time do not stand in each other's way", async () => {
    const friends = [alice, bob, await signIn(gateway), await signIn(gateway)];
    for (const one of friends) for (const other of friends) if (one !== other) await chatOf(one, other);
    now += 60_000;
    const fresh = await Promise.all(
      friends.map(({ phone }) => signIn(gateway, { phone, deviceId: 'at-once', name: 'Same' })),
    );
    await Promise.all(
      fresh.map(({ api }) => api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle('at-once') })),
    );
    await Promise.all(friends.map(({ api }) => api.user.signOutDevice({ deviceId: 'at-once' })));
    for (const friend of friends) expect(await idsOf(friend)).not.toContain('at-once');
  });
});
