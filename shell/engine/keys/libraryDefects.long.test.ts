// Each defect of the library twice: the bare library has it, our wrapper does not.
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, fromBinary } from './bytes.ts';
import { nobleCurve, webCurve } from './curve.ts';
import { AsyncCurve25519Wrapper } from './libraryCurve.ts';
import { newDevice, pair } from '../sealing/testing/device.ts';
import { fromEncryptedText, readFirst } from './wire.ts';

type Library = typeof import('@privacyresearch/libsignal-protocol-typescript');
type Pair = { pubKey: ArrayBuffer; privKey: ArrayBuffer };

interface BareLibrary extends Library {
  SessionLock: { _promises: unknown[] };
}

const require = createRequire(import.meta.url);
const name = '@privacyresearch/libsignal-protocol-typescript';
const isTheirs = (path: string) => path.includes('/node_modules/@privacyresearch/');

/**
 * The published library, in a separate instance that our wrapper has not patched. `fast`: with our curve, for defects
 * that do not concern curves and need many messages to show.
 */
function bareLibrary({ fast = false } = {}): BareLibrary {
  const loaded = Object.keys(require.cache)
    .filter(isTheirs)
    .map((path) => [path, require.cache[path]] as const);
  for (const [path] of loaded) delete require.cache[path];
  const library = require(name) as Library;
  const { SessionLock } = require(`${name}/lib/session-lock.js`) as BareLibrary;
  for (const path of Object.keys(require.cache).filter(isTheirs)) delete require.cache[path];
  for (const [path, module] of loaded) require.cache[path] = module;
  if (fast) library.setCurve(new AsyncCurve25519Wrapper());
  return { ...library, SessionLock };
}

/** The store that its documentation asks for, in a map. */
class BareStore {
  readonly items = new Map<string, unknown>();
  trusts = async (_name: string, _key: ArrayBuffer): Promise<boolean> => true;
  saved: string[] = [];

  readonly identity: Pair;

  constructor(identity: Pair) {
    this.identity = identity;
  }

  getIdentityKeyPair = async () => this.identity;
  getLocalRegistrationId = async () => 1;
  isTrustedIdentity = (name: string, key: ArrayBuffer) => this.trusts(name, key);
  async saveIdentity(address: string): Promise<boolean> {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    this.saved.push(address);
    return true;
  }
  loadPreKey = async (id: string | number) => this.items.get(`preKey:${id}`) as Pair | undefined;
  storePreKey = async (id: string | number, pair: Pair) => void this.items.set(`preKey:${id}`, pair);
  removePreKey = async (id: string | number) => void this.items.delete(`preKey:${id}`);
  loadSignedPreKey = async (id: string | number) => this.items.get(`signed:${id}`) as Pair | undefined;
  storeSignedPreKey = async (id: string | number, pair: Pair) => void this.items.set(`signed:${id}`, pair);
  removeSignedPreKey = async (id: string | number) => void this.items.delete(`signed:${id}`);
  loadSession = async (address: string) => this.items.get(`session:${address}`) as string | undefined;
  storeSession = async (address: string, record: string) => void this.items.set(`session:${address}`, record);
}

/** Two people on the bare library, each with a bundle of a signed and a one-time key. */
async function barePair(library: BareLibrary) {
  async function person(name: string, device = 1) {
    const { KeyHelper, SessionBuilder, SessionCipher, SignalProtocolAddress } = library;
    const store = new BareStore(await KeyHelper.generateIdentityKeyPair());
    const signed = await KeyHelper.generateSignedPreKey(store.identity, 7);
    const oneTime = await KeyHelper.generatePreKey(1);
    await store.storeSignedPreKey(7, signed.keyPair);
    await store.storePreKey(1, oneTime.keyPair);
    const address = new SignalProtocolAddress(name, device);
    const signedPreKey = { keyId: 7, publicKey: signed.keyPair.pubKey, signature: signed.signature };
    const bundle = { identityKey: store.identity.pubKey, registrationId: 1, signedPreKey };
    return {
      store,
      address,
      bundle,
      preKey: { keyId: 1, publicKey: oneTime.keyPair.pubKey },
      begin: (
        other: { address: typeof address },
        with_: Parameters<InstanceType<Library['SessionBuilder']>['processPreKey']>[0],
      ) => new SessionBuilder(store, other.address).processPreKey(with_),
      async write(text: string, other: { address: typeof address }) {
        const { type, body = '' } = await new SessionCipher(store, other.address).encrypt(
          new TextEncoder().encode(text).buffer,
        );
        return { type, body };
      },
      async read({ type, body }: { type: number; body: string }, other: { address: typeof address }) {
        const cipher = new SessionCipher(store, other.address);
        const text =
          type === 3
            ? await cipher.decryptPreKeyWhisperMessage(body, 'binary')
            : await cipher.decryptWhisperMessage(body, 'binary');
        return new TextDecoder().decode(text);
      },
    };
  }
  return { alice: await person('alice'), bob: await person('bob'), person };
}

