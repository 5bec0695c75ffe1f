import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../core/bus.ts';
import { createApprovals } from './approvals.ts';
import { createDeviceNotices } from './deviceNotices.ts';
import { createDevices } from './devices.ts';
import { createNotices } from '../../messages/push/notices.ts';
import { openStore, type Store } from '../../db/store.ts';
import {
  chatOf,
  connectAs,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../../testing/client.ts';
import { newBundle } from '../../testing/keys.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { createTokens } from '../signIn/tokens.ts';

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
  await publish(bob);
  laptop = await anotherDevice(bob, 'laptop');
  await approve(bob, laptop);
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await store.close();
  await gateway.close();
});

const anotherDevice = (person: Person, deviceId: string) => {
  now += 60_000;
  return signIn(gateway, { phone: person.phone, deviceId, approved: false });
};
const publish = ({ api, deviceId }: Person) =>
  api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(deviceId) });
const approve = ({ api }: Person, { deviceId }: Person) => api.user.approveDevice({ deviceId });
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
    const told = { approved: true, startsOverAt: 0, address: '', givenName: '' };
    const { list } = await bob.api.user.devices({});
    expect(list).toEqual([
      { deviceId: 'laptop', deviceName: 'test', system: 'web', created: now, lastSeen: now, ...told },
      { deviceId: bob.deviceId, deviceName: 'test', system: 'web', created: now - 60_000, lastSeen: now, ...told },
    ]);
    now += 1_000;
    await bob.api.user.init({ uuid: bob.deviceId });
    expect(await idsOf(bob)).toEqual([bob.deviceId, 'laptop']);
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
    await own.until(() => own.closed !== null);
    expect(own.closed!.code).toBe(4001);
    expect(await keptFor(laptop)).toEqual([]);
    expect(await outcomeCode(laptop.api.message.sync({}))).toBe('9001');
    expect(await outcomeCode(sendText(laptop, chat, 'hello'))).toBe('9001');
    expect(await outcomeCode(laptop.api.user.refreshToken({ refreshToken: laptop.tokens.refreshToken }))).toBe(
      'DEVICE_REMOVED',
    );
    expect(await outcomeCode(connectAs(laptop))).toBe('9001');
    expect(await outcomeCode(sealFor(alice, bob, laptop))).toBe('DEVICES_CHANGED');
    expect(await outcomeCode(sealFor(alice, bob))).toBe('SUCCESS');
    await there.until(() => news(there).length === 1);
    expect(news(there)).toEqual([
      { identifier: bob.identifier, devices: [deviceOf(bob)], added: [], removed: ['laptop'], changed: [] },
    ]);
    expect(news(theirs)).toEqual([]);
    expect(await idsOf(bob)).toEqual([bob.deviceId]);
  });

  test("R177 another person's device is none of mine; mine that asks may sign itself out", async () => {
    expect(await outcomeCode(alice.api.user.signOutDevice({ deviceId: 'laptop' }))).toBe('NO_AUTH');
    expect(await outcomeCode(alice.api.user.signOutDevice({ deviceId: '' }))).toBe('NO_AUTH');
    expect(await keptFor(laptop)).toEqual(['device', 'session']);
    await laptop.api.user.signOutDevice({ deviceId: 'laptop' });
    expect(await outcomeCode(laptop.api.user.devices({}))).toBe('9001');
    expect(await idsOf(bob)).toEqual([bob.deviceId]);
  });

  test('R177 a device is named by its owner, and keeps the name when it registers again', async () => {
    const nameOf = async (deviceId: string) =>
      (await bob.api.user.devices({})).list.find((device) => device.deviceId === deviceId)?.givenName;
    await bob.api.user.renameDevice({ deviceId: 'laptop', name: '  Desk at work ' });
    expect(await nameOf('laptop')).toBe('Desk at work');
    await anotherDevice(bob, 'laptop');
    expect(await nameOf('laptop')).toBe('Desk at work');
    for (const name of ['a'.repeat(limits.nameMax + 1), 'two\nlines', 'turned \u202e round', '\u0000'])
      expect(await outcomeCode(bob.api.user.renameDevice({ deviceId: 'laptop', name }))).toBe('BAD_NAME');
    expect(await outcomeCode(alice.api.user.renameDevice({ deviceId: 'laptop', name: 'Mine' }))).toBe('NO_AUTH');
    expect(await nameOf('laptop')).toBe('Desk at work');
    await bob.api.user.renameDevice({ deviceId: 'laptop', name: '' });
    expect(await nameOf('laptop')).toBe('');
  });

  test('R177 signed in once more it is new: what was sealed before it is not for it', async () => {
    await sealFor(alice, bob, laptop);
    await bob.api.user.signOutDevice({ deviceId: 'laptop' });
    // As a message being sent at that moment would leave it.
    await query(gateway, `insert into device_copy values ($1, 'laptop', $2, 1, '\\x00', null, $3)`, [
      bob.identifier,
      chat,
      now + limits.copyRetention,
    ]);
    const again = await anotherDevice(bob, 'laptop');
    expect(again.newDevice).toBe(true);
    expect(await rowsOf(again)).toMatchObject([{ copy: 'none', content: null }]);
    expect((await again.api.message.sync({})).notices).toEqual([]);
    await sealFor(alice, bob, again);
    expect(await rowsOf(again)).toMatchObject([{ copy: 'none' }, { copy: 'queued', content: { message: '03sealed' } }]);
  });

  test('R177 the ninth is approved only when another one has gone, and no sign-in displaces an approved one', async () => {
    for (let n = 3; n <= limits.devicesPerUser; n += 1) await approve(bob, await anotherDevice(bob, `device-${n}`));
    const eight = await idsOf(bob);
    expect(eight).toHaveLength(8);
    const ninth = await anotherDevice(bob, 'ninth');
    expect(await outcomeCode(approve(bob, ninth))).toBe('DEVICES_FULL');
    expect(new Set(await idsOf(bob))).toEqual(new Set(['ninth', ...eight]));
    await bob.api.user.signOutDevice({ deviceId: 'device-3' });
    await approve(bob, ninth);
    expect(await idsOf(ninth)).toHaveLength(8);
  });

  test('R177 H26 of those that are not approved two stay: a third makes the oldest of them go', async () => {
    const socket = await listen(alice);
    for (let n = 1; n <= 8; n += 1) await anotherDevice(bob, `thief-${n}`);
    expect(new Set(await idsOf(bob))).toEqual(new Set([bob.deviceId, 'laptop', 'thief-7', 'thief-8']));
    await socket.until(() => news(socket).some(({ added }) => added.includes('thief-8')));
    expect(news(socket).at(-1)).toMatchObject({ added: ['thief-8'], removed: ['thief-6'] });
    expect(news(socket).at(-1)!.devices).toEqual([
      deviceOf(bob),
      deviceOf(laptop),
      ...['thief-7', 'thief-8'].map((deviceId) => ({ identifier: bob.identifier, deviceId, unapproved: true })),
    ]);
  });

  test('R177 one that nobody has used for 45 days is dropped, and those who seal for it are told', async () => {
    const notices = createNotices({ db: store.db, bus, clock: () => now, limits });
    const tokens = createTokens({ db: store.db, bus, clock: () => now, limits, secret: 'another' });
    const clocked = { db: store.db, deviceNotices: createDeviceNotices({ notices }), limits, clock: () => now };
    const devices = createDevices({ ...clocked, tokens, approvals: createApprovals(clocked) });
    await publish(laptop);
    now += limits.deviceIdleFor - 30_000;
    await anotherDevice(bob, bob.deviceId);
    const there = await listen(await anotherDevice(alice, alice.deviceId));
    await devices.dropIdle();
    expect(await keptFor(laptop)).toEqual([]);
    expect(await keptFor(bob)).toEqual(expect.arrayContaining(['device', 'keys', 'session']));
    await there.until(() => news(there).some(({ identifier }) => identifier === bob.identifier));
    expect(news(there).filter(({ identifier }) => identifier === bob.identifier)).toMatchObject([
      { devices: [deviceOf(bob)], removed: ['laptop'] },
    ]);
  });
});

