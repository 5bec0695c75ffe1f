// The rows of keys and sessions in an account's database.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import type { Collection, Table } from 'dexie';
import type { Bytes } from './bytes.ts';
import type { KeyPair } from './curve.ts';

/** This device's identity key. */
export interface MyIdentityRow {
  pair: KeyPair;
  registrationId: number;
  /** Milliseconds since 1970. Messages that were sent before cannot be decrypted here. */
  created: number;
}

/** A private one-time key. */
export interface PreKeyRow {
  pair: KeyPair;
}

export interface SignedPreKeyRow {
  keyId: number;
  pair: KeyPair;
  signature: Bytes;
  created: number;
  /** When another key replaced it. It still decrypts messages in flight. */
  replacedAt?: number;
}

export interface PublicPreKey {
  keyId: number;
  publicKey: Bytes;
}

/** The public keys that others need to start a session with a device. They begin with the byte 5, as on the wire. */
export interface BundleRow extends Device {
  registrationId: number;
  identityKey: Bytes;
  signedPreKey: PublicPreKey & { signature: Bytes };
  oneTimePreKeys: PublicPreKey[];
  created: number;
  updated: number;
  /** The newest envelope form that the device can read, signed by its identity key; see envelope.ts. */
  form?: number;
}

/** This device's own bundle. Its one-time keys are those that the gateway may lack. */
export interface OwnBundleRow extends BundleRow {
  formSignature?: Bytes;
  /** The next free id. It only increases, so that no id is reused. */
  nextPreKeyId: number;
  /** The parts that are still to be uploaded. The same upload is repeated until the gateway has accepted it. */
  pending?: 'all' | 'oneTimePreKeys' | 'signedPreKey';
  isNewDevice: boolean;
}

/** Another device's bundle, as the gateway sent it. It can start one session. */
export interface PeerBundleRow extends BundleRow {
  /** Set if the gateway reports that the device's account has not approved it. */
  unapproved?: true;
  spent?: true;
}

/** All sessions with one device. */
export interface SessionRow {
  /** The device's address. */
  key: string;
  /** JSON of StoredSession[]. The first one is used for sending. */
  record: string;
  /** SHA-256 of `record`. Without it, damage would be noticed only after it has made messages unreadable. */
  sum: string;
  /** When a session was last replaced because a message could not be decrypted. */
  repairedAt?: number;
}

/** The pinned key of a device. */
export interface PinRow extends Device {
  /** Absent for a new device of a verified person, until the user consents to it. */
  identityKey?: Bytes;
  /** Whether the user has compared the safety number that includes this key. */
  verified: boolean;
  /** Another key of the device, which waits for consent. */
  offered?: Bytes;
  since: number;
  /**
   * Set if the account no longer has the device. Its key stays pinned: a device that returns under this id must have
   * the same one.
   */
  gone?: true;
  /**
   * For an own device: this key has not been approved on an approved device. For another account's device: the gateway
   * reports that its account has not approved it. Nothing is encrypted for the device, and its messages have no effect.
   */
  unapproved?: true;
  /**
   * Set for an own device that was signed out here or on an approved device. It has no effect, whatever the gateway
   * lists.
   */
  removed?: true;
  /** The envelope form that this key has signed or used. */
  form?: number;
  /** When the device's bundle was last checked for the envelope form. */
  formAskedAt?: number;
  /** When its first envelope was decrypted. */
  envelopedAt?: number;
}

export interface CryptoTables {
  identity: AccountDb['identity'];
  prekey: Table<OwnBundleRow, [string, string]>;
  sessions: Table<SessionRow, string>;
  pins: Table<PinRow, [string, string]>;
  bundles: Table<PeerBundleRow, [string, string]>;
}

/** Returns the database's tables with the types of the rows that only this folder knows. */
export const cryptoTables = (db: AccountDb): CryptoTables => {
  const { identity, prekey, sessions, pins, bundles } = db;
  return { identity, prekey, sessions, pins, bundles } as unknown as CryptoTables;
};

/** The tables that a transaction must hold to store what encrypting or decrypting has changed. */
export const keyTables = ({ identity, prekey, sessions, pins, bundles }: AccountDb): Table[] => [
  identity,
  prekey,
  sessions,
  pins,
  bundles,
];

/** The pins of a person's devices. */
export const pinsOf = (db: AccountDb, identifier: string) =>
  db.pins
    .where('[identifier+deviceId]')
    .between([identifier, ''], [identifier, '\uffff']) as unknown as Collection<PinRow>;

/** Returns a device's address in sessions. An identifier may contain any character but a colon. */
export const addressOf = ({ identifier, deviceId }: Device): string => `${identifier}:${deviceId}`;

export const keyOf = ({ identifier, deviceId }: Device): [string, string] => [identifier, deviceId];