const [bare, bareAndFast] = [bareLibrary(), bareLibrary({ fast: true })];

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: Error) => error.message,
  );

// The bare library logs its input to the console.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('F6 defect 1: a changed identity in a first message', () => {
  it('bare: is opened, although the store does not trust it', async () => {
    const { alice, bob, person } = await barePair(bare);
    await alice.begin(bob, bob.bundle);
    await bob.read(await alice.write('it is me', bob), alice);
    const evil = await person('alice');
    bob.store.trusts = async () => false;
    await evil.begin(bob, bob.bundle);
    expect(await bob.read(await evil.write('it is me too', bob), alice)).toBe('it is me too');
  });

  it('T7 ours: is refused, and nothing of it is kept but the question', async () => {
    const { alice, bob, server, clock } = await pair();
    expect(await bob.text(await alice.write('it is me', bob))).toBe('it is me');
    const evil = await newDevice('alice', 'a1', { server, clock });
    const before = await bob.db.sessions.toArray();
    expect(await bob.text(await evil.write('it is me too', bob))).toBe('untrusted_identity');
    expect(await bob.db.sessions.toArray()).toEqual(before);
    expect(await bob.pins.stateOf('alice')).toBe('changed');
    expect(await bob.text(await alice.write('still me', bob))).toBe('still me');
  });
});

describe('F6 defect 2: a failed try on one session', () => {
  it('bare: both write first, and what follows cannot be opened', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, bob.bundle);
    await bob.begin(alice, alice.bundle);
    const [one, two] = [await alice.write('one', bob), await bob.write('two', alice)];
    expect(await bob.read(one, alice)).toBe('one');
    expect(await alice.read(two, bob)).toBe('two');
    const outcomes: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [a, b] = [await alice.write(`a${turn}`, bob), await bob.write(`b${turn}`, alice)];
      outcomes.push(await reasonOf(bob.read(a, alice)), await reasonOf(alice.read(b, bob)));
    }
    expect(outcomes).toContain('Bad MAC');
  });

  it('ours: both write first, and everything is opened', async () => {
    const { alice, bob } = await pair();
    for (let turn = 0; turn < 5; turn += 1) {
      const [a, b] = [await alice.write(`a${turn}`, bob), await bob.write(`b${turn}`, alice)];
      expect(await bob.text(a)).toBe(`a${turn}`);
      expect(await alice.text(b)).toBe(`b${turn}`);
    }
  });
});

describe('F6 defect 3: old chains', () => {
  const turns = 16;

  it('bare: the record grows with every turn', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, bob.bundle);
    for (let turn = 0; turn < turns; turn += 1) {
      await bob.read(await alice.write('a', bob), alice);
      await alice.read(await bob.write('b', alice), bob);
    }
    const { sessions } = JSON.parse((await bob.store.loadSession('alice.1'))!) as {
      sessions: Record<string, { chains: object }>;
    };
    expect(Object.keys(Object.values(sessions)[0]!.chains).length).toBeGreaterThan(turns);
  });

  it('P6 ours: it stays as it is', async () => {
    const { alice, bob } = await pair();
    for (let turn = 0; turn < turns; turn += 1) {
      await bob.text(await alice.write('a', bob));
      await alice.text(await bob.write('b', alice));
    }
    const row = (await bob.db.sessions.get('alice:a1')) as unknown as { record: string };
    const [session] = JSON.parse(row.record) as { state: { chains: object } }[];
    expect(Object.keys(session!.state.chains).length).toBeLessThanOrEqual(12);
    expect(row.record.length).toBeLessThan(4_000);
  });
});

