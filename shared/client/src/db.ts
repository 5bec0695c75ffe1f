// The local databases: one for the list of accounts in this browser, and one per account for everything else.
import type { AiConversation, Content, Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Dexie, type EntityTable, type Table } from 'dexie';
import type {
  ApplyRow,
  ChangeRow,
  ContactRow,
  ConversationRow,
  CursorRow,
  DraftRow,
  FileRow,
  MemberRow,
  MessageRow,
  SpaceRow,
  UploadResume,
  WithId,
} from './rows.ts';

export * from './rows.ts';

/** An unsent message or command; the oldest of each conversation is sent first. */
export interface OutboxRow {
  id: string;
  conversationId: string;
  order: number;
  /** The content of a system command; that of a message is in the message's row. */
  content?: Content;
  /** 1 until its file is uploaded: later rows do not wait for it. */
  upload?: 1;
  /** The album of its message, whose messages are sent together. */
  album?: string;
  /**
   * The state of an interrupted upload. It is not in the file's row, because browsers rewrite the blob with every
   * change of that row.
   */
  resume?: UploadResume;
  /** 1 if the user has agreed to unencrypted copies for devices that cannot get an encrypted one. */
  plain?: 1;
  /** A command that can be undone is not sent before this time of this device's clock. Other rows do not wait for it. */
  holdUntil?: number;
}

/** A device as the gateway lists it. */
export interface ListedDevice extends Device {
  /** Its owner has not approved it: nothing is encrypted for it. */
  unapproved?: boolean;
}

/** One account's database, named after its identifier. Only the engine writes to it. */
export type AccountDb = Dexie & {
  spaces: EntityTable<SpaceRow, 'id'>;
  conversations: EntityTable<ConversationRow, 'conversionId'>;
  members: Table<MemberRow, [string, string]>;
  messages: EntityTable<MessageRow, 'id'>;
  changes: EntityTable<ChangeRow, 'id'>;
  files: EntityTable<FileRow, 'id'>;
  bundles: Table<ListedDevice, [string, string]>;
  prekey: Table<Device, [string, string]>;
  sessions: Table<{ key: string }, string>;
  contacts: EntityTable<ContactRow, 'identifier'>;
  applies: EntityTable<ApplyRow, 'id'>;
  bots: Table<AiConversation & WithId, string>;
  drafts: EntityTable<DraftRow, 'conversationId'>;
  outbox: EntityTable<OutboxRow, 'id'>;
  cursors: EntityTable<CursorRow, 'conversationId'>;
  identity: Table<{ key: string }, string>;
  pins: Table<Device, [string, string]>;
  notices: Table<{ seq: number }, number>;
  search: Table<WithId, string>;
};

/** An account that this browser has signed in with. Only the engine reads the tokens in it. */
export interface AccountRow {
  /** `phone:…` or `wallet:…`; the device id belongs to it permanently. */
  key: string;
  deviceId: string;
  token: string;
  refreshToken: string;
  /** Empty until the first sign-in is complete. */
  identifier: string;
  lastName: string;
  avatar: string;
  newDevice: boolean;
  /** The gateway's name for the session. */
  name?: string;
  /**
   * The proof of identity, stored until the sign-in is complete: it works only once, but an invitation may have to be
   * corrected.
   */
  proof?: string;
  /** Whether the browser has been asked for persistent storage. */
  persistAsked?: boolean;
  /** Its database was created here with a marker; if the marker is missing, the browser has evicted the data. */
  stored?: boolean;
  /** Whether its data survives when another device signs this one out. */
  keepsData?: boolean;
  /** 1 while its data is being removed from this browser: set before the first deletion, removed after the last. */
  wiping?: 1;
  /** The gateway had no keys of this device at the last sign-in; the account's database does not know it yet. */
  keysLost?: boolean;
  /** 1 for the account that is signed in, absent for the others. */
  current?: 1;
}

export type DeviceDb = Dexie & { accounts: EntityTable<AccountRow, 'key'> };

/** The implementation of IndexedDB; tests in Node pass their own. */
export interface DatabasePorts {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
}

/**
 * Versions of an account's schema: append, never change. Dexie multiplies a version by ten for the browser.
 * Only indexed fields are listed.
 */
const accountSchemaVersions: Record<number, Record<string, string>> = {
  [limits.databaseVersion]: {
    spaces: 'id',
    conversations: 'conversionId, spaceId, type, sortTime',
    members: '[conversionId+identifier], conversionId',
    messages: 'id, conversationId, content.id, [conversationId+order], [conversationId+unread], unreadable',
    changes: 'id, conversationId, target, lost',
    files: 'id, key',
    bundles: '[identifier+deviceId], identifier',
    prekey: '[identifier+deviceId]',
    sessions: 'key',
    contacts: 'identifier',
    applies: 'id',
    bots: 'id',
    drafts: 'conversationId',
    outbox: 'id, [conversationId+order]',
    cursors: 'conversationId',
    identity: 'key',
    pins: '[identifier+deviceId]',
    notices: 'seq',
    search: 'id',
  },
};

function openDb<Db extends Dexie>(name: string, versions: typeof accountSchemaVersions, ports: DatabasePorts): Db {
  // Durability is strict for the whole database: the engine acknowledges only what is on disk, and Dexie has no finer
  // setting.
  const db = new Dexie(name, { ...ports, chromeTransactionDurability: 'strict' });
  for (const [version, stores] of Object.entries(versions)) db.version(Number(version)).stores(stores);
  return db as Db;
}

/** Opens one account's database. */
export const openAccountDb = (identifier: string, ports: DatabasePorts = {}): AccountDb =>
  openDb<AccountDb>(`amber-${identifier}`, accountSchemaVersions, ports);

/** Opens the database with this browser's list of accounts. */
export const openDeviceDb = (ports: DatabasePorts = {}): DeviceDb =>
  openDb<DeviceDb>('amber', { 1: { accounts: 'key, identifier, current' } }, ports);
