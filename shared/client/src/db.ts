// The local databases: one for this browser's accounts, one per account for everything else.
import type {
  AiConversation,
  Contact,
  ContactApply,
  Content,
  Conversation as WireConversation,
  Device,
  Member,
  Room,
  Space,
  UserInfo,
} from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { UnreadableReason } from '@amber/proto/unreadable';
import { Dexie, type EntityTable, type Table } from 'dexie';

/** What the list says in the reader's language. */
export type PreviewKind = 'withdrawn' | 'notAccepted' | 'image' | 'video' | 'ai';

/** A conversation as it is listed. The gateway's entity, and what this device adds to it. */
export interface ConversationRow extends WireConversation {
  /** Milliseconds of the last thing that happened; the list's order. */
  sortTime: number;
  /** What the list shows under the name: the words of the last message, the name of its file. */
  preview: string;
  /** What the last message is, where pages say that instead; 'ai': beside its words, which are an AI's. Absent in rows of older builds: their `preview` says it, in English. */
  previewKind?: PreviewKind | undefined;
  /** Messages with isRead false; kept in the transaction that writes them. */
  unread: number;
  /** Everything up to here has been read by me, on some device. */
  readSeq: number;
  /** Up to where the gateway knows that; what was read offline is told when the connection is back. */
  toldSeq: number;
  /** Unread messages that mention me. */
  mentions: number;
  /** Of a private chat: how far the other has read, and has received. */
  peerReadSeq: number;
  peerDeliveredSeq: number;
  /**
   * Of a private chat: whether it is sealed, as devices have decided; the higher number counts. The gateway's
   * `userSetting.encrypted` is written after it and never read.
   */
  sealing?: { number: number; on: boolean };
  /** Of a private chat, by each device's address: the ids that came last from it. Also of what was deleted here since. */
  had?: Record<string, string[]>;
  /** Of a private chat: how I call the other, where I have a remark. */
  remarkName?: string;
  /** Of a group that was opened here: how many are in it, as counted at this place, and who is listed first. */
  memberCount?: number;
  memberCountSeq?: number;
  firstMembers?: string[];
}

export type MessageStatus = 'loading' | 'sent' | 'error';

/** A message as it is shown. */
export interface MessageRow {
  id: string;
  conversationId: string;
  content: Content;
  loading: boolean;
  pending: boolean;
  error: '' | 'error';
  /** The code of the fault behind `error`. */
  fault: string;
  createdAt: number;
  isRead: boolean;
  /** 1 while unread, absent after: booleans are no IndexedDB keys. */
  unread?: 1;
  /** The gateway's place; 0 until it is known. */
  seq: number;
  /** What the timeline sorts by: `seq`, and above every seq for what is not sent yet. */
  order: number;
  /** 'none': this device was not there when the message was sent. */
  copy: 'open' | 'queued' | 'none' | 'acked';
  /** 1 while it is unread and mentions me. */
  mention?: 1;
  /** What later changes have made of it; `content` stays as it was sent. */
  withdrawn?: { by: string; at: number };
  edited?: { message: string; at: number };
  reactions?: Reaction[];
  /** Of a message of type 'ai': what has come of it by now, as JSON text of its body. */
  answer?: string;
  /** When that was written, by this device's clock: an answer that nobody goes on with was interrupted. */
  answerAt?: number;
  /**
   * What arrived could not be read, and why. `content` holds nothing to show. With the
   * remedy 'repair' this device has asked for it again, and the same row is filled when it comes.
   */
  unreadable?: UnreadableReason;
  /** When that came, by this device's clock: the gateway's time would say how long it is asked for. */
  lostAt?: number;
  /** 1: all that it means was sealed, not its words alone. 0: the older form, which older builds send. */
  form?: 0 | 1;
  /** 1: it came open into a sealed chat. It is shown as not encrypted, and nothing is made of it. */
  aside?: 1;
  /** 1: the device that it came from waits for consent. It is shown as such, and nothing is made of it. */
  untrusted?: 1;
  /** It says what an earlier message is to say, which cannot be changed here; that one's id. */
  editOf?: string;
  /** When it was written, where the sender's clock says that this was long before the gateway's time of it. */
  writtenAt?: number;
  /** Of a message sealed here: the devices that it was sealed for, by their addresses. */
  sealedFor?: string[];
  /** Of an own message that was sent: the devices whose copy went unencrypted. */
  plainCopies?: CopyFailure[];
  /** Of an own message: the devices whose copy went in the older form, which protects its words alone. */
  olderCopies?: Device[];
  /** Of an own message: the devices that got none, because their keys are wrongly signed. */
  leftOut?: CopyFailure[];
  /** Of an own message that failed with UNENCRYPTED_ASK or UNENCRYPTED_NEVER: the devices it could not be encrypted for. */
  unsealed?: CopyFailure[];
}

