import type { Input, Messages, Notify } from '@amber/proto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatOf, connectAs, outcomeCode, signIn, type Person, type TestSocket } from '../../testing/client.ts';
import { newBundle, newOneTimeKeys, newSigner } from '../../testing/keys.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

type Bundle = Messages['InitPreKeyBundleRequest_Bundle'];

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
const written: string[] = [];
const opened: TestSocket[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      written.push(chunk.toString());
      done();
    },
  });
  gateway = await startTestGateway({ clock: () => now, log: pino({ level: 'trace' }, sink) });
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(() => gateway.close());

const publish = async (person: Person, pkb: Bundle = newBundle(person.deviceId), isNewDevice = true) => {
  await person.api.user.initPreKeyBundle({ isNewDevice, pkb });
  return pkb;
};
const handOut = async (to: Person, ...people: Person[]) =>
  (await to.api.user.distributePreKey({ list: people.map(({ identifier }) => identifier) })).preKeyBundle;
const idsHandedOut = async (to: Person, of: Person, times: number) => {
  const ids = [];
  for (let n = 0; n < times; n += 1) ids.push((await handOut(to, of))[0]!.preKeyId);
  return ids;
};
const anotherDevice = (person: Person, deviceId: string) => {
  now += 60_000;
  return signIn(gateway, { phone: person.phone, deviceId, approved: false });
};
const stored = async () =>
  (
    await query<{ id: number }>(gateway, 'select id from one_time_key where identifier = $1 order by id', [
      bob.identifier,
    ])
  ).rows.map(({ id }) => id);
const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const bodies = (socket: TestSocket, wanted: Notify['type']) =>
  socket.notices
    .filter(({ type }) => type === wanted)
    .map(({ identifier, body }) => ({ identifier, ...(JSON.parse(body) as object) }));

const approve = (person: Person, other: Person) => person.api.user.approveDevice({ deviceId: other.deviceId });