describe('F6 defect 4: a bundle without a one-time key', () => {
  it('bare: names key 0, which the other side then looks for', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, bob.bundle);
    const message = await alice.write('hello', bob);
    // Field 1 of the message, as a varint: 0.
    expect(fromBinary(message.body).slice(1, 8).join()).toContain('8,0');
    await bob.store.storePreKey(0, bob.store.identity);
    expect(await reasonOf(bob.read(message, alice))).toBe('Bad MAC');
  });

  it('T8 ours: names none, and numbers its own from 1', async () => {
    const { alice, bob, server } = await pair();
    server.bundleOf(bob.me)!.free.length = 0;
    const copy = await alice.write('hello', bob);
    const { bytes } = fromEncryptedText(copy.message)!;
    expect(bytes.slice(1, 8).join()).not.toContain('8,0');
    expect(readFirst(bytes).preKeyId).toBe(0);
    expect(await bob.text(copy)).toBe('hello');
    expect((await bob.db.identity.toArray()).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['preKey:1', 'preKey:10']),
    );
    expect(await bob.db.identity.get('preKey:0')).toBeUndefined();
  });
});

describe('F6 defect 5: a one-time key that is used up', () => {
  it('bare: says Bad MAC, as for a forged message', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, { ...bob.bundle, preKey: bob.preKey });
    await bob.store.removePreKey(1);
    expect(await reasonOf(bob.read(await alice.write('hello', bob), alice))).toBe('Bad MAC');
  });

  it('C19 ours: says that there is no session, which has a way out', async () => {
    const { alice, bob } = await pair();
    const copy = await alice.write('hello', bob);
    await bob.db.identity.delete('preKey:1');
    expect(await bob.text(copy)).toBe('no_session');
    expect(await bob.repair(alice.me)).toBe(true);
    expect(await alice.text(await bob.write('please again', alice))).toBe('please again');
    expect(await bob.text(await alice.write('hello', bob))).toBe('hello');
  });
});

describe('F6 defect 6: more than one at a time', () => {
  it('bare: two instances on one store use the same key twice, and the second message is lost', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, bob.bundle);
    const inOtherTab = new bare.SessionCipher(alice.store, new bare.SignalProtocolAddress('bob', 1));
    const [one, two] = await Promise.all([
      alice.write('one', bob),
      inOtherTab.encrypt(new TextEncoder().encode('two').buffer),
    ]);
    expect(await bob.read(one, alice)).toBe('one');
    expect(await reasonOf(bob.read({ type: two.type, body: two.body! }, alice))).toMatch(/Message key not found/);
  });

  it('R87 ours: many at once are sealed and opened one after the other', async () => {
    const { alice, bob } = await pair();
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    const copies = await Promise.all(texts.map((text) => alice.write(text, bob)));
    expect(await Promise.all(copies.map((copy) => bob.text(copy)))).toEqual(texts);
  });
});

describe('F6 defect 7: who is asked about', () => {
  it('bare: trust is asked by name alone, saving is not waited for, and a name with a dot is cut', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    const asked: string[] = [];
    alice.store.trusts = async (name) => asked.push(name) > 0;
    await alice.begin(bob, bob.bundle);
    alice.store.saved.length = 0;
    await alice.write('hello', bob);
    expect(new Set(asked)).toEqual(new Set(['bob']));
    expect(alice.store.saved).toEqual([]);
    expect(bareAndFast.SignalProtocolAddress.fromString('b.ob.1').getName()).toBe('b');
  });

  it('ours: two devices of one person have a key each, dots and all, and both are pinned when the copy is made', async () => {
    const { alice, server, clock } = await pair();
    const [one, two] = await Promise.all(
      ['one', 'two'].map((deviceId) => newDevice('b.ob.1', deviceId, { server, clock })),
    );
    expect(await one!.text(await alice.write('to one', one!))).toBe('to one');
    expect(await two!.text(await alice.write('to two', two!))).toBe('to two');
    expect(
      (await alice.db.pins.toArray()).map(({ identifier, deviceId }) => `${identifier}:${deviceId}`).sort(),
    ).toEqual(['b.ob.1:one', 'b.ob.1:two']);
  });
});