/** A device that a message could not be encrypted for. */
export interface CopyFailure {
  identifier: string;
  deviceId: string;
  reason: UnreadableReason;
}

/** One emoji under a message, and who chose it. */
export interface Reaction {
  emoji: string;
  by: string[];
}

/** A change of a message: a withdrawal, an edit, a reaction. Kept, so that it holds whichever of the two arrives first. */
export interface ChangeRow {
  id: string;
  conversationId: string;
  /** The message's id. */
  target: string;
  kind: 'withdraw' | 'edit' | 'reaction' | 'streamEnd';
  by: string;
  at: number;
  /** JSON text of the change's body. */
  message: string;
  /** The gateway's place; 0 until it is known. */
  seq: number;
  /** What changes of one message are applied in: `seq`, and above every seq for what is not sent yet. */
  order: number;
  /** It could not be opened here, and does nothing until it is: which of that person's devices can say it again. */
  lost?: string;
  /** When that came, by this device's clock. */
  lostAt?: number;
  /** 1: it counts for messages of the same author alone, as in a private chat. */
  ofAuthor?: 1;
  /** Of a change sealed here: the devices that it was sealed for. */
  sealedFor?: string[];
}

/** What is still to be sent, oldest first in each conversation. */
export interface OutboxRow {
  id: string;
  conversationId: string;
  order: number;
  /** A system command's content; a message has it in its own row. */
  content?: Content;
  /** 1 while its file has still to be uploaded: what is behind it does not wait. */
  upload?: 1;
  /** What that upload continues with. Not in the file's row: browsers rewrite the blob with every change of its row. */
  resume?: UploadResume;
  /** 1 where a person has agreed that it goes unencrypted to a device that it cannot be encrypted for. */
  plain?: 1;
}

/** Somebody in a group; not everybody has a row. Who has left keeps one, for the name under old messages. */
export interface MemberRow extends Member {
  /** Up to this place of the conversation it is so. */
  seq?: number;
}

/** How far this device has synced a conversation: everything up to `seq` is stored here. */
export interface CursorRow {
  conversationId: string;
  epoch: number;
  seq: number;
  /** What is missing below `seq`: the places between `after` and `before`, neither included. Oldest first. */
  gaps?: Gap[];
}

export interface Gap {
  after: number;
  before: number;
}

export interface DraftRow {
  conversationId: string;
  text: string;
  savedAt: number;
}

/** A space that I am in. */
export interface SpaceRow extends Space {
  /** Its spaceId. */
  id: string;
  /** Those I may see, in the order they were made; absent until it has been opened here. */
  rooms?: Room[];
}

export type ContactRow = Contact;

export interface ApplyRow extends ContactApply {
  /** Who asks, and who is asked. */
  id: string;
}

/** A file as this device holds it, under the id of its message. */
export interface FileRow {
  id: string;
  /** The object's name in the store, `chat/…`; empty before it is there. */
  key: string;
  /** 'upload': it exists nowhere else yet. 'here': it can be fetched again, and goes first when room is needed. */
  state: 'upload' | 'here';
  /** Unsealed. */
  blob: Blob;
  /** Milliseconds; what was used longest ago goes first. */
  usedAt: number;
  /** What an upload that has failed goes on with when it is tried again. */
  resume?: UploadResume;
}

/** What an upload that was cut short goes on with: sealed the same way again, it is the same file. */
export interface UploadResume {
  /** The object's name. */
  name: string;
  /** What seals it; see shell/engine/sealing/file.ts. */
  secret: { key: string; iv: string };
  /** What the store has of it by now; absent until it has begun, and for a file of one part. */
  checkpoint?: {
    name: string;
    uploadId: string;
    fileSize: number;
    partSize: number;
    doneParts: { number: number; etag: string }[];
  };
}

