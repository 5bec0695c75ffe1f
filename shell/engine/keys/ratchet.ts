// The Signal library as pure functions: each takes a session and returns the next one, and a failure changes nothing.
import {
  SessionBuilder,
  SessionCipher,
  type SessionType,
  setCurve,
  SignalProtocolAddress,
} from '@privacyresearch/libsignal-protocol-typescript';
import { SessionLock } from '@privacyresearch/libsignal-protocol-typescript/lib/session-lock.js';
import { type Bytes, bytesOf, concat, fromBase64, fromBinary, toBase64, toBinary } from './bytes.ts';
import type { KeyPair } from './curve.ts';
import { AsyncCurve25519Wrapper } from './libraryCurve.ts';
import { KeyStore } from './store.ts';
import type { BundleRow } from './tables.ts';
import { type EncryptedMessage, withoutZeroPreKey } from './wire.ts';

// Builds replace the library's curve with ours. In Node both exist, and this call selects ours.
setCurve(new AsyncCurve25519Wrapper());

/** A session as the library serializes it: every key is base64. */
export type SessionState = SessionType<string>;

/** This device's identity in every session. */
export interface OwnIdentity {
  pair: KeyPair;
  registrationId: number;
}

/** The private keys for which a first message was encrypted. */
export interface FirstMessageKeys {
  signedPreKey: { keyId: number; pair: KeyPair };
  oneTime?: { keyId: number; pair: KeyPair };
}

/** One operation involves one other device, so any address will do. */
const peer = new SignalProtocolAddress('peer', 1);
const recordName = `session:${peer.toString()}`;

/** How many receiving chains always stay, as the library intends. */
const chainsMax = 10;
/** How many keys of skipped messages stay in one session. */
const skippedKeysMax = 2_000;

/** Returns the wire format of a public key: the byte that names the curve comes first. */
export const withType = (publicKey: Bytes): Bytes => concat(Uint8Array.of(5), publicKey);

const toLibraryPair = ({ publicKey, privateKey }: KeyPair) => ({
  pubKey: withType(publicKey).buffer,
  privKey: bytesOf(privateKey).buffer,
});

function storeFor(own: OwnIdentity, trusted: Bytes, state?: SessionState): KeyStore {
  const store = new KeyStore(trusted);
  store.put('identityKey', toLibraryPair(own.pair));
  store.put('registrationId', own.registrationId);
  if (state) {
    const name = toBinary(fromBase64(state.indexInfo.baseKey ?? ''));
    const open = { ...state, indexInfo: { ...state.indexInfo, closed: -1 } };
    store.put(recordName, JSON.stringify({ version: 'v1', sessions: { [name]: open } }));
  }
  return store;
}

/** Returns the one session that is now in the store. */
function stateIn(store: KeyStore): SessionState {
  const { sessions } = JSON.parse(String(store.get(recordName))) as { sessions: Record<string, SessionState> };
  const [state] = Object.values(sessions);
  return prune(state!);
}

/** The library caches every call forever. Nobody else uses it, so the cache is cleared. */
async function withLockCleanup<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } finally {
    SessionLock._promises.length = 0;
    SessionLock.errors.length = 0;
  }
}

/**
 * Drops old receiving chains, which the library intends to do but does not. A chain with missing messages stays while
 * there is room for its keys.
 */
function prune(state: SessionState): SessionState {
  const current = state.currentRatchet.lastRemoteEphemeralKey;
  const receiving = 2;
  let [chains, skipped] = [0, 0];
  const remaining = Object.entries(state.chains)
    .reverse()
    .filter(([key, { chainType, messageKeys }]) => {
      if (chainType !== receiving || key === current) return true;
      const missing = Object.keys(messageKeys).length;
      chains += 1;
      if (missing === 0) return chains <= chainsMax;
      skipped += missing;
      return skipped <= skippedKeysMax;
    });
  return { ...state, chains: Object.fromEntries(remaining.reverse()) };
}

/** Starts a session with the device of this bundle. @throws Error if the bundle's signature is wrong. */
export async function startSession(
  own: OwnIdentity,
  { identityKey, registrationId, signedPreKey, oneTimePreKeys: [oneTime] }: BundleRow,
): Promise<SessionState> {
  const store = storeFor(own, identityKey);
  const toBuffer = (bytes: Bytes) => bytesOf(bytes).buffer;
  await withLockCleanup(() =>
    new SessionBuilder(store, peer).processPreKey({
      identityKey: toBuffer(identityKey),
      registrationId,
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: toBuffer(signedPreKey.publicKey),
        signature: toBuffer(signedPreKey.signature),
      },
      ...(oneTime && { preKey: { keyId: oneTime.keyId, publicKey: toBuffer(oneTime.publicKey) } }),
    }),
  );
  return stateIn(store);
}

/** Encrypts with a session. @throws Error if the session belongs to another identity than `trusted`. */
export async function encrypt(
  own: OwnIdentity,
  trusted: Bytes,
  state: SessionState,
  text: Bytes,
): Promise<{ state: SessionState; sealed: EncryptedMessage }> {
  const store = storeFor(own, trusted, state);
  const { type, body = '' } = await withLockCleanup(() => new SessionCipher(store, peer).encrypt(bytesOf(text).buffer));
  const bytes = fromBinary(body);
  const sealed: EncryptedMessage =
    type === 3 ? { prefix: '03', bytes: withoutZeroPreKey(bytes) } : { prefix: '02', bytes };
  return { state: stateIn(store), sealed };
}

/** Decrypts a message, and returns it with the next state of the session. @throws Error with the library's text. */
async function decryptWith(
  store: KeyStore,
  method: 'decryptWhisperMessage' | 'decryptPreKeyWhisperMessage',
  message: Bytes,
): Promise<{ state: SessionState; text: Bytes }> {
  const buffer = bytesOf(message).buffer;
  const text = bytesOf(await withLockCleanup(() => new SessionCipher(store, peer)[method](buffer, 'binary')));
  return { state: stateIn(store), text };
}

/** Decrypts a normal message with a session. @throws Error with the library's text. */
export const decrypt = async (
  own: OwnIdentity,
  trusted: Bytes,
  state: SessionState,
  message: Bytes,
): Promise<{ state: SessionState; text: Bytes }> =>
  decryptWith(storeFor(own, trusted, state), 'decryptWhisperMessage', message);

/** Decrypts a first message, which creates a session. @throws Error with the library's text. */
export async function acceptSession(
  own: OwnIdentity,
  trusted: Bytes,
  { signedPreKey, oneTime }: FirstMessageKeys,
  message: Bytes,
): Promise<{ state: SessionState; text: Bytes }> {
  const store = storeFor(own, trusted);
  await store.storeSignedPreKey(signedPreKey.keyId, toLibraryPair(signedPreKey.pair));
  if (oneTime) await store.storePreKey(oneTime.keyId, toLibraryPair(oneTime.pair));
  return decryptWith(store, 'decryptPreKeyWhisperMessage', message);
}

/** Returns the identity key of a session's other side. */
export const identityOf = (state: SessionState): Bytes => fromBase64(state.indexInfo.remoteIdentityKey);

/** Returns the id of a session, which is the same on both sides: the key that its initiator made for it. */
export const baseKeyOf = (state: SessionState): string => state.indexInfo.baseKey ?? '';

/** Whether messages under this ratchet key have been decrypted with this session. */
export const hasChain = (state: SessionState, ratchetKey: Bytes): boolean =>
  state.chains[toBase64(ratchetKey)] !== undefined;
