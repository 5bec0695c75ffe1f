// Encrypts for a device and decrypts from it, with every check that the Signal library lacks.
import type { Device } from '@amber/proto';
import { type Bytes, equal, fromText, toBase64 } from './bytes.ts';
import { cryptoFault, toFault } from './cryptoFault.ts';
import { identityKey, identityTable } from './identityRows.ts';
import type { Pins } from './pins.ts';
import {
  acceptSession,
  baseKeyOf,
  startSession,
  decrypt,
  encrypt,
  hasChain,
  identityOf,
  type OwnIdentity,
  type SessionState,
} from './ratchet.ts';
import { addressOf, type BundleRow, type CryptoTables, type SessionRow } from './tables.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { type PreKeySignalMessage, fromEncryptedText, readFirst, readNormal, toEncryptedText } from './wire.ts';

/** One session. The first in a device's list is used for sending; the others only decrypt. */
interface StoredSession {
  state: SessionState;
  /** When the last message that it decrypted was sent. */
  heardAt: number;
  /** Set if this side has replaced it by another session: it is never used for sending again. */
  retired?: true;
}

export interface Sessions {
  /** Whether there is a session for sending to the device. */
  has(device: Device): Promise<boolean>;
  /** Starts a session that replaces the existing ones. @throws Fault bad_signature */
  start(device: Device, bundle: BundleRow): Promise<void>;
  /** @throws Fault no_session, corrupt_store */
  seal(device: Device, plain: Bytes): Promise<string>;
  /**
   * Decrypts a message of the device. `sentAt` is the gateway's time of the message; it decides which session is newer.
   * @throws Fault with one of the reasons of `@amber/proto/unreadable`; the session is unchanged then.
   */
  open(device: Device, text: string, sentAt: number): Promise<Bytes>;
  /**
   * Records that the session was replaced. Returns false if that was already done within the last `every` milliseconds.
   */
  markRepaired(device: Device, every: number): Promise<boolean>;
}

interface SessionPorts {
  work: UnitOfWork;
  tables: CryptoTables;
  /** @throws Fault corrupt_store if this device has no keys. */
  own(): OwnIdentity;
  pins: Pins;
  now(): number;
}

/** How many sessions are stored for one device. */
const sessionsMax = 40;

const baseKeyTypeTheirs = 2;

const checksumOf = async (record: string): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', fromText(record))));