export interface WithId {
  id: string;
}

/** A device as the gateway lists it. */
export interface ListedDevice extends Device {
  /** Its person has not approved it: nothing is sealed for it. */
  unapproved?: boolean;
}

/** One account's database, named after its identifier. Written by the engine alone. */
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

/** An account this browser has signed in with. The tokens in it are read by the engine alone. */
export interface AccountRow {
  /** `phone:…` or `wallet:…`; the device id belongs to it for good. */
  key: string;
  deviceId: string;
  token: string;
  refreshToken: string;
  /** Empty until the first sign-in has finished. */
  identifier: string;
  lastName: string;
  avatar: string;
  newDevice: boolean;
  /** What the gateway calls the session. */
  name?: string;
  /** What was proved with, until the sign-in has finished: it works once, and an invitation may have to be corrected. */
  proof?: string;
  /** The browser has been asked to keep what is stored here. */
  persistAsked?: boolean;
  /** Its database has been made here, and carries a mark; a mark that is gone was taken by the browser. */
  stored?: boolean;
  /** Its data stays when another device signs this one out. */
  keepsData?: boolean;
  /** All of it is to be removed from this browser: begun before anything is, and gone at its end. */
  wiping?: 1;
  /** The gateway had no keys of this device at the last sign-in; its database is still to be told. */
  keysLost?: boolean;
  /** 1 for the account that is signed in, absent for the others. */
  current?: 1;
}

export type DeviceDb = Dexie & { accounts: EntityTable<AccountRow, 'key'> };

/** Where the browser's database lives; tests in Node pass their own. */
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
  // Strict for the whole database: what the engine answers for must be on disk, and Dexie has no finer setting.
  const db = new Dexie(name, { ...ports, chromeTransactionDurability: 'strict' });
  for (const [version, stores] of Object.entries(versions)) db.version(Number(version)).stores(stores);
  return db as Db;
}

/** One account's database. */
export const openAccountDb = (identifier: string, ports: DatabasePorts = {}): AccountDb =>
  openDb<AccountDb>(`amber-${identifier}`, accountSchemaVersions, ports);

/** This browser's accounts. */
export const openDeviceDb = (ports: DatabasePorts = {}): DeviceDb =>
  openDb<DeviceDb>('amber', { 1: { accounts: 'key, identifier, current' } }, ports);

/** Sorts what is not sent yet behind every sequence number. */
export const pendingOrder = (createdAt: number): number => 2 ** 52 + createdAt;

/** How a user's other side is called in a private chat. */
export const otherPerson = (conversation: WireConversation, me: string): UserInfo | undefined =>
  conversation.userInfo.find((user) => user.identifier !== me);

/** Whether this is the chat that a person has with the own devices. */
export const isOwnChat = (conversation: Pick<ConversationRow, 'type' | 'userInfo'>, me: string): boolean =>
  conversation.type === 'private' &&
  conversation.userInfo.length > 0 &&
  conversation.userInfo.every(({ identifier }) => identifier === me);

/**
 * Whether what is written there is sealed; the chat with oneself always is. A row of a build before this one has the
 * gateway's setting alone, as that build had kept it.
 */
export const isSealedChat = (
  conversation: Pick<ConversationRow, 'type' | 'userInfo' | 'userSetting' | 'sealing'>,
  me: string,
): boolean =>
  conversation.type === 'private' &&
  ((conversation.sealing?.on ?? conversation.userSetting?.encrypted === true) || isOwnChat(conversation, me));

/** Whether a message arrived unencrypted although this private chat is encrypted, which has to be shown with it. */
export const arrivedPlain = (
  { content, unreadable, copy, aside }: MessageRow,
  conversation: ConversationRow,
  me: string,
): boolean =>
  isSealedChat(conversation, me) &&
  !unreadable &&
  copy !== 'none' &&
  content.type !== 'system' &&
  // Of an own one that was sent from here the copies say it: see `plainCopies`.
  (aside === 1 || (!content.encrypted && content.sender?.identifier !== me));

/** A message's state, derived from the three fields that the wire's world keeps. */
export const statusOf = (message: MessageRow): MessageStatus =>
  message.error ? 'error' : message.loading ? 'loading' : 'sent';
