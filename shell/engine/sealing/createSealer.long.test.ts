import type { Device } from '@amber/proto';
import { describe, expect, it } from 'vitest';
import { newContent } from '../rows/newContent.ts';
import type { UnreadableReason } from '@amber/proto/unreadable';
import type { DistributedBundle } from '../keys/keys.ts';
import { approve, approveEachOther, bareDevice, newDevice, pair, type TestDevice } from './testing/device.ts';

const hour = 3_600_000;
const content = (text: string) =>
  newContent({ id: crypto.randomUUID(), type: 'text', message: JSON.stringify({ text }) });

/** A bundle made by somebody else. */
async function ghostBundle(
  { identifier, deviceId }: Device,
  { server, clock }: Awaited<ReturnType<typeof pair>>,
): Promise<DistributedBundle> {
  const mallory = await newDevice('mallory', crypto.randomUUID(), { server, clock });
  const { preKeyBundle } = await server.apiOf(mallory.me).distributePreKey({ list: ['mallory'] });
  return { ...preKeyBundle.at(-1)!, identifier, deviceId };
}

/**
 * Makes her next message look as if she had sent him 2,001 before that he did not get. Only the counter is moved, so
 * that this is quick; he gives up before the keys would matter.
 */
async function farAhead({ db }: TestDevice, { me: { identifier, deviceId } }: TestDevice): Promise<void> {
  const key = `${identifier}:${deviceId}`;
  const row = (await db.sessions.get(key)) as unknown as { record: string };
  const record = row.record.replace(
    /("chainType":1,"chainKey":\{"key":"[^"]+","counter":)(-?\d+)/,
    (_, before: string, count: string) => before + (Number(count) + 2_001),
  );
  expect(record).not.toBe(row.record);
  const sum = btoa(
    String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(record)))),
  );
  await db.sessions.put({ ...row, record, sum } as never);
}

/** Alice has verified Bob's safety number. */
async function verified() {
  const world = await pair();
  await world.bob.text(await world.alice.write('hello', world.bob));
  await world.alice.pins.verify('bob', await world.alice.safetyNumber('bob'));
  expect(await world.alice.pins.stateOf('bob')).toBe('verified');
  return world;
}

