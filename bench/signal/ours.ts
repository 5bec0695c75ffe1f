// The Signal library with the engine's wrapper, in a worker.
import { type AccountDb, type MessageRow, openAccountDb } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { asyncScheduler } from 'rxjs';
import { newContent } from '../../shell/engine/rows/newContent.ts';
import { createSealer, type SignalSealer } from '../../shell/engine/sealing/createSealer.ts';
import { createKeyServer, type KeyServer } from '../../shell/engine/sealing/testing/keyServer.ts';
import { keyTables } from '../../shell/engine/keys/tables.ts';
import { fastestCurve, newKeyPair } from '../../shell/engine/keys/curve.ts';
import { acceptSession, startSession, encrypt, withType } from '../../shell/engine/keys/ratchet.ts';
import { serveTasks, messagesStored, assertDecrypted, preKeys, text } from './timed.ts';

const sign = async (privateKey: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) =>
  (await fastestCurve()).sign(privateKey, message);

async function device() {
  const [pair, signed, oneTime] = [await newKeyPair(), await newKeyPair(), await newKeyPair()];
  const bundle = {
    identifier: 'bob',
    deviceId: 'b1',
    registrationId: 1,
    identityKey: withType(pair.publicKey),
    signedPreKey: {
      keyId: 1,
      publicKey: withType(signed.publicKey),
      signature: await sign(pair.privateKey, withType(signed.publicKey)),
    },
    oneTimePreKeys: [{ keyId: 1, publicKey: withType(oneTime.publicKey) }],
    created: 0,
    updated: 0,
  };
  return {
    own: { pair, registrationId: 1 },
    bundle,
    prepared: { signedPreKey: { keyId: 1, pair: signed }, oneTime: { keyId: 1, pair: oneTime } },
  };
}

const devices = Promise.all([device(), device()]);

/** A device as the engine runs it, with a browser database. */
async function stored(identifier: string, server: KeyServer) {
  const me = { identifier, deviceId: crypto.randomUUID() };
  const db = openAccountDb(`${identifier}-${me.deviceId}`);
  const sealer = createSealer({ db, api: server.apiOf(me), me, clock: asyncScheduler, preKeys: 10 });
  await sealer.makeOrRestore();
  return { me, db, sealer };
}

const server = createKeyServer();
const people = Promise.all([stored('alice', server), stored('bob', server)]);
let serial = 0;

interface Person {
  me: Device;
  db: AccountDb;
  sealer: SignalSealer;
}

async function seal(from: Person, to: Person): Promise<Content> {
  const content = newContent({ id: `m${(serial += 1)}`, type: 'text', message: JSON.stringify({ text }) });
  const [sealed] = await from.sealer.sealAll({ conversationId: 'c' }, [content], [to.me]);
  return { ...sealed!.copies[0]!, sender: from.me, timestamp: Date.now() };
}

/** Decrypts and stores the message. */
const open = (to: Person, content: Content) =>
  to.sealer.openAll('c', [content], async ([opened], commit) => {
    if (opened!.fault) throw opened!.fault;
    await to.db.transaction('rw', [to.db.messages, ...keyTables(to.db)], async () => {
      const { id } = content;
      await to.db.messages.put({ id, conversationId: 'c', content: opened!.content, order: serial } as MessageRow);
      await commit();
    });
  });

/** A session in which both sides have written. */
const session = people.then(async ([alice, bob]) => {
  await open(bob, await seal(alice, bob));
  await open(alice, await seal(bob, alice));
  return { alice, bob };
});
let sealed: Content[] = [];

serveTasks({
  /** A hundred round trips: one encrypts and the other decrypts, and each stores its changed state. */
  async stored() {
    const { alice, bob } = await session;
    for (let count = 0; count < messagesStored; count += 1) {
      const [from, to] = count % 2 === 0 ? [alice, bob] : [bob, alice];
      await open(to, await seal(from, to));
    }
  },
  async seal() {
    const { alice, bob } = await session;
    for (let count = 0; count < messagesStored; count += 1) sealed.push(await seal(alice, bob));
  },
  async open() {
    const { bob } = await session;
    for (const content of sealed) await open(bob, content);
    sealed = [];
  },
  async keys() {
    const [identity, signed] = await Promise.all([
      newKeyPair(),
      newKeyPair(),
      ...Array.from({ length: preKeys }, newKeyPair),
    ]);
    await sign(identity!.privateKey, withType(signed!.publicKey));
  },
  async firstMessage() {
    const [alice, bob] = await devices;
    const state = await startSession(alice.own, bob.bundle);
    const { sealed } = await encrypt(alice.own, bob.bundle.identityKey, state, new TextEncoder().encode(text));
    assertDecrypted((await acceptSession(bob.own, alice.bundle.identityKey, bob.prepared, sealed.bytes)).text);
  },
});
