// The published Signal library, unmodified, in a worker.
import {
  KeyHelper,
  SessionBuilder,
  SessionCipher,
  SignalProtocolAddress,
  type StorageType,
} from '@privacyresearch/libsignal-protocol-typescript';
import { serveTasks, messagesStored, assertDecrypted, preKeys, text } from './timed.ts';

interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<unknown>;
}

/** The store is lost with the worker. */
function inMemory(): KeyValueStore {
  const values = new Map<string, string>();
  return { get: async (key) => values.get(key), put: async (key, value) => values.set(key, value) };
}

/** The minimal store that survives a crash: one table, as durable as the engine's. */
function inDatabase(name: string): KeyValueStore {
  const db = new Promise<IDBDatabase>((resolve, reject) => {
    const openRequest = indexedDB.open(`bare-${name}-${crypto.randomUUID()}`, 1);
    openRequest.onupgradeneeded = () => openRequest.result.createObjectStore('kept');
    openRequest.onsuccess = () => resolve(openRequest.result);
    openRequest.onerror = () => reject(openRequest.error);
  });
  return {
    get: async (key) => {
      const readRequest = (await db).transaction('kept').objectStore('kept').get(key);
      return new Promise((resolve) => {
        readRequest.onsuccess = () => resolve(readRequest.result as string | undefined);
      });
    },
    put: async (key, value) => {
      const transaction = (await db).transaction('kept', 'readwrite', { durability: 'strict' });
      transaction.objectStore('kept').put(value, key);
      return new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
    },
  };
}

/** A device with its keys. */
async function device(sessions = inMemory()) {
  const identity = await KeyHelper.generateIdentityKeyPair();
  const [signed, oneTime] = [await KeyHelper.generateSignedPreKey(identity, 1), await KeyHelper.generatePreKey(1)];
  const store: StorageType = {
    getIdentityKeyPair: async () => identity,
    getLocalRegistrationId: async () => 1,
    isTrustedIdentity: async () => true,
    saveIdentity: async () => true,
    loadPreKey: async () => oneTime.keyPair,
    storePreKey: async () => {},
    removePreKey: async () => {},
    loadSignedPreKey: async () => signed.keyPair,
    storeSignedPreKey: async () => {},
    removeSignedPreKey: async () => {},
    loadSession: async (address) => sessions.get(address),
    storeSession: async (address, record) => void (await sessions.put(address, record)),
  };
  return { identity, signed, oneTime, store };
}

const devices = Promise.all([device(), device()]);
let people = 0;

const [alicesAddress, bobsAddress] = [new SignalProtocolAddress('alice', 1), new SignalProtocolAddress('bob', 1)];

/** A session in which both sides have written. */
const createSession = async (openStore: (name: string) => KeyValueStore) => {
  const [alice, bob] = await Promise.all([device(openStore('alice')), device(openStore('bob'))]);
  await new SessionBuilder(alice.store, bobsAddress).processPreKey({
    identityKey: bob.identity.pubKey,
    registrationId: 1,
    signedPreKey: { keyId: 1, publicKey: bob.signed.keyPair.pubKey, signature: bob.signed.signature },
    preKey: { keyId: 1, publicKey: bob.oneTime.keyPair.pubKey },
  });
  const words = new TextEncoder().encode(text).buffer;
  const [from, to] = [new SessionCipher(alice.store, bobsAddress), new SessionCipher(bob.store, alicesAddress)];
  assertDecrypted(await to.decryptPreKeyWhisperMessage((await from.encrypt(words)).body!, 'binary'));
  assertDecrypted(await from.decryptWhisperMessage((await to.encrypt(words)).body!, 'binary'));
  return { from, to, words, sealed: [] as string[], messages: openStore('messages') };
};
const session = createSession(inDatabase);
let serial = 0;

async function seal(): Promise<void> {
  const { from, words, sealed } = await session;
  for (let count = 0; count < messagesStored; count += 1) sealed.push((await from.encrypt(words)).body!);
}

async function open(): Promise<void> {
  const { to, sealed, messages } = await session;
  for (const body of sealed.splice(0)) {
    const opened = await to.decryptWhisperMessage(body, 'binary');
    assertDecrypted(opened);
    await messages.put(`m${(serial += 1)}`, new TextDecoder().decode(opened));
  }
}

serveTasks({
  seal,
  open,
  async keys() {
    const identity = await KeyHelper.generateIdentityKeyPair();
    await KeyHelper.generateSignedPreKey(identity, 1);
    for (let id = 1; id <= preKeys; id += 1) await KeyHelper.generatePreKey(id);
  },
  async firstMessage() {
    const [alice, bob] = await devices;
    const address = new SignalProtocolAddress(`person ${(people += 1)}`, 1);
    await new SessionBuilder(alice.store, address).processPreKey({
      identityKey: bob.identity.pubKey,
      registrationId: 1,
      signedPreKey: { keyId: 1, publicKey: bob.signed.keyPair.pubKey, signature: bob.signed.signature },
      preKey: { keyId: 1, publicKey: bob.oneTime.keyPair.pubKey },
    });
    const { body = '' } = await new SessionCipher(alice.store, address).encrypt(new TextEncoder().encode(text).buffer);
    assertDecrypted(await new SessionCipher(bob.store, address).decryptPreKeyWhisperMessage(body, 'binary'));
  },
});
