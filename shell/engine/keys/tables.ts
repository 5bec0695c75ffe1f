// The rows of keys and sessions in an account's database.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import type { Table } from 'dexie';
import type { Bytes } from './bytes.ts';
import type { KeyPair } from './curve.ts';

/** Private keys of this device, by what they are: `me`, `preKey:7`, `signedPreKey:1234`. */
export type IdentityRow = MyIdentityRow | PreKeyRow | SignedPreKeyRow;

export interface MyIdentityRow {
  key: 'me';
  pair: KeyPair;
  registrationId: number;
  /** Milliseconds since 1970. What was sent before cannot be opened here. */
  created: number;
}

export interface PreKeyRow {
  key: `preKey:${number}`;
  pair: KeyPair;
}

export interface SignedPreKeyRow {
  key: `signedPreKey:${number}`;
  keyId: number;
  pair: KeyPair;
  signature: Bytes;
  created: number;
  /** When another one replaced it; it still opens messages in flight. */
  replacedAt?: number;
}

export interface PublicPreKey {
  keyId: number;
  publicKey: Bytes;
}

/** What others need to start a session with a device. Public keys carry the leading 5 that they have on the wire. */
export interface BundleRow extends Device {
  registrationId: number;
  identityKey: Bytes;
  signedPreKey: PublicPreKey & { signature: Bytes };
  oneTimePreKeys: PublicPreKey[];
  created: number;
  updated: number;
  /** The newest form that it opens, as its identity key has signed it; see envelope.ts. */
  form?: number;
}

/** This device's own bundle. Its one-time keys are those that the gateway may lack. */
export interface OwnBundleRow extends BundleRow {
  formSignature?: Bytes;
  /** Counts up, so that no id is reused. */
  nextPreKeyId: number;
  /** What is still to be uploaded; the same is uploaded again until the gateway has accepted it. */
  pending?: 'all' | 'oneTimePreKeys' | 'signedPreKey';
  isNewDevice: boolean;
}

/** Another device's bundle as the gateway gave it. A session uses it up. */
export interface PeerBundleRow extends BundleRow {
  /** The gateway says that its person has not approved it. */
  unapproved?: true;
  spent?: true;
}

/** All sessions with one device. */
export interface SessionRow {
  /** The device's address. */
  key: string;
  /** JSON of KeptSession[]: the one used for sending is first. */
  record: string;
  /** SHA-256 of `record`: otherwise a damaged one would be noticed only after it has made messages unreadable. */
  sum: string;
  /** When a session was last replaced because something could not be opened. */
  repairedAt?: number;
}

/** The key that a device is known by. */
export interface PinRow extends Device {
  /** Absent for a new device of a verified person, until somebody consents to it. */
  identityKey?: Bytes;
  /** A person has compared the safety number with this key in it. */
  verified: boolean;
  /** Another key, which waits for consent. */
  offered?: Bytes;
  since: number;
  /**
   * The person no longer has it. Its key is remembered: a device that returns under this name must show the same one.
   */
  gone?: true;
  /**
   * Of an own device: nobody has approved this key on a device that is approved itself. Of another person's: the
   * gateway says that its person has not. Nothing is sealed for it, and what it sends changes nothing.
   */
  unapproved?: true;
  /** An own device that was signed out here or on an approved one: whatever the gateway lists, it has no effect. */
  removed?: true;
  /** The form that this key has signed, or has used. */
  form?: number;
  /** When its bundle was last checked for the form. */
  formAskedAt?: number;
  /** When the first envelope of it was opened. */
  envelopedAt?: number;
}

export interface CryptoTables {
  identity: Table<IdentityRow, string>;
  prekey: Table<OwnBundleRow, [string, string]>;
  sessions: Table<SessionRow, string>;
  pins: Table<PinRow, [string, string]>;
  bundles: Table<PeerBundleRow, [string, string]>;
}

/** The same tables as the pages' schema names them, with the rows that only this folder knows. */
export const cryptoTables = (db: AccountDb): CryptoTables => {
  const { identity, prekey, sessions, pins, bundles } = db;
  return { identity, prekey, sessions, pins, bundles } as unknown as CryptoTables;
};

/** What a transaction must hold that also stores what sealing or opening has changed. */
export const keyTables = ({ identity, prekey, sessions, pins, bundles }: AccountDb): Table[] => [
  identity,
  prekey,
  sessions,
  pins,
  bundles,
];

/** A device's name in sessions. An identifier may hold any character but a colon. */
export const addressOf = ({ identifier, deviceId }: Device): string => `${identifier}:${deviceId}`;

export const keyOf = ({ identifier, deviceId }: Device): [string, string] => [identifier, deviceId];
