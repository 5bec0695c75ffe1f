// The table `identity`: this device's private keys, and small rows of other kinds. This file alone builds its keys.
import type { OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { FeedRow, MomentDraft, PendingMoment } from '@amber/client/moments';
import type { Content, Device, Unencrypted } from '@amber/proto';
import type { CommandBodies } from '@amber/proto/systemCommands';
import type { Table } from 'dexie';
import type { MyIdentityRow, PreKeyRow, SignedPreKeyRow } from './tables.ts';

/** The stored approval state of this device. */
export interface DeviceApproval {
  /** This device's own decision. The gateway can revoke the approval, but cannot grant it. */
  isApproved: boolean;
  /** Whether the user has asked on this device to make it the first one. */
  asked?: true;
  /** Whether devices from before the introduction of approval still have to be reviewed. */
  hasUnseen?: true;
  /** The state that pages were last notified of. */
  told?: OwnDevices;
}

/**
 * A queued request to the gateway, or another task that must not be lost:
 * - `group`, `space`: fetch the members of the group `id`, or the space `id` with its rooms;
 * - `devices`: which keys of the person `id` still belong to one of their devices;
 * - `tellDevices`: send what was decided here about own devices to the others;
 * - `ownDevices`: apply the decision of another own device, in the row `id`;
 * - `dismissed`: remove the group `id`, which `by` has disbanded, after it was shown for a while;
 * - `newKeys`: upload more one-time keys, or 'all' keys of this device.
 */
export type FollowUp =
  | { kind: 'group' | 'space'; id: string }
  | { kind: 'devices'; id: string; deviceIds: string[]; unapproved?: string[] }
  | { kind: 'tellDevices'; id: ''; at: number }
  | { kind: 'ownDevices'; id: string; by: string; decided: CommandBodies['ownDevices'] }
  | { kind: 'dismissed'; id: string; name: string; by: string }
  | { kind: 'newKeys'; id: '' | 'all' };

/** A message that this device has sent. Later envelopes for the devices that it was encrypted for name it. */
export interface SentReference {
  id: string;
  /** When it was sent, by this device's clock. */
  at: number;
  /** The addresses of the devices that it was encrypted for. */
  to: readonly string[];
}

/** A message that an envelope names and this device lacks. */
export interface MissingMessage {
  id: string;
  conversationId: string;
  /** The device that sent the missing message. */
  sender: Device;
  /** When it was sent, by the sender's clock. */
  at: number;
  /** Its position in the timeline: right before the message that names it. */
  order: number;
  /** The id of the system line for everything that is missing before that message. */
  line: string;
  noticedAt: number;
  /** When it was last requested, and when the gateway accepted that request. */
  askedAt?: number;
  deliveredAt?: number;
}

/** The state of a recording that was not sent. Its sound is in rows of their own, which are never rewritten. */
export interface StoredRecording {
  /** The id that the page gave to it. */
  recording: string;
  /** The number of its samples so far. */
  samples: number;
  /** The number of its rows of the kind `voicePart:`. */
  parts: number;
  /** The loudness over time; see voice/waveform.ts. */
  perPeak: number;
  peaks: number[];
  /** The last samples, which are in no part yet: the encoder holds them back, and they must survive its loss. */
  tail: Int16Array;
  /** When its page last called. */
  appendedAt: number;
}

/**
 * The fields of each kind of row besides its key. A kind is named by the key of its only row, or by the prefix of its
 * rows' keys, which ends with a colon and precedes an id. Earlier builds ignore kinds that they do not know. With
 * `object`, the row's existence is all that it says.
 */
interface IdentityFields {
  me: MyIdentityRow;
  'preKey:': PreKeyRow;
  'signedPreKey:': SignedPreKeyRow;
  standing: DeviceApproval;
  /** Written by builds that had no device approval: this device had seen the account's other devices. */
  met: object;
  /** The account's default for copies that cannot be encrypted. */
  unencrypted: { unencrypted: Unencrypted };
  /** The gateway has lost this device's keys. */
  lost: object;
  /** Whether read receipts are hidden. */
  readState: { hidden: boolean };
  /** The time of the account's deletion, in milliseconds since 1970. */
  deletion: { at: number };
  /** The gateway's time of the last sign-in: what it answered about conversations with bots is stored. */
  bots: { at: number };
  /** The database has this row from its first start on. If it is missing, the browser has evicted the database. */
  stored: object;
  /** The engine that has opened the database last. */
  engine: { opened: string };
  /** By its id: a message that the person has deleted on this device. */
  'deleted:': { conversationId: string };
  /** By its id: an own command whose assigned position is beyond a gap. */
  'ahead:': { content: Content };
  /** By its id: a request for history that this device has made. */
  'asked:': object;
  /** By kind and id. `serial` changes when the same follow-up is queued again. */
  'followUp:': FollowUp & { serial: string };
  /** By conversation: the last messages that this device has sent. */
  'sent:': { sent?: SentReference[] };
  /** By the object's name: a file of a deleted own message, whose release the gateway has still to be notified of. */
  'release:': object;
  /** By its id. */
  'missing:': MissingMessage;
  /** By person: a device of theirs is newly trusted. `serial` changes when the same person is queued again meanwhile. */
  'reopen:': { serial: string };
  'moments:': Omit<FeedRow, 'key'>;
  'momentToPost:': Omit<PendingMoment, 'key'>;
  'momentDraft:': Omit<MomentDraft, 'key'>;
  /** By conversation. */
  'voiceDraft:': StoredRecording;
  /** By recording and number: whole frames of mp3. */
  'voicePart:': { bytes: Uint8Array<ArrayBuffer> };
}

type IdentityKind = keyof IdentityFields;

/** A stored row of a kind. */
export type IdentityRow<Kind extends IdentityKind> = IdentityFields[Kind] & { key: string };

type Id = string | number;

/** The functions below may be called inside a transaction that holds `identity`, or outside of one. */
export const identityKey = (kind: IdentityKind, id: Id = ''): string => `${kind}${id}`;

/** Returns a row of this kind as it is stored. */
export const identityRow = <Kind extends IdentityKind>(
  kind: Kind,
  fields: IdentityFields[Kind],
  id?: Id,
): IdentityRow<Kind> => ({ ...fields, key: identityKey(kind, id) });

/** Returns the table with the type of one kind's rows. */
export const identityTable = <Kind extends IdentityKind>({ identity }: Pick<AccountDb, 'identity'>) =>
  identity as unknown as Table<IdentityRow<Kind>, string>;

export const getIdentityRow = <Kind extends IdentityKind>(db: AccountDb, kind: Kind, id?: Id) =>
  identityTable<Kind>(db).get(identityKey(kind, id));

export const getIdentityRows = <Kind extends IdentityKind>(db: AccountDb, kind: Kind, ids: readonly Id[]) =>
  identityTable<Kind>(db).bulkGet(ids.map((id) => identityKey(kind, id)));

const rowsOf = <Kind extends IdentityKind>(db: AccountDb, kind: Kind) =>
  identityTable<Kind>(db).where('key').startsWith(kind);

/** Returns all rows of a kind. */
export const listIdentityRows = <Kind extends IdentityKind>(db: AccountDb, kind: Kind) => rowsOf(db, kind).toArray();

/** Returns the ids of all rows of a kind, or of the first `max` rows. */
export const listIdentityIds = async (db: AccountDb, kind: IdentityKind, max = Infinity): Promise<string[]> =>
  (await rowsOf(db, kind).limit(max).primaryKeys()).map((key) => key.slice(kind.length));

export const putIdentityRow = async <Kind extends IdentityKind>(
  db: AccountDb,
  kind: Kind,
  fields: IdentityFields[Kind],
  id?: Id,
): Promise<void> => void (await db.identity.put(identityRow(kind, fields, id)));

/** Changes some fields of a row, if it exists. */
export const updateIdentityRow = async <Kind extends IdentityKind>(
  db: AccountDb,
  kind: Kind,
  fields: Partial<IdentityFields[Kind]>,
): Promise<void> => void (await db.identity.update(identityKey(kind), fields as object));

export const deleteIdentityRow = (db: AccountDb, kind: IdentityKind, id?: Id): Promise<void> =>
  db.identity.delete(identityKey(kind, id));

export const deleteIdentityRows = (db: AccountDb, kind: IdentityKind, ids: readonly Id[]): Promise<void> =>
  db.identity.bulkDelete(ids.map((id) => identityKey(kind, id)));

/** Deletes all rows of a kind. */
export const clearIdentityRows = (db: AccountDb, kind: IdentityKind): Promise<number> => rowsOf(db, kind).delete();