describe('R177 approval', () => {
  test('the first device is approved, the next one waits for it, and may neither approve nor sign out', async () => {
    const thief = await anotherDevice(bob, 'thief');
    const approved = async () =>
      (await bob.api.user.devices({})).list.filter((one) => one.approved).map(({ deviceId }) => deviceId);
    expect(new Set(await approved())).toEqual(new Set([bob.deviceId, 'laptop']));
    expect(await outcomeCode(approve(thief, thief))).toBe('NO_AUTH');
    expect(await outcomeCode(thief.api.user.signOutDevice({ deviceId: bob.deviceId }))).toBe('NO_AUTH');
    expect(await outcomeCode(approve(alice, thief))).toBe('NO_AUTH');
    const socket = await listen(alice);
    await approve(bob, thief);
    await approve(bob, thief);
    expect(new Set(await approved())).toEqual(new Set([bob.deviceId, 'laptop', 'thief']));
    await socket.until(() => news(socket).length === 1);
    expect(news(socket)[0]).toMatchObject({ devices: [{}, {}, deviceOf(thief)], added: [], removed: [], changed: [] });
  });

  test('keys of one that waits go to its own person alone, and a sender is told which of the missing wait', async () => {
    const thief = await anotherDevice(bob, 'thief');
    await publish(thief);
    const bundlesFor = async ({ api }: Person) =>
      (await api.user.distributePreKey({ list: [bob.identifier] })).preKeyBundle.map(({ deviceId }) => deviceId);
    expect(await bundlesFor(alice)).toEqual([bob.deviceId]);
    expect(await bundlesFor(laptop)).toEqual([bob.deviceId, 'thief']);
    const fault = await sealFor(alice, bob, laptop).catch((thrown: unknown) => Fault.of(thrown));
    expect(decode('DevicesChanged', (fault as Fault).data!)).toEqual({
      missing: [deviceOf(thief)],
      extra: [],
      unapproved: [deviceOf(thief)],
    });
  });

  test("a newcomer's second browser is approved by itself while the first has made no keys", async () => {
    const carol = await signIn(gateway);
    const second = await anotherDevice(carol, 'second');
    await publish(second);
    await publish(carol);
    const { list } = await second.api.user.devices({});
    expect(list.map(({ deviceId, approved }) => [deviceId, approved])).toEqual([
      ['second', true],
      [carol.deviceId, false],
    ]);
  });

  test('who has no other device left is the first a day after asking, and after an approved one was in use', async () => {
    const lost = await anotherDevice(bob, 'new-one');
    await publish(lost);
    const asked = now;
    expect(await lost.api.user.startOver({})).toEqual({ at: asked + limits.startOverAfter });
    expect((await laptop.api.user.devices({})).list.find(({ deviceId }) => deviceId === 'new-one')).toMatchObject({
      startsOverAt: asked + limits.startOverAfter,
    });
    now += limits.startOverAfter / 2;
    const later = await anotherDevice(bob, 'laptop');
    await later.api.user.devices({});
    now += limits.startOverAfter / 2;
    const again = await anotherDevice(bob, 'new-one');
    expect((await again.api.user.startOver({})).at).toBeGreaterThan(now);
    now += limits.startOverAfter / 2 + 60_000;
    const socket = await listen(await anotherDevice(alice, alice.deviceId));
    const atLast = await anotherDevice(bob, 'new-one');
    expect(await atLast.api.user.startOver({})).toEqual({ at: 0 });
    await socket.until(() => news(socket).length > 0);
    expect(news(socket).at(-1)!.devices).toEqual([
      { ...deviceOf(bob), unapproved: true },
      { ...deviceOf(laptop), unapproved: true },
      deviceOf(lost),
    ]);
    expect(await outcomeCode(approve(await anotherDevice(bob, 'laptop'), lost))).toBe('NO_AUTH');
  });

  test('an approved one refuses: it signs the other out', async () => {
    const lost = await anotherDevice(bob, 'new-one');
    await lost.api.user.startOver({});
    await laptop.api.user.signOutDevice({ deviceId: 'new-one' });
    expect(await outcomeCode(lost.api.user.startOver({}))).toBe('9001');
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
          devices: [deviceOf(bob), deviceOf(laptop), { ...deviceOf(phone), unapproved: true }],
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
    await Promise.all(fresh.map(({ api }) => api.user.signOutDevice({ deviceId: 'at-once' })));
    for (const friend of friends) expect(await idsOf(friend)).not.toContain('at-once');
  });
});