describe('sealing', () => {
  it("R74 one copy for each device, the sender's others included, and the gateway cannot read one of them", async () => {
    const { alice, bob, server, clock } = await pair();
    const others = [
      bob,
      await newDevice('bob', 'b2', { server, clock }),
      await newDevice('alice', 'a2', { server, clock }),
    ];
    await approveEachOther(alice, others[2]!);
    const copies = await alice.seal(
      content('a secret'),
      others.map(({ me }) => me),
    );
    expect(copies.map(({ to }) => to)).toEqual(others.map(({ me }) => me));
    expect(new Set(copies.map(({ message }) => message)).size).toBe(3);
    for (const [index, copy] of copies.entries()) {
      expect(copy.encrypted).toBe(true);
      expect(JSON.stringify(copy) + atob(copy.message.slice(2))).not.toContain('secret');
      expect(await others[index]!.text({ ...copy, sender: alice.me })).toBe('a secret');
    }
  });

  it('R75 R76 a copy that cannot be sealed is tried again after a second with a fresh bundle, and goes plain then, which is said', async () => {
    const { alice, bob, server, clock } = await pair();
    let tries = 0;
    server.tamper = () => {
      tries += 1;
      return undefined;
    };
    const { copies, plain, dropped } = await alice.sealAll(content('hello'), [bob.me]);
    expect(tries).toBe(2);
    expect(clock.waited).toBe(1_000);
    expect(copies).toMatchObject([{ encrypted: false, message: '{"text":"hello"}', to: bob.me }]);
    expect(plain).toMatchObject([{ device: bob.me, fault: { code: 'no_session' } }]);
    expect(dropped).toEqual([]);
    server.tamper = (bundle) => bundle;
    expect(await alice.sealAll(content('again'), [bob.me])).toMatchObject({ copies: [{ encrypted: true }], plain: [] });
  });

  it('R75 the second try saves what the first could not', async () => {
    const { alice, bob, server, clock } = await pair();
    let asked = 0;
    server.tamper = (bundle) => ((asked += 1) === 1 ? undefined : bundle);
    const { copies, plain } = await alice.sealAll(content('second try'), [bob.me]);
    expect([copies[0]!.encrypted, plain, clock.waited]).toEqual([true, [], 1_000]);
    expect(await bob.text({ ...copies[0]!, sender: alice.me })).toBe('second try');
  });

  it("R75 a device of one's own gets no plain copy, nor does a device without keys beside one that has them", async () => {
    const { alice, bob, server, clock } = await pair();
    await alice.write('hello', bob);
    const mine = { identifier: 'alice', deviceId: 'a2' };
    const ghost = { identifier: 'bob', deviceId: 'b2' };
    const { copies, plain, dropped } = await alice.sealAll(content('secret'), [bob.me, mine, ghost]);
    expect(copies.map(({ to }) => to)).toEqual([bob.me]);
    expect(plain).toEqual([]);
    expect(dropped).toEqual([mine, ghost]);
    expect(server.bundleOf(ghost)).toBeUndefined();
    expect(clock.waited).toBe(1_000);
  });

  it('R75 R82 T18 a bundle that its owner has not signed: nothing is sent, sealed or plain', async () => {
    const { alice, bob, server } = await pair();
    server.tamper = (bundle) => {
      const signedPreKeySignature = bundle.signedPreKeySignature.slice();
      signedPreKeySignature[3]! ^= 1;
      return { ...bundle, signedPreKeySignature };
    };
    await expect(alice.seal(content('secret'), [bob.me])).rejects.toMatchObject({ code: 'bad_signature' });
    // The fresh bundle of the second try is no better.
    expect(alice.logged).toEqual(['bad_signature', 'bad_signature']);
  });

  it('R87 C2 an engine that another has taken over from writes no ratchet: what it had read may be old', async () => {
    const { alice, bob, server, clock } = await pair();
    const first = await alice.write('one', bob);
    let owner = true;
    const overtaken = bareDevice('bob', 'b1', { server, clock, databases: bob.databases, isOwner: async () => owner });
    owner = false;
    await expect(overtaken.text(first)).rejects.toMatchObject({ code: 'STORAGE' });
    await expect(overtaken.sealAll(content('two'), [alice.me])).rejects.toMatchObject({ code: 'STORAGE' });
    expect(await bob.db.sessions.count()).toBe(0);
    expect(await bob.text(first)).toBe('one');
  });

  it('T18 a gateway that does not answer makes nothing plain', async () => {
    const { alice, bob, server } = await pair();
    server.tamper = () => {
      throw new Error('no answer');
    };
    await expect(alice.seal(content('secret'), [bob.me])).rejects.toThrow('no answer');
  });

  it('T18 a device without keys of its own sends nothing, and reads what is not sealed', async () => {
    const { bob, server, clock } = await pair();
    const carol = bareDevice('carol', 'c1', { server, clock });
    await expect(carol.seal(content('secret'), [bob.me])).rejects.toMatchObject({ code: 'corrupt_store' });
    expect(await carol.text({ ...content('open'), sender: bob.me })).toBe('open');
  });

  it('T8 two messages at once to a new device use its one-time key once', async () => {
    const { alice, bob, server } = await pair();
    await alice.bundlesOf([bob.me]);
    const copies = await Promise.all(['one', 'two', 'three'].map((text) => alice.write(text, bob)));
    expect(server.calls.filter((call) => call === 'distribute').length).toBe(1);
    expect(await Promise.all(copies.map((copy) => bob.text(copy)))).toEqual(['one', 'two', 'three']);
  });

  it('T8 a bundle is used for one session, and fetched again for the next', async () => {
    const { alice, bob, clock, server } = await pair();
    const [first] = await alice.bundlesOf([bob.me]);
    expect(await alice.bundlesOf([bob.me])).toEqual([first]);
    await alice.write('hello', bob);
    expect(await alice.db.bundles.get(['bob', 'b1'])).toMatchObject({ spent: true, oneTimePreKeys: [] });
    const [second] = await alice.bundlesOf([bob.me]);
    expect(second!.oneTimePreKeys[0]!.keyId).toBe(first!.oneTimePreKeys[0]!.keyId + 1);
    clock.time += 25 * hour;
    expect((await alice.bundlesOf([bob.me]))[0]!.oneTimePreKeys[0]!.keyId).toBe(second!.oneTimePreKeys[0]!.keyId + 1);
    expect(server.calls.filter((call) => call === 'distribute').length).toBe(3);
  });
});