describe('F6 defect 8: what it remembers and says', () => {
  it('bare: keeps a promise for every call, for ever', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    const before = bareAndFast.SessionLock._promises.length;
    await alice.begin(bob, bob.bundle);
    for (let count = 0; count < 5; count += 1) await alice.write('hello', bob);
    expect(bareAndFast.SessionLock._promises.length - before).toBe(6);
  });

  it('ours: keeps none, and is silent', async () => {
    const { SessionLock } = await import('@privacyresearch/libsignal-protocol-typescript/lib/session-lock.js');
    const { alice, bob } = await pair();
    for (let count = 0; count < 5; count += 1) await bob.text(await alice.write('hello', bob));
    expect(SessionLock._promises.length).toBe(0);
    expect(console.warn).not.toHaveBeenCalled();
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe('F6 defect 9: a damaged record', () => {
  /** Replaces a key in the middle of a JSON text by another valid-looking one. */
  const damage = (record: string) =>
    record.replace(
      /("rootKey":"|\\"rootKey\\":\\")(.)/,
      (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'),
    );

  it('bare: is used, and the turn after it cannot be opened', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, bob.bundle);
    await bob.read(await alice.write('one', bob), alice);
    await bob.store.storeSession('alice.1', damage((await bob.store.loadSession('alice.1'))!));
    const reply = await bob.write('two', alice);
    expect(await reasonOf(alice.read(reply, bob))).toBe('no error');
    const third = await alice.write('three', bob);
    expect(await reasonOf(bob.read(third, alice))).toBe('Bad MAC');
  });

  it('C12 ours: is put aside, and a fresh session takes its place', async () => {
    const { alice, bob } = await pair();
    await bob.text(await alice.write('one', bob));
    await alice.text(await bob.write('two', alice));
    const row = (await bob.db.sessions.get('alice:a1')) as unknown as { key: string; record: string };
    await bob.db.sessions.put({ ...row, record: damage(row.record) } as never);
    const three = await alice.write('three', bob);
    expect(await bob.text(three)).toBe('corrupt_store');
    expect(await bob.db.sessions.get('alice:a1#damaged')).toBeDefined();
    expect(await bob.repair(alice.me)).toBe(true);
    expect(await alice.text(await bob.write('please again', alice))).toBe('please again');
    expect(await bob.text(await alice.write('three', bob))).toBe('three');
  });
});

describe('F6 a crash between opening and storing', () => {
  it('bare: the message is lost for ever', async () => {
    const { alice, bob } = await barePair(bareAndFast);
    await alice.begin(bob, bob.bundle);
    await bob.read(await alice.write('one', bob), alice);
    const two = await alice.write('two', bob);
    await bob.read(two, alice); // and here the process dies, before the text is stored
    expect(await reasonOf(bob.read(two, alice))).toMatch(/Message key not found/);
  });

  it('C3 ours: it is as if it had not been opened', async () => {
    const { alice, bob } = await pair();
    await bob.text(await alice.write('one', bob));
    const [two, three] = [await alice.write('two', bob), await alice.write('three', bob)];
    await expect(
      bob.openAll([two], async () => {
        throw new Error('the process dies');
      }),
    ).rejects.toThrow('the process dies');
    const again = bob.restart();
    expect(await again.text(three)).toBe('three');
    expect(await again.text(two)).toBe('two');
    expect(await again.text(two)).toBe('duplicate');
  });
});

describe('F6 F12 an agreement that comes to nothing', () => {
  const zero = new Uint8Array(33);
  zero[0] = 5;

  it('bare: a key made for it gives everybody the same secret', async () => {
    const { Curve } = await bare.default();
    const { privKey } = await bare.KeyHelper.generateIdentityKeyPair();
    expect(bytesOf(await Curve.calculateAgreement(zero.buffer, privKey))).toEqual(new Uint8Array(32));
  });

  it.each([
    ['WebCrypto', webCurve],
    ['@noble', nobleCurve],
  ])('ours with %s: is refused', async (_, curve) => {
    const { privateKey } = await curve.keyPair(crypto.getRandomValues(new Uint8Array(32)));
    await expect(curve.agree(bytesOf(zero.subarray(1)), privateKey)).rejects.toThrow();
  });
});
