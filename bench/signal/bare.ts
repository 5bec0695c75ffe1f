// The published Signal library, unmodified, in a worker.
import {
  KeyHelper,
  SessionBuilder,
  SessionCipher,
  SignalProtocolAddress,
  type StorageType,
} from '@privacyresearch/libsignal-protocol-typescript';
import { answerWith, mustSay, preKeys, text } from './timed.ts';

/** A device with its keys, kept in a map. */
async function device() {
  const identity = await KeyHelper.generateIdentityKeyPair();
  const [signed, oneTime] = [await KeyHelper.generateSignedPreKey(identity, 1), await KeyHelper.generatePreKey(1)];
  const sessions = new Map<string, string>();
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
    storeSession: async (address, record) => void sessions.set(address, record),
  };
  return { identity, signed, oneTime, store };
}

const devices = Promise.all([device(), device()]);
let people = 0;

answerWith({
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
    mustSay(await new SessionCipher(bob.store, address).decryptPreKeyWhisperMessage(body, 'binary'));
  },
});