describe('opening', () => {
  it('what was not sealed is what it says, and says that it was not', async () => {
    const { bob, alice } = await pair();
    const plain = { ...content('open'), sender: alice.me, encrypted: true };
    expect((await bob.read(plain)).content).toEqual({ ...plain, encrypted: false });
  });

  it('C3 the session, the removed key, the pin and the message are written together or not at all', async () => {
    const { alice, bob } = await pair();
    const all = async () =>
      JSON.stringify(
        await Promise.all(
          bob.tables.map(async (table) => [await table.toCollection().primaryKeys(), await table.toArray()]),
        ),
      );
    const before = await all();
    const one = await alice.write('one', bob);
    await expect(
      bob.openAll([one], (_, commit) =>
        bob.db.transaction('rw', [bob.db.messages, ...bob.tables], async () => {
          await bob.db.messages.add({ id: one.id } as never);
          await commit();
          throw new Error('the disk is full');
        }),
      ),
    ).rejects.toThrow('the disk is full');
    expect(await all()).toBe(before);
    expect(await bob.db.messages.count()).toBe(0);
    expect(bob.events).toEqual([]);
    expect(await bob.text(one)).toBe('one');
    expect(await bob.db.identity.get('preKey:1')).toBeUndefined();
    expect(await bob.db.pins.count()).toBe(1);
  });

  it('C6 in any order, and twice', async () => {
    const { alice, bob } = await pair();
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    const copies = [];
    for (const text of texts) copies.push(await alice.write(text, bob));
    const order = [7, 2, 11, 0, 5, 9, 1, 3, 10, 4, 8, 6];
    for (const index of order) expect(await bob.text(copies[index]!)).toBe(texts[index]);
    for (const index of order) expect(await bob.text(copies[index]!)).toBe('duplicate');
  });

  it('C12 a damaged session is put aside whatever the damage, and one round trip mends it', async () => {
    const { alice, bob, clock } = await pair();
    await bob.text(await alice.write('hello', bob));
    await alice.text(await bob.write('hi', alice));
    const row = (await bob.db.sessions.get('alice:a1')) as unknown as { key: string; record: string; sum: string };
    for (let round = 0; round < 25; round += 1) {
      clock.time += hour;
      const here = (await bob.db.sessions.get('alice:a1')) as unknown as typeof row;
      const at = Math.floor(Math.random() * here.record.length);
      const letter = here.record[at] === 'A' ? 'B' : 'A';
      const damaged = [
        { ...here, record: here.record.slice(0, at) + letter + here.record.slice(at + 1) },
        { ...here, record: here.record.slice(0, at) },
        { key: here.key, sum: here.sum },
        { key: here.key },
        { ...here, record: 7 },
      ][round % 5]!;
      await bob.db.sessions.put(damaged as never);
      expect(await bob.text(await alice.write(`lost ${round}`, bob))).toBe('corrupt_store');
      expect(await bob.repair(alice.me)).toBe(true);
      expect(await alice.text(await bob.write('again, please', alice))).toBe('again, please');
      expect(await bob.text(await alice.write(`found ${round}`, bob))).toBe(`found ${round}`);
    }
  });

  it('P5 a session that was begun anew here stays the one to send with, whatever still comes by the one before', async () => {
    const { alice, bob, clock } = await pair();
    await bob.text(await alice.write('hello', bob));
    await alice.text(await bob.write('hi', alice));
    clock.time += 1;
    const onItsWay = await bob.write('by the session before', alice);
    expect(await alice.repair(bob.me)).toBe(true);
    expect(await alice.text(onItsWay)).toBe('by the session before');
    expect((await alice.write('by the new one', bob)).message).toMatch(/^03/);
  });

  it('T7 a session of another key than the one that is pinned opens nothing', async () => {
    const { alice, bob } = await pair();
    await bob.text(await alice.write('hello', bob));
    await alice.text(await bob.write('hi', alice));
    const copy = await alice.write('under the old key', bob);
    await bob.db.pins.update(['alice', 'a1'], { identityKey: new Uint8Array(33).fill(5) } as object);
    expect(await bob.text(copy)).toBe('no_session');
  });

  it('C12 a session is made anew once an hour at most', async () => {
    const { alice, bob, clock } = await pair();
    await bob.text(await alice.write('hello', bob));
    expect([await bob.repair(alice.me), await bob.repair(alice.me)]).toEqual([true, false]);
    expect(await bob.restart().repair(alice.me)).toBe(false);
    clock.time += hour;
    expect(await bob.restart().repair(alice.me)).toBe(true);
  });

  it('C4 past 2,000 missing messages a fresh session goes on', async () => {
    const { alice, bob } = await pair();
    await bob.text(await alice.write('hello', bob));
    await alice.text(await bob.write('hi', alice));
    const early = await alice.write('first of many', bob);
    await farAhead(alice, bob);
    expect(await bob.text(await alice.write('last of many', bob))).toBe('gap_2000');
    expect(await bob.text(early)).toBe('first of many');
    expect(await bob.repair(alice.me)).toBe(true);
    expect(await alice.text(await bob.write('again, please', alice))).toBe('again, please');
    expect(await bob.text(await alice.write('here it is', bob))).toBe('here it is');
    expect(await alice.text(await bob.write('thanks', alice))).toBe('thanks');
  });
});

