import { expect, it, describe } from 'vitest';
import { bareDevice, newDevice, pair, TestClock, type TestDevice } from '../sealing/testing/device.ts';
import { createKeyServer } from '../sealing/testing/keyServer.ts';

const day = 86_400_000;
const namesIn = async ({ db }: TestDevice, kind: string) =>
  (await db.identity.toCollection().primaryKeys())
    .filter((key) => key.startsWith(`${kind}:`))
    .map((key) => Number(key.split(':')[1]))
    .sort((a, b) => a - b);
const idsAt = ({ server, me }: TestDevice) => server.bundleOf(me)!.free.map(({ preKeyId }) => preKeyId);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("a device's own keys", () => {
  it('R78 R79 R80 the bundle: all its parts, 500 one-time keys from 1, a signed key with a random id', async () => {
    const alice = await newDevice('alice', 'a1', { preKeys: 500 });
    const { pkb, free } = alice.server.bundleOf(alice.me)!;
    expect(free.map(({ preKeyId }) => preKeyId)).toEqual(upTo(500));
    expect(new Set(free.map(({ preKeyPublic }) => preKeyPublic.join())).size).toBe(500);
    expect(pkb.deviceId).toBe('a1');
    expect(pkb.registrationId).toBeGreaterThan(0);
    expect(pkb.registrationId).toBeLessThan(16_384);
    expect([pkb.identityKey.length, pkb.signedPreKeyPublic.length, pkb.signedPreKeySignature.length]).toEqual([
      33, 33, 64,
    ]);
    expect(pkb.signedPreKeyId).toBeGreaterThan(0);
    expect(pkb.signedPreKeyId).toBeLessThan(10_000);
    const row = await alice.db.prekey.get(['alice', 'a1']);
    expect(row).toMatchObject({
      identifier: 'alice',
      deviceId: 'a1',
      registrationId: pkb.registrationId,
      created: expect.any(Number),
      updated: expect.any(Number),
    });
  });

  it('R81 keys that are made belong to a new device, keys that are found do not', async () => {
    const alice = bareDevice('alice', 'a1');
    expect(await alice.makeOrRestore()).toEqual({ isNewDevice: true });
    const before = alice.server.bundleOf(alice.me)!.pkb;
    expect(await alice.restart().makeOrRestore()).toEqual({ isNewDevice: false });
    expect(alice.server.bundleOf(alice.me)!.pkb).toBe(before);
    expect(alice.server.calls).toEqual(['init']);
  });

  it('R79 500 more when there are not enough, with ids never used before, once however often it is asked for', async () => {
    const alice = await newDevice('alice', 'a1', { preKeys: 20 });
    await Promise.all([alice.replenish(), alice.replenish()]);
    expect(idsAt(alice)).toEqual(upTo(40));
    await alice.replenish();
    expect(await namesIn(alice, 'preKey')).toEqual(upTo(60));
    expect(alice.server.calls).toEqual(['init', 'update', 'update']);
  });

  it('R177 a gateway that has lost them gets all of it again, with one-time keys it has never seen', async () => {
    const alice = await newDevice('alice', 'a1', { preKeys: 20 });
    const { identityKey } = alice.server.bundleOf(alice.me)!.pkb;
    alice.server.deleteDevice(alice.me);
    expect(await alice.makeOrRestore()).toEqual({ isNewDevice: false });
    expect(alice.server.bundleOf(alice.me)).toBeUndefined();
    await alice.republish();
    expect(alice.server.bundleOf(alice.me)!.pkb.identityKey).toEqual(identityKey);
    expect(idsAt(alice)).toEqual(upTo(40).slice(20));
  });

  it.each(['before', 'after'] as const)(
    'C17 an upload that is cut %s the gateway has taken it: the same set again, never one that is not here',
    async (moment) => {
      const server = createKeyServer();
      const alice = bareDevice('alice', 'a1', { server });
      const cut = () => {
        server.upload = (at) => {
          if (at === moment) throw new Error('cut');
        };
      };
      const whole = () => {
        server.upload = () => {};
      };
      const isSubset = async (device: TestDevice) => {
        const here = new Set(await namesIn(device, 'preKey'));
        return (server.bundleOf(device.me)?.free ?? []).every(({ preKeyId }) => here.has(preKeyId));
      };
      cut();
      await expect(alice.makeOrRestore()).rejects.toThrow('cut');
      expect(await isSubset(alice)).toBe(true);
      whole();
      const again = alice.restart();
      expect(await again.makeOrRestore()).toEqual({ isNewDevice: true });
      expect(idsAt(again)).toEqual(upTo(10));
      cut();
      await expect(again.replenish()).rejects.toThrow('cut');
      expect(await isSubset(again)).toBe(true);
      whole();
      const third = again.restart();
      await third.replenish();
      expect(idsAt(third)).toEqual(upTo(20));
      expect(await namesIn(third, 'preKey')).toEqual(upTo(20));
    },
  );

  it('R86 a one-time key is deleted by the message that used it, and is not uploaded again after a cut', async () => {
    const { alice, bob, server } = await pair();
    server.upload = (at) => {
      if (at === 'after') throw new Error('cut');
    };
    await expect(bob.replenish()).rejects.toThrow('cut');
    server.upload = () => {};
    server.bundleOf(bob.me)!.free.splice(0, 10);
    expect(await bob.text(await alice.write('hello', bob))).toBe('hello');
    expect(await namesIn(bob, 'preKey')).not.toContain(11);
    await bob.replenish();
    expect(idsAt(bob)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('T8 the signed key is renewed after a week; the old one opens what was on its way for 30 days more', async () => {
    const { alice, bob, server, clock } = await pair();
    const first = server.bundleOf(bob.me)!.pkb.signedPreKeyId;
    await bob.rotate();
    expect(server.bundleOf(bob.me)!.pkb.signedPreKeyId).toBe(first);
    await alice.bundlesOf([bob.me]);
    clock.time += 7 * day;
    await bob.rotate();
    const second = server.bundleOf(bob.me)!.pkb.signedPreKeyId;
    expect(second).not.toBe(first);
    expect(await namesIn(bob, 'signedPreKey')).toEqual([first, second].sort((a, b) => a - b));
    // Started with a bundle from a week ago, as a slow network may cause.
    clock.time -= 7 * day;
    const late = await alice.write('late', bob);
    clock.time += 36 * day;
    await bob.rotate();
    expect(await bob.text(late)).toBe('late');
    clock.time += day;
    await bob.rotate();
    expect(await namesIn(bob, 'signedPreKey')).not.toContain(first);
  });

  it('C13 a device that has lost its keys makes new ones, and the others see the change', async () => {
    const { alice, bob, server, clock } = await pair();
    await bob.text(await alice.write('hello', bob));
    await alice.text(await bob.write('hi', alice));
    bob.db.close();
    const lost = bareDevice('bob', 'b1', { server, clock });
    const onItsWay = await alice.write('who reads this?', lost);
    clock.time += 1_000;
    expect(await lost.makeOrRestore()).toEqual({ isNewDevice: true });
    expect(await lost.text(onItsWay)).toBe('no_session');
    const refused = await lost.write('it is me, with another key', alice);
    expect(await alice.text(refused)).toBe('untrusted_identity');
    expect(alice.events).toEqual([{ device: bob.me, change: 'keyChanged', needsConsent: false }]);
    expect(await alice.pins.stateOf('bob')).toBe('changed');
    await alice.pins.accept('bob');
    expect(await alice.text(refused)).toBe('it is me, with another key');
    expect(await alice.text(await lost.write('it is still me', alice))).toBe('it is still me');
    expect(await lost.text(await alice.write('I see', lost))).toBe('I see');
  });

  it('C12 a damaged identity key is noticed at start', async () => {
    const alice = await newDevice('alice', 'a1', { clock: new TestClock() });
    const row = (await alice.db.identity.get('me')) as unknown as { pair: { privateKey: Uint8Array } };
    row.pair.privateKey[7]! ^= 1;
    await alice.db.identity.put(row as never);
    expect(await alice.restart().makeOrRestore()).toEqual({ isNewDevice: true });
  });
});