describe('keys', () => {
  test('R78 R81 what a device publishes is handed out, with one one-time key at a time, the oldest first', async () => {
    const pkb = await publish(bob);
    const { deviceId, onetimePreKeys, ...keys } = pkb;
    expect(await handOut(alice, bob)).toEqual([
      { ...keys, identifier: bob.identifier, deviceId, ...onetimePreKeys[0] },
    ]);
    expect(await idsHandedOut(alice, bob, 3)).toEqual([2, 3, 0]);
    expect(await handOut(alice, bob)).toEqual([
      { ...keys, identifier: bob.identifier, deviceId, preKeyId: 0, preKeyPublic: new Uint8Array() },
    ]);
  });

  test('R81 all devices that have keys, or those that are named; never the one that asks', async () => {
    for (const person of [bob, alice]) await publish(person);
    const [laptop, phone] = [await anotherDevice(bob, 'laptop'), await anotherDevice(bob, 'phone')];
    const tablet = await anotherDevice(alice, 'tablet');
    for (const person of [laptop, tablet]) await publish(person);
    await approve(bob, laptop);
    await approve(alice, tablet);
    const idsOf = (list: { deviceId: string }[]) => list.map(({ deviceId }) => deviceId);
    expect(idsOf(await handOut(alice, bob))).toEqual([bob.deviceId, 'laptop']);
    expect(idsOf(await handOut(alice, bob, alice)).toSorted()).toEqual([bob.deviceId, 'laptop', 'tablet'].toSorted());
    const devices = [
      { identifier: bob.identifier, deviceId: 'laptop' },
      { identifier: bob.identifier, deviceId: phone.deviceId },
    ];
    expect(idsOf((await alice.api.user.distributePreKey({ list: [bob.identifier], devices })).preKeyBundle)).toEqual([
      'laptop',
    ]);
  });

  test("R8 init says whether the gateway has this device's keys: after it was signed out they must come again", async () => {
    const init = async (person: Person) => (await person.api.user.init({ uuid: person.deviceId })).hasKeys;
    expect(await init(bob)).toBe(false);
    const pkb = await publish(bob);
    expect(await init(bob)).toBe(true);
    const laptop = await anotherDevice(bob, 'laptop');
    expect(await init(laptop)).toBe(false);
    expect(await idsHandedOut(alice, bob, 1)).toEqual([1]);
    await approve(bob, laptop);
    await laptop.api.user.signOutDevice({ deviceId: bob.deviceId });
    const again = await anotherDevice(bob, bob.deviceId);
    expect(await init(again)).toBe(false);
    // The earlier keys were handed out, or could have been.
    await publish(again, { ...pkb, onetimePreKeys: newOneTimeKeys(5) });
    expect(await init(again)).toBe(true);
    expect(await idsHandedOut(alice, bob, 3)).toEqual([4, 5, 0]);
  });

  test('R177 a device that nobody has used for 45 days is not sealed for', async () => {
    await publish(bob);
    now += 45 * 24 * 60 * 60_000;
    expect(await handOut(await anotherDevice(alice, 'later'), bob)).toEqual([]);
  });

  test('R80 T8 a thousand at once on 500 keys: each key goes to one, the rest get none, and nothing fails', async () => {
    const busy = await startTestGateway({ limits: { preKeysPerHour: 100 } });
    const asked = await signIn(busy);
    const asking = await Promise.all(Array.from({ length: 10 }, () => signIn(busy)));
    await publish(asked, newBundle(asked.deviceId, { oneTimeKeys: 500 }));
    const bundles = (
      await Promise.all(Array.from({ length: 1_000 }, (_, n) => handOut(asking[n % 10]!, asked)))
    ).flat();
    expect(bundles).toHaveLength(1_000);
    const ids = bundles.map(({ preKeyId }) => preKeyId).filter((id) => id > 0);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
    await busy.close();
  });

  test('T8 nobody gets more than 20 one-time keys of a device in an hour; others do, and so does he later', async () => {
    await publish(bob, newBundle(bob.deviceId, { oneTimeKeys: 200 }));
    const carol = await signIn(gateway);
    now = Math.ceil(now / 3_600_000) * 3_600_000;
    const fresh = await anotherDevice(alice, alice.deviceId);
    const got = (await Promise.all(Array.from({ length: 30 }, () => handOut(fresh, bob))))
      .flat()
      .filter(({ preKeyId }) => preKeyId > 0);
    expect(new Set(got.map(({ preKeyId }) => preKeyId)).size).toBe(20);
    expect(await idsHandedOut(await anotherDevice(alice, 'another'), bob, 1)).toEqual([0]);
    expect(await idsHandedOut(await anotherDevice(carol, carol.deviceId), bob, 1)).not.toEqual([0]);
    now += 60 * 60_000;
    expect(await idsHandedOut(await anotherDevice(alice, alice.deviceId), bob, 1)).not.toEqual([0]);
  });

  test('R79 R43 a device of which fewer than 100 keys are left is told once, until it brings more', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    const [socket, other] = [await listen(bob), await listen(laptop)];
    await publish(bob, newBundle(bob.deviceId, { oneTimeKeys: 102 }));
    await publish(laptop, newBundle('laptop', { oneTimeKeys: 300 }));
    const low = () => bodies(socket, 'preKeyNotEnough');
    await idsHandedOut(alice, bob, 2);
    expect(low()).toEqual([]);
    await idsHandedOut(alice, bob, 3);
    await socket.until(() => low().length > 0);
    await bob.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(5, 103) });
    await idsHandedOut(alice, bob, 4);
    await idsHandedOut(await signIn(gateway), bob, 2);
    await socket.until(() => low().length === 2);
    expect(low()).toEqual(Array.from({ length: 2 }, () => ({ identifier: bob.identifier, deviceId: bob.deviceId })));
    const kept = async (person: Person) =>
      (await person.api.message.sync({})).notices.filter(({ type }) => type === 'preKeyNotEnough');
    expect([await kept(bob), await kept(laptop), bodies(other, 'preKeyNotEnough')]).toMatchObject([[{}, {}], [], []]);
  });

  test('C17 an upload that was cut is repeated: nothing doubles, and no key that was handed out comes back', async () => {
    const pkb = await publish(bob);
    expect(await idsHandedOut(alice, bob, 1)).toEqual([1]);
    for (const isNewDevice of [true, false]) await publish(bob, pkb, isNewDevice);
    expect(await stored()).toEqual([2, 3]);
    for (let n = 0; n < 2; n += 1) await bob.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(2, 4) });
    await bob.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(6) });
    expect(await stored()).toEqual([2, 3, 4, 5, 6]);
    expect(await idsHandedOut(alice, bob, 6)).toEqual([2, 3, 4, 5, 6, 0]);
    await bob.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(6) });
    expect(await idsHandedOut(alice, bob, 1)).toEqual([0]);
  });

  test('R81 a set without one-time keys renews the signed key alone', async () => {
    const signer = newSigner();
    const first = await publish(bob, newBundle(bob.deviceId, { signer }));
    const socket = await listen(alice);
    await chatOf(alice, bob);
    const renewed = await publish(
      bob,
      { ...newBundle(bob.deviceId, { signer, oneTimeKeys: 0 }), signedPreKeyId: 10 },
      false,
    );
    expect(await handOut(alice, bob)).toMatchObject([
      {
        signedPreKeyId: 10,
        signedPreKeyPublic: renewed.signedPreKeyPublic,
        identityKey: first.identityKey,
        preKeyId: 1,
      },
    ]);
    expect(bodies(socket, 'deviceChange')).toEqual([]);
  });

  test('R81 R85 keys made anew drop those of before, and whoever writes there is told', async () => {
    await chatOf(alice, bob);
    const laptop = await anotherDevice(bob, 'laptop');
    await publish(bob);
    const sockets = [await listen(alice), await listen(laptop)];
    const next = await publish(bob, newBundle(bob.deviceId, { oneTimeKeys: 2 }));
    expect(await handOut(alice, bob)).toMatchObject([
      { identityKey: next.identityKey, preKeyId: 1, preKeyPublic: next.onetimePreKeys[0]!.preKeyPublic },
    ]);
    expect(await stored()).toEqual([2]);
    for (const socket of sockets) {
      await socket.until(() => bodies(socket, 'deviceChange').length === 1);
      expect(bodies(socket, 'deviceChange')).toMatchObject([
        { identifier: bob.identifier, added: [], removed: [], changed: [bob.deviceId] },
      ]);
    }
  });

  test('R82 what is misshapen, unsigned or of another device is refused, and changes nothing', async () => {
    const pkb = await publish(bob);
    const key = (length: number, type = 5) => Uint8Array.from({ length }, (_, n) => (n === 0 ? type : 1));
    const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, n) => (n === at ? byte ^ 1 : byte));
    const oneTime = (preKeyId: number, preKeyPublic = key(33)) => ({ onetimePreKeys: [{ preKeyId, preKeyPublic }] });
    const before = await query(
      gateway,
      "select device_keys::text, (select string_agg(k::text, ',' order by id) from one_time_key k) from device_keys",
    );
    const wrong: Input<Bundle>[] = [
      { deviceId: alice.deviceId },
      { registrationId: 0 },
      { registrationId: 16_384 },
      { signedPreKeyId: 0 },
      { signedPreKeyId: 10_000 },
      { identityKey: key(32) },
      { identityKey: key(33, 4) },
      { identityKey: newSigner().key },
      { identityKey: Uint8Array.from([5, ...new Uint8Array(32).fill(255)]) },
      { signedPreKeyPublic: key(34) },
      { signedPreKeyPublic: key(33) },
      { signedPreKeySignature: new Uint8Array(63) },
      { signedPreKeySignature: new Uint8Array(64) },
      ...Array.from({ length: 64 }, (_, at) => ({ signedPreKeySignature: flipped(pkb.signedPreKeySignature, at) })),
      oneTime(0),
      oneTime(-1),
      oneTime(16_777_216),
      oneTime(7, key(32)),
      oneTime(7, key(33, 6)),
      { onetimePreKeys: [...newOneTimeKeys(1), ...newOneTimeKeys(1)] },
    ];
    for (const part of wrong)
      expect(await outcomeCode(bob.api.user.initPreKeyBundle({ pkb: { ...pkb, ...part } }))).toBe('BAD_REQUEST');
    expect(
      await outcomeCode(bob.api.user.initPreKeyBundle({ pkb: { ...pkb, onetimePreKeys: newOneTimeKeys(1_001) } })),
    ).toBe('TOO_LARGE');
    expect(await outcomeCode(bob.api.user.initPreKeyBundle({}))).toBe('BAD_REQUEST');
    for (const part of [oneTime(0), oneTime(7, key(32))])
      expect(await outcomeCode(bob.api.user.updatePreKeyBundle(part))).toBe('BAD_REQUEST');
    expect(await outcomeCode(alice.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(1) }))).toBe(
      'BAD_REQUEST',
    );
    expect(
      (
        await query(
          gateway,
          "select device_keys::text, (select string_agg(k::text, ',' order by id) from one_time_key k) from device_keys",
        )
      ).rows,
    ).toEqual(before.rows);
  });

  test('T8 a device keeps 2,000 one-time keys at most, the first that come', async () => {
    await publish(bob, newBundle(bob.deviceId, { oneTimeKeys: 1_000 }));
    await bob.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(1_000, 1_001) });
    expect(await idsHandedOut(alice, bob, 1)).toEqual([1]);
    await bob.api.user.updatePreKeyBundle({ onetimePreKeys: newOneTimeKeys(500, 2_001).toReversed() });
    expect(await stored()).toEqual(Array.from({ length: 2_000 }, (_, n) => n + 2));
  });

  test('P7 who is blocked gets no key, nor anybody of who is not there', async () => {
    await publish(bob);
    await query(gateway, 'insert into block values ($1, $2)', [bob.identifier, alice.identifier]);
    expect(await outcomeCode(handOut(alice, bob))).toBe('BLOCKED');
    expect(await outcomeCode(alice.api.user.distributePreKey({ list: ['nobody'] }))).toBe('NO_AUTH');
    expect(await outcomeCode(alice.api.user.distributePreKey({ list: [] }))).toBe('BAD_REQUEST');
    expect(
      await outcomeCode(alice.api.user.distributePreKey({ list: Array.from({ length: 17 }, (_, n) => String(n)) })),
    ).toBe('TOO_LARGE');
    expect(await stored()).toEqual([1, 2, 3]);
  });

  test('no log holds a key', async () => {
    const pkb = await publish(bob);
    await outcomeCode(bob.api.user.initPreKeyBundle({ pkb: { ...pkb, registrationId: 0 } }));
    await handOut(alice, bob);
    const log = written.join('');
    expect(log.length).toBeGreaterThan(0);
    for (const bytes of [
      pkb.identityKey,
      pkb.signedPreKeyPublic,
      pkb.signedPreKeySignature,
      pkb.onetimePreKeys[0]!.preKeyPublic,
    ]) {
      const part = Buffer.from(bytes.subarray(1, 13));
      for (const text of [part.toString('hex'), part.toString('base64').slice(0, 15), part.join(',')])
        expect(log).not.toContain(text);
    }
  });
});