describe('C19 why something could not be opened', () => {
  // That something was sent before this device existed is said of rows that have no copy for it.
  const ways: Record<Exclude<UnreadableReason, 'sent_before_this_device'>, () => Promise<string>> = {
    async no_session() {
      const { alice, bob } = await pair();
      const copy = await alice.write('hello', bob);
      await bob.db.identity.delete('preKey:1');
      return bob.text(copy);
    },
    async duplicate() {
      const { alice, bob } = await pair();
      const copy = await alice.write('hello', bob);
      await bob.text(copy);
      return bob.text(copy);
    },
    async gap_2000() {
      const { alice, bob } = await pair();
      await bob.text(await alice.write('hello', bob));
      await alice.text(await bob.write('hi', alice));
      await farAhead(alice, bob);
      return bob.text(await alice.write('far away', bob));
    },
    async bad_mac() {
      const { alice, bob } = await pair();
      const copy = await alice.write('hello', bob);
      return bob.text({ ...copy, message: copy.message.replace(/....$/, 'AAAA') });
    },
    async untrusted_identity() {
      const { alice, bob, server, clock } = await pair();
      await bob.text(await alice.write('hello', bob));
      return bob.text(await (await newDevice('alice', 'a1', { server, clock })).write('hello', bob));
    },
    async corrupt_store() {
      const { alice, bob } = await pair();
      await bob.text(await alice.write('hello', bob));
      await alice.text(await bob.write('hi', alice));
      await bob.db.sessions.update('alice:a1', { record: '[]' } as never);
      return bob.text(await alice.write('hello', bob));
    },
    async withheld() {
      const { alice, bob } = await pair();
      return bob.text({ ...content(''), message: '', sender: alice.me });
    },
    async does_not_match() {
      const { alice, bob } = await pair();
      const copy = await alice.write('hello', bob);
      return bob.text({ ...copy, cmdId: 'edit', type: 'edit' });
    },
    async not_sealed() {
      const { alice, server, clock } = await pair();
      const other = await newDevice('alice', 'a2', { server, clock });
      return alice.text({ ...content('written by the gateway'), sender: other.me });
    },
    async bad_signature() {
      const { alice, bob, server } = await pair();
      server.tamper = (bundle) => ({ ...bundle, signedPreKeySignature: new Uint8Array(64) });
      return alice.seal(content('hello'), [bob.me]).then(
        () => 'sealed',
        ({ code }: { code: string }) => code,
      );
    },
  };

  it.each(Object.keys(ways) as (keyof typeof ways)[])('%s is told apart', async (reason) => {
    expect(await ways[reason]()).toBe(reason);
  });

  it('R84 it is logged, and what arrived is kept as it came', async () => {
    const { alice, bob } = await pair();
    const copy = await alice.write('hello', bob);
    await bob.db.identity.delete('preKey:1');
    const { content: kept, fault } = await bob.read(copy);
    expect(kept).toEqual(copy);
    expect(fault!.message).toBe('no_session');
    expect(bob.logged).toEqual(['no_session']);
  });
});