/** Creates the sessions of a unit of work. Without its commit, every session stays unchanged. */
export function createSessions({ work, tables, own, pins, now }: SessionPorts): Sessions {
  /**
   * Reads the sessions of a device. @throws Fault corrupt_store for a damaged row, which is then moved aside and
   * replaced by an empty one.
   */
  async function read(device: Device): Promise<StoredSession[]> {
    const key = addressOf(device);
    const row = await work.get(tables.sessions, key);
    if (!row) return [];
    if (typeof row.record === 'string' && (await checksumOf(row.record)) === row.sum)
      return JSON.parse(row.record) as StoredSession[];
    work.put(tables.sessions, `${key}#damaged`, { ...row, key: `${key}#damaged` });
    await write(device, []);
    throw cryptoFault('corrupt_store');
  }

  /** A damaged row counts as no session. */
  const readOrNone = (device: Device) => read(device).catch((): StoredSession[] => []);

  async function write(device: Device, sessions: StoredSession[]): Promise<void> {
    const key = addressOf(device);
    const record = JSON.stringify(sessions.slice(0, sessionsMax));
    const repairedAt = (await work.get(tables.sessions, key))?.repairedAt;
    const row: SessionRow = {
      key,
      record,
      sum: await checksumOf(record),
      ...(typeof repairedAt === 'number' && { repairedAt }),
    };
    work.put(tables.sessions, key, row);
  }

  /**
   * Moves a session that has decrypted a message to the front, unless another one has decrypted a message sent later.
   */
  function reorderSessions(sessions: readonly StoredSession[], received: StoredSession): StoredSession[] {
    const others = sessions.filter(({ state }) => baseKeyOf(state) !== baseKeyOf(received.state));
    const wasFirst = sessions[0] !== undefined && others[0] !== sessions[0];
    const isNewest = !received.retired && received.heardAt >= (others[0]?.heardAt ?? 0);
    return wasFirst || isNewest || others.length === 0
      ? [received, ...others]
      : [others[0]!, received, ...others.slice(1)];
  }

  const received = (
    { heardAt, retired }: Pick<StoredSession, 'heardAt' | 'retired'>,
    state: SessionState,
    sentAt: number,
  ): StoredSession => ({ state, heardAt: Math.max(heardAt, sentAt), ...(retired && { retired }) });

  /** Tries to decrypt a message with copies of these sessions, one after the other. */
  async function openWith(candidates: readonly StoredSession[], trusted: Bytes, message: Bytes) {
    let first;
    for (const session of candidates) {
      try {
        return { session, ...(await decrypt(own(), trusted, session.state, message)) };
      } catch (thrown) {
        const fault = toFault(thrown);
        if (fault.code === 'duplicate') throw fault;
        if (!first || fault.code === 'gap_2000') first = fault;
      }
    }
    throw first ?? cryptoFault('no_session');
  }

  async function openNormal(device: Device, message: Bytes, sentAt: number): Promise<Bytes> {
    const { ratchetKey } = readNormal(message);
    const trusted = await pins.keyOf(device);
    const sessions = await read(device);
    const matching = sessions.filter(({ state }) => trusted && equal(identityOf(state), trusted));
    // A session that knows the ratchet key is the right one. Otherwise the message starts a new chain of one of them.
    const withChain = matching.filter(({ state }) => hasChain(state, ratchetKey));
    const { session, state, text } = await openWith(withChain.length > 0 ? withChain : matching, trusted!, message);
    await write(device, reorderSessions(sessions, received(session, state, sentAt)));
    return text;
  }

  /** Returns the private keys that a first message needs. @throws Fault no_session if they are used up or too old. */
  async function loadFirstMessageKeys({ preKeyId, signedPreKeyId }: PreKeySignalMessage) {
    const read = (key: string) => work.get(identityTable<'preKey:' | 'signedPreKey:'>(tables), key);
    const signed = await read(identityKey('signedPreKey:', signedPreKeyId));
    const oneTime = preKeyId === 0 ? undefined : await read(identityKey('preKey:', preKeyId));
    if (!signed || (preKeyId !== 0 && !oneTime)) throw cryptoFault('no_session');
    return {
      signedPreKey: { keyId: signedPreKeyId, pair: signed.pair },
      ...(oneTime && { oneTime: { keyId: preKeyId, pair: oneTime.pair } }),
    };
  }

  async function openFirst(device: Device, bytes: Bytes, sentAt: number): Promise<Bytes> {
    const first = readFirst(bytes);
    const sessions = await readOrNone(device);
    const baseKey = toBase64(first.baseKey);
    const existing = sessions.filter(
      ({ state }) => baseKeyOf(state) === baseKey && state.indexInfo.baseKeyType === baseKeyTypeTheirs,
    );
    const isNew = existing.length === 0;
    const {
      state,
      text,
      session = { heardAt: 0 },
    } = isNew
      ? {
          ...(await acceptSession(own(), first.identityKey, await loadFirstMessageKeys(first), bytes)),
          session: undefined,
        }
      : await openWith(existing, first.identityKey, first.message);
    // The sender has now proved that they have this key; the pins decide whether it may be theirs.
    await pins.checkSenderKey(device, first.identityKey);
    await write(device, reorderSessions(sessions, received(session, state, sentAt)));
    if (isNew && first.preKeyId !== 0) work.remove(tables.identity, identityKey('preKey:', first.preKeyId));
    return text;
  }

  return {
    async has(device) {
      const [first] = await readOrNone(device);
      const trusted = await pins.keyOf(device);
      return first !== undefined && trusted !== undefined && equal(identityOf(first.state), trusted);
    },
    async start(device, bundle) {
      const state = await startSession(own(), bundle).catch((thrown: unknown) => {
        throw toFault(thrown);
      });
      const retired = (await readOrNone(device)).map((session): StoredSession => ({ ...session, retired: true }));
      await write(device, [{ state, heardAt: 0 }, ...retired]);
    },
    async seal(device, plain) {
      const [first, ...others] = await read(device);
      const trusted = await pins.keyOf(device);
      if (!first || !trusted) throw cryptoFault('no_session');
      try {
        const { state, sealed } = await encrypt(own(), trusted, first.state, plain);
        await write(device, [{ ...first, state }, ...others]);
        return toEncryptedText(sealed);
      } catch (thrown) {
        throw toFault(thrown);
      }
    },
    async open(device, text, sentAt) {
      try {
        const sealed = fromEncryptedText(text);
        if (!sealed) throw cryptoFault('bad_mac');
        return await (sealed.prefix === '03' ? openFirst : openNormal)(device, sealed.bytes, sentAt);
      } catch (thrown) {
        throw toFault(thrown);
      }
    },
    async markRepaired(device, every) {
      await readOrNone(device);
      const key = addressOf(device);
      const here = await work.get(tables.sessions, key);
      if (here?.repairedAt !== undefined && now() - here.repairedAt < every) return false;
      if (!here) await write(device, []);
      work.put(tables.sessions, key, { ...(await work.get(tables.sessions, key))!, repairedAt: now() });
      return true;
    },
  };
}