describe('T7 who is who', () => {
  it('R176 both sides see the same 60 digits, and others when a key is another one', async () => {
    const world = await pair();
    const { alice, bob, server, clock } = world;
    await bob.text(await alice.write('hello', bob));
    const number = await alice.safetyNumber('bob');
    expect(number).toMatch(/^\d{60}$/);
    expect(await bob.safetyNumber('alice')).toBe(number);
    // A gateway in the middle: each of the two has pinned its key.
    const carol = await newDevice('carol', 'c1', { server, clock });
    const inTheMiddle = await ghostBundle(bob.me, world);
    server.tamper = (bundle) => (bundle.identifier === 'bob' ? inTheMiddle : bundle);
    await carol.write('hello', bob);
    expect(await carol.safetyNumber('bob')).not.toBe(await bob.safetyNumber('carol'));
  });

  it('R176 of all devices of both', async () => {
    const { alice, bob, server, clock } = await pair();
    const [alice2, bob2] = [
      await newDevice('alice', 'a2', { server, clock }),
      await newDevice('bob', 'b2', { server, clock }),
    ];
    const all = [alice, alice2, bob, bob2];
    await approveEachOther(...all);
    for (const from of all) for (const to of all) if (to !== from) await to.text(await from.write('hello', to));
    const numbers = await Promise.all([
      alice.safetyNumber('bob'),
      alice2.safetyNumber('bob'),
      bob.safetyNumber('alice'),
      bob2.safetyNumber('alice'),
    ]);
    expect(new Set(numbers).size).toBe(1);
    await alice.pins.setDevices('bob', [bob.me]);
    expect(await alice.safetyNumber('bob')).not.toBe(numbers[0]);
    await alice.pins.setDevices('bob', [bob.me, bob2.me]);
    expect(await alice.safetyNumber('bob')).toBe(numbers[0]);
  });

  it('R176 a number that is not the one on the screen verifies nobody', async () => {
    const { alice, bob } = await verified();
    await alice.pins.accept('bob');
    expect(await alice.pins.stateOf('bob')).toBe('unverified');
    await expect(alice.pins.verify('bob', '0'.repeat(60))).rejects.toMatchObject({ code: 'untrusted_identity' });
    expect(await alice.pins.stateOf('bob')).toBe('unverified');
    expect(await alice.pins.stateOf('nobody')).toBe('unknown');
    expect(await bob.pins.stateOf('alice')).toBe('unverified');
  });

  it('a swapped key of a verified person: nothing goes to it before consent', async () => {
    const world = await verified();
    const { alice, bob, server } = world;
    await alice.db.sessions.clear(); // so that a new session must be started
    const swapped = await ghostBundle(bob.me, world);
    server.tamper = (bundle) => (bundle.identifier === 'bob' ? swapped : bundle);
    await expect(alice.seal(content('secret'), [bob.me])).rejects.toMatchObject({ code: 'untrusted_identity' });
    await expect(alice.seal(content('secret'), [bob.me])).rejects.toMatchObject({ code: 'untrusted_identity' });
    expect(alice.events).toEqual([{ device: bob.me, change: 'keyChanged', needsConsent: true }]);
    expect(await alice.pins.stateOf('bob')).toBe('changed');
    expect(await alice.repair(bob.me)).toBe(false);
    expect(await alice.db.sessions.where('key').equals('bob:b1').count()).toBe(0);
    await alice.pins.accept('bob');
    expect((await alice.seal(content('on my own risk'), [bob.me]))[0]!.encrypted).toBe(true);
    expect(await alice.pins.stateOf('bob')).toBe('unverified');
  });

  it("R176 a verified person's only device is taken off the list and comes back with another key: it waits all the same", async () => {
    const world = await verified();
    const { alice, bob, server } = world;
    await alice.pins.setDevices('bob', []);
    expect(await alice.pins.devicesOf('bob')).toEqual([]);
    const swapped = await ghostBundle(bob.me, world);
    server.tamper = (bundle) => (bundle.identifier === 'bob' ? swapped : bundle);
    await alice.db.sessions.clear();
    await expect(alice.seal(content('secret'), [bob.me])).rejects.toMatchObject({ code: 'untrusted_identity' });
    const ghost = await ghostBundle({ identifier: 'bob', deviceId: 'b9' }, world);
    server.extraIdentifiers = ['mallory'];
    server.tamper = (given) => (given.identifier === 'mallory' ? ghost : given);
    await expect(alice.seal(content('secret'), [{ identifier: 'bob', deviceId: 'b9' }])).rejects.toMatchObject({
      code: 'untrusted_identity',
    });
  });

  it('a ghost device of a verified person: nothing goes to anybody before consent', async () => {
    const world = await verified();
    const { alice, bob, server } = world;
    const ghost = { identifier: 'bob', deviceId: 'b2' };
    const bundle = await ghostBundle(ghost, world);
    server.tamper = (given) => (given.identifier === 'mallory' ? bundle : given);
    server.extraIdentifiers = ['mallory'];
    await expect(alice.seal(content('secret'), [bob.me, ghost])).rejects.toMatchObject({ code: 'untrusted_identity' });
    expect(await alice.pins.stateOf('bob')).toBe('changed');
    await alice.pins.accept('bob');
    expect(await alice.seal(content('now'), [bob.me, ghost])).toHaveLength(2);
  });

  it('R85 of a person who is not verified: it is told, and the next message goes', async () => {
    const world = await pair();
    const { alice, bob, server } = world;
    await bob.text(await alice.write('hello', bob));
    await alice.db.sessions.clear();
    const swapped = await ghostBundle(bob.me, world);
    server.tamper = (bundle) => (bundle.identifier === 'bob' ? swapped : bundle);
    expect((await alice.seal(content('next'), [bob.me]))[0]!.encrypted).toBe(true);
    expect(alice.events).toEqual([{ device: bob.me, change: 'keyChanged', needsConsent: false }]);
  });

  it("R85 R176 a new device of another person is told about; one's own gets nothing until it is approved", async () => {
    const { alice, bob, server, clock } = await pair();
    const before = [await newDevice('alice', 'a0', { server, clock }), await newDevice('bob', 'b0', { server, clock })];
    await approveEachOther(alice, before[0]!);
    await alice.seal(content('to all'), [bob.me, ...before.map(({ me }) => me)]);
    expect(alice.events).toEqual([]);
    const [theirs, mine] = [
      await newDevice('bob', 'b2', { server, clock }),
      await newDevice('alice', 'a2', { server, clock }),
    ];
    const { copies, dropped } = await alice.sealAll(content('to all'), [bob.me, theirs.me, mine.me]);
    expect([copies.map(({ to }) => to), dropped]).toEqual([[bob.me, theirs.me], [mine.me]]);
    expect(alice.events).toEqual([{ device: theirs.me, change: 'newDevice', needsConsent: false }]);
    await approveEachOther(mine, alice);
    expect(await mine.text(await alice.write('to all', mine))).toBe('to all');
  });

  it("R203 one's own device under another key is another device: the session goes on with the approved one alone", async () => {
    const { alice, server, clock } = await pair();
    const tablet = await newDevice('alice', 'a2', { server, clock });
    await approveEachOther(alice, tablet);
    expect(await tablet.text(await alice.write('hello', tablet))).toBe('hello');
    const ghost = await newDevice('alice', 'a2', { server, clock });
    await alice.db.sessions.clear();
    await alice.db.bundles.clear();
    const { copies, dropped } = await alice.sealAll(content('secret'), [tablet.me]);
    expect([copies, dropped]).toEqual([[], [tablet.me]]);
    await approve(ghost, alice);
    expect((await alice.read(await ghost.write('it is me', alice))).fault?.code).toBe('untrusted_identity');
    const [waiting] = await alice.ownKeys.listKnown([]);
    expect([waiting!.state, waiting!.code]).toEqual(['waiting', (await ghost.ownKeys.own()).code]);
  });

  it('a session that was replaced is not sent with again, whatever still arrives in it', async () => {
    const { alice, bob } = await pair();
    expect(await bob.text(await alice.write('hello', bob))).toBe('hello');
    expect(await alice.text(await bob.write('hi', alice))).toBe('hi');
    const late = await bob.write('written before', alice, Date.UTC(2027, 0));
    expect(await alice.repair(bob.me)).toBe(true);
    expect(await alice.text(late)).toBe('written before');
    // Bob has lost what the two had.
    await bob.db.sessions.clear();
    expect(await bob.text(await alice.write('anew', bob))).toBe('anew');
  });

  it('what comes in a session with another key than the pinned one is not opened', async () => {
    const { alice, bob, server, clock } = await pair();
    expect(await bob.text(await alice.write('hello', bob))).toBe('hello');
    expect(await alice.text(await bob.write('hi', alice))).toBe('hi');
    const before = (await alice.db.sessions.get('bob:b1'))!;
    await newDevice('bob', 'b1', { server, clock });
    await alice.db.bundles.clear();
    await alice.db.sessions.clear();
    expect((await alice.seal(content('to the new key'), [bob.me]))[0]!.encrypted).toBe(true);
    expect(alice.events.at(-1)).toMatchObject({ change: 'keyChanged' });
    await alice.db.sessions.put(before);
    expect(await alice.text(await bob.write('with the old key', alice))).not.toBe('with the old key');
  });

  it("H27 one's own device that was signed out here gets nothing, however often the gateway lists it", async () => {
    const { alice, server, clock } = await pair();
    const tablet = await newDevice('alice', 'a2', { server, clock });
    await approveEachOther(alice, tablet);
    expect(await tablet.text(await alice.write('hello', tablet))).toBe('hello');
    await alice.ownKeys.remove('a2');
    await alice.pins.setDevices('alice', [alice.me, tablet.me]);
    await alice.ownKeys.listKnown(['a2']);
    const { copies, dropped } = await alice.sealAll(content('secret'), [tablet.me]);
    expect([copies, dropped]).toEqual([[], [tablet.me]]);
    expect((await alice.read(await tablet.write('still here', alice))).untrusted).toBe(true);
    // Another device of mine says that it is approved: a person decides here.
    const identityKey = (await tablet.ownKeys.own()).identityKey;
    await alice.ownKeys.applyDecisions({ approved: [{ deviceId: 'a2', identityKey }], removed: [] });
    expect((await alice.ownKeys.listKnown([]))[0]).toMatchObject({ state: 'waiting' });
  });

  it("of a person's device that waits for its person nothing is told, and nothing is sealed for it, until it is approved", async () => {
    const { alice, bob, server, clock } = await pair();
    await alice.write('hello', bob);
    const thief = await newDevice('bob', 'b2', { server, clock });
    await alice.db.bundles.put({ ...thief.me, unapproved: true });
    const both = [bob.me, thief.me];
    expect((await alice.sealAll(content('secret'), both)).dropped).toEqual([thief.me]);
    expect((await alice.read(await thief.write('it is Bob', alice))).untrusted).toBe(true);
    expect((await alice.sealAll(content('secret'), both)).dropped).toEqual([thief.me]);
    expect([clock.waited, alice.events]).toEqual([0, []]);
    await alice.pins.setDevices('bob', both);
    expect(alice.events).toEqual([{ device: thief.me, change: 'newDevice', needsConsent: false }]);
    expect((await alice.sealAll(content('all'), both)).dropped).toEqual([]);
    // All others wait now: it has begun anew.
    const third = await newDevice('bob', 'b3', { server, clock });
    await alice.pins.setDevices('bob', [...both.map(({ deviceId }) => ({ deviceId, unapproved: true })), third.me]);
    await alice.seal(content('to the new one'), [third.me]);
    expect(alice.events.at(-1)).toEqual({ device: third.me, change: 'keyChanged', needsConsent: false });
  });

  it('R203 a device that waits for its person still does when its damaged words have led to a fresh session', async () => {
    const { alice, bob, server, clock } = await pair();
    await alice.write('hello', bob);
    const thief = await newDevice('bob', 'b2', { server, clock });
    await alice.db.bundles.put({ ...thief.me, unapproved: true });
    await alice.repair(thief.me);
    expect((await alice.sealAll(content('secret'), [bob.me, thief.me])).dropped).toEqual([thief.me]);
  });

  it('what a new device of a verified person writes is shown; what is written to it waits', async () => {
    const { alice, server, clock } = await verified();
    const bob2 = await newDevice('bob', 'b2', { server, clock });
    expect(await alice.text(await bob2.write('from my new phone', alice))).toBe('from my new phone');
    expect(alice.events).toEqual([{ device: bob2.me, change: 'newDevice', needsConsent: true }]);
    await expect(alice.seal(content('secret'), [bob2.me])).rejects.toMatchObject({ code: 'untrusted_identity' });
    await alice.pins.verify('bob', await alice.safetyNumber('bob'));
    expect(await bob2.text(await alice.write('now', bob2))).toBe('now');
    expect(await alice.pins.stateOf('bob')).toBe('verified');
  });

  it('an old bundle, handed out again, begins a session all the same', async () => {
    const { alice, bob, server, clock } = await pair();
    const carol = await newDevice('carol', 'c1', { server, clock });
    let first: DistributedBundle | undefined;
    server.tamper = (bundle) => (bundle.identifier === 'bob' ? (first ??= bundle) : bundle);
    expect(await bob.text(await alice.write('hello', bob))).toBe('hello');
    const replayed = await carol.write('hello', bob);
    expect(await bob.text(replayed)).toBe('no_session');
    server.tamper = (bundle) => bundle;
    expect(await bob.repair(carol.me)).toBe(true);
    expect(await carol.text(await bob.write('again, please', carol))).toBe('again, please');
    expect(await bob.text(await carol.write('hello', bob))).toBe('hello');
  });
});

it('R88 nothing that this door gives holds a private key', async () => {
  const { alice, bob } = await pair();
  await bob.text(await alice.write('hello', bob));
  const { pair: mine } = (await alice.db.identity.get('me')) as unknown as { pair: { privateKey: Uint8Array } };
  const given = await Promise.all([
    alice.makeOrRestore(),
    alice.bundlesOf([bob.me]),
    alice.safetyNumber('bob'),
    alice.pins.stateOf('bob'),
    alice.seal(content('x'), [bob.me]),
  ]);
  const uploaded = alice.server.bundleOf(alice.me);
  expect(JSON.stringify([given, uploaded])).not.toContain(mine.privateKey.slice(0, 16).join());
  expect(Object.keys(alice).filter((name) => /private/i.test(name))).toEqual([]);
});
