// What screens read of the account's database: its rows, and what their fields mean together.
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
import type { UnreadableReason } from '@amber/proto/unreadable';
import type { Collection, EntityTable, Table } from 'dexie';

/** The kinds of previews that pages show as a sentence in the reader's language. */
export type PreviewKind = 'withdrawn' | 'notAccepted' | 'image' | 'video' | 'voice' | 'ai' | 'missedCall';

/** The last message of a conversation, as far as the list describes it. */
export interface LastMessage extends Pick<MessageRow, 'id' | 'seq' | 'loading' | 'pending' | 'error'> {
  /** The author's identifier; empty when anonymous. */
  sender: string;
}

/** A listed conversation: the gateway's entity and this device's additions. */
export interface ConversationRow extends WireConversation {
  /** Milliseconds of the latest activity, by which the list is sorted. */
  sortTime: number;
  /** The list's second line: the text of the last message, or the name of its file. */
  preview: string;
  /**
   * The kind of the last message, if pages show a sentence instead of `preview`; 'ai' marks a bot's text, which is
   * shown as well. Absent in rows of older builds, whose `preview` has the sentence in English.
   */
  previewKind?: PreviewKind | undefined;
  /** With the kind 'voice': its length in milliseconds. */
  previewDuration?: number | undefined;
  /** The message that the preview shows. Absent in rows of older builds, and while there is none. */
  last?: LastMessage | undefined;
  /** The number of messages with isRead false, updated in the transaction that writes them. */
  unread: number;
  /** The read position of the account, on any device. */
  readSeq: number;
  /** The read position that the gateway has confirmed; what was read offline is reported after a reconnect. */
  toldSeq: number;
  /** The number of unread messages that mention this account. */
  mentions: number;
  /** The position of the latest message of somebody else. Absent in rows of older builds. */
  lastOtherSeq?: number;
  /** The mark 'unread' was removed here, and the gateway has not confirmed that yet. */
  unmarked?: true | undefined;
  /** Private chats: the positions up to which the other person has read and received. */
  peerReadSeq: number;
  peerDeliveredSeq: number;
  /**
   * Private chats: whether the chat is encrypted, as devices have decided; the higher number wins. The gateway's
   * `userSetting.encrypted` is derived from it and never read.
   */
  sealing?: { number: number; on: boolean };
  /**
   * Private chats: the ids of the latest messages of each of the other's devices, by device address. They include
   * messages that were deleted here since.
   */
  had?: Record<string, string[]>;
  /** Private chats: the account's own name for the other person, if there is one. */
  remarkName?: string;
  /**
   * Groups that were opened here: the number of members, the position at which it was counted, and the first members of
   * the list.
   */
  memberCount?: number;
  memberCountSeq?: number;
  firstMembers?: string[];
}

/** The target of the rows that list the calls of an account; see `ChangeRow`. */
export const callIndex = 'calls';

/**
 * A change of a message: a withdrawal, an edit, a reaction or the end of an answer. It is stored, so that it applies
 * whichever of the two arrives first. A row of the kind 'call' changes nothing: the rows with the target `callIndex`, in
 * the order of their ids, are the account's calls by time, and the body of each names the message of its call.
 */
export interface ChangeRow {
  id: string;
  conversationId: string;
  /** The id of the changed message. */
  target: string;
  kind: 'withdraw' | 'edit' | 'reaction' | 'streamEnd' | 'call';
  by: string;
  at: number;
  /** JSON text of the change's body. */
  message: string;
  /** The position in the conversation; 0 until it is known. */
  seq: number;
  /** The order in which changes of one message are applied: `seq`, or above every `seq` for unsent changes. */
  order: number;
  /** Set while the change cannot be decrypted, when it has no effect: the device of its author that can resend it. */
  lost?: string;
  /** When it arrived undecryptable, by this device's clock. */
  lostAt?: number;
  /** 1: it applies only to messages of its own author, as in a private chat. */
  ofAuthor?: 1;
  /** Changes encrypted here: the addresses of the devices that got an encrypted copy. */
  sealedFor?: string[];
  /** Own withdrawals that are not sent yet: until when they can be undone, by this device's clock. */
  undoUntil?: number;
}

export type MessageStatus = 'loading' | 'sent' | 'error';

/** A message as stored and shown. */
export interface MessageRow {
  id: string;
  conversationId: string;
  content: Content;
  loading: boolean;
  pending: boolean;
  error: '' | 'error';
  /** The code of the fault that caused `error`. */
  fault: string;
  createdAt: number;
  isRead: boolean;
  /** 1 while unread, else absent: IndexedDB keys cannot be booleans. */
  unread?: 1;
  /** The position in the conversation; 0 until it is known. */
  seq: number;
  /** The timeline's sort key: `seq`, or above every `seq` for unsent messages. */
  order: number;
  /** 'none': there is no copy for this device, because it did not exist when the message was sent. */
  copy: 'open' | 'queued' | 'none' | 'acked';
  /** 1 while it is unread and mentions this account. */
  mention?: 1;
  /** The results of later changes; `content` stays as it was sent. */
  /** `undoUntil`: until when the author can undo it, by this device's clock. */
  withdrawn?: { by: string; at: number; undoUntil?: number };
  edited?: { message: string; at: number };
  reactions?: Reaction[];
  /** For type 'ai': the current state of the answer, as JSON text of its body. */
  answer?: string;
  /** When `answer` was written, by this device's clock: an answer without updates counts as interrupted. */
  answerAt?: number;
  /** Voice messages: the text that this device got from speech to text, and when. */
  transcript?: { text: string; at: number };
  /**
   * Why the received copy could not be read. `content` then holds nothing to show. With the remedy 'repair' this device
   * has requested a resend, which fills the same row.
   */
  unreadable?: UnreadableReason;
  /**
   * When the unreadable copy arrived, by this device's clock. The gateway's time would not tell how long the resend has
   * been pending.
   */
  lostAt?: number;
  /** 1: the envelope covers all metadata, not only the text. 0: the older form, which older builds send. */
  form?: 0 | 1;
  /** 1: it arrived in plaintext in an encrypted chat. It is shown as not encrypted and has no effects. */
  aside?: 1;
  /** 1: its sending device waits for consent. It is shown as such and has no effects. */
  untrusted?: 1;
  /** The id of an earlier message whose new text this is, because that one cannot be edited here. */
  editOf?: string;
  /** When it was written, if the sender's clock says that this was long before the gateway received it. */
  writtenAt?: number;
  /** Messages encrypted here: the addresses of the devices that got an encrypted copy. */
  sealedFor?: string[];
  /** Own sent messages: the devices whose copy was sent unencrypted. */
  plainCopies?: CopyFailure[];
  /** Own messages: the devices whose copy was sent in the older form, which protects only the text. */
  olderCopies?: Device[];
  /** Own messages: the devices without a copy, because their keys have an invalid signature. */
  leftOut?: CopyFailure[];
  /**
   * Own messages that failed with UNENCRYPTED_ASK or UNENCRYPTED_NEVER: the devices that no copy could be encrypted
   * for.
   */
  unsealed?: CopyFailure[];
}

/** A device that a message could not be encrypted for. */
export interface CopyFailure {
  identifier: string;
  deviceId: string;
  reason: UnreadableReason;
}

/** One emoji under a message, and the people who chose it. */
export interface Reaction {
  emoji: string;
  by: string[];
}

/** A member of a group; not every member has a row. A former member's row stays, for the name at old messages. */
export interface MemberRow extends Member {
  /** The position in the conversation at which this state was current. */
  seq?: number;
}

/** This device's cursor in a conversation: everything up to `seq` is stored here. */
export interface CursorRow {
  conversationId: string;
  epoch: number;
  seq: number;
  /** The missing ranges below `seq`, oldest first: the positions between `after` and `before`, both exclusive. */
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

/** A space that the account is a member of. */
export interface SpaceRow extends Space {
  /** The same as `spaceId`, because tables use `id` as their key. */
  id: string;
  /** The rooms that the account may see, in order of creation; absent until the space has been opened here. */
  rooms?: Room[];
}

export type ContactRow = Contact;

export interface ApplyRow extends ContactApply {
  /** The identifiers of the requester and the recipient. */
  id: string;
}

/** A sentence of a spoken text. */
export interface SpokenSentence {
  /** Milliseconds from the beginning of the sound. */
  at: number;
  /** UTF-16 offsets in the text; both are 0 where the sentence is unknown. */
  textFrom: number;
  textTo: number;
}

/**
 * A file on this device, under the id of its message; or an attachment of an unsent message, under an id that begins
 * with `attachmentPrefix`, with its place as `usedAt`.
 */
export interface FileRow {
  id: string;
  /** The name of its object in the store, `chat/…`; empty until it is uploaded. */
  key: string;
  /** 'upload': it is stored nowhere else yet. 'here': a cached file, which can be evicted and fetched again. */
  state: 'upload' | 'here';
  /** The decrypted content. */
  blob: Blob;
  /** Milliseconds of the last use; the least recently used file is evicted first. */
  usedAt: number;
  /** The state from which a retry resumes a failed upload. */
  resume?: UploadResume;
  /** The file is the sound of the message's text. */
  spoken?: {
    /** Of that text. */
    digest: string;
    /** Whether the voice imitates a person's. */
    cloned: boolean;
    sentences: SpokenSentence[];
  };
}

/** Begins the ids of the files that are attached to the draft of a conversation. */
export const attachmentPrefix = (conversationId: string): string => `attachment ${conversationId} `;

/** The state of an interrupted upload: encrypted again with the same secret, it is the same object. */
export interface UploadResume {
  /** The object's name. */
  name: string;
  /** The key and IV that encrypt it; see shell/engine/sealing/file.ts. */
  secret: { key: string; iv: string };
  /** The parts that the store has received; absent before the upload has begun, and for a file of one part. */
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

type Reads = 'get' | 'bulkGet' | 'where' | 'filter' | 'toArray' | 'orderBy' | 'limit' | 'toCollection';
type ReadTable<Source> = Pick<Source, Extract<keyof Source, Reads>>;

/** Rows of moments, which are in the table of this device's keys: only keys that begin as theirs are read. */
export interface MomentRows {
  get(key: string): Promise<unknown>;
  where(index: 'key'): { startsWith(prefix: string): Pick<Collection<unknown>, 'toArray'> };
}

/** What screens read of the account's database; its other tables hold keys, sessions and what is not sent yet. */
export interface AccountRows {
  readonly spaces: ReadTable<EntityTable<SpaceRow, 'id'>>;
  readonly conversations: ReadTable<EntityTable<ConversationRow, 'conversionId'>>;
  readonly members: ReadTable<Table<MemberRow, [string, string]>>;
  readonly messages: ReadTable<EntityTable<MessageRow, 'id'>>;
  readonly changes: ReadTable<EntityTable<ChangeRow, 'id'>>;
  readonly files: ReadTable<EntityTable<FileRow, 'id'>>;
  readonly contacts: ReadTable<EntityTable<ContactRow, 'identifier'>>;
  readonly applies: ReadTable<EntityTable<ApplyRow, 'id'>>;
  readonly bots: ReadTable<Table<AiConversation & WithId, string>>;
  readonly drafts: ReadTable<EntityTable<DraftRow, 'conversationId'>>;
  readonly cursors: ReadTable<EntityTable<CursorRow, 'conversationId'>>;
  readonly identity: MomentRows;
  /** Reads two tables in one state. */
  transaction<Result>(mode: 'r', one: object, other: object, read: () => Promise<Result>): Promise<Result>;
}

/** Returns the sort key of an unsent message, which is above every `seq`. */
export const pendingOrder = (createdAt: number): number => 2 ** 52 + createdAt;

/** Returns the other person of a private chat. */
export const otherPerson = (conversation: WireConversation, me: string): UserInfo | undefined =>
  conversation.userInfo.find((user) => user.identifier !== me);

/** Whether this is the account's chat with its own other devices. */
export const isOwnChat = (conversation: Pick<ConversationRow, 'type' | 'userInfo'>, me: string): boolean =>
  conversation.type === 'private' &&
  conversation.userInfo.length > 0 &&
  conversation.userInfo.every(({ identifier }) => identifier === me);

/**
 * Whether messages written there are encrypted; the chat with oneself always is. Rows of older builds have only the
 * gateway's setting.
 */
export const isSealedChat = (
  conversation: Pick<ConversationRow, 'type' | 'userInfo' | 'userSetting' | 'sealing'>,
  me: string,
): boolean =>
  conversation.type === 'private' &&
  ((conversation.sealing?.on ?? conversation.userSetting?.encrypted === true) || isOwnChat(conversation, me));

/** Whether a message was sent to each device apart: the gateway has no copy of it that it can read. */
export const isSealedMessage = ({ content, copy, sealedFor }: MessageRow): boolean =>
  content.encrypted || copy !== 'open' || sealedFor !== undefined;

/** Whether a message arrived unencrypted although this private chat is encrypted; pages mark such a message. */
export const arrivedPlain = (
  { content, unreadable, copy, aside }: MessageRow,
  conversation: ConversationRow,
  me: string,
): boolean =>
  isSealedChat(conversation, me) &&
  !unreadable &&
  copy !== 'none' &&
  content.type !== 'system' &&
  // For an own message that this device sent, `plainCopies` has this information instead.
  (aside === 1 || (!content.encrypted && content.sender?.identifier !== me));

/** Returns a message's state. Remotes that were built earlier use it; others use `deliveryOf` of messageState.ts. */
export const statusOf = (message: MessageRow): MessageStatus =>
  message.error ? 'error' : message.loading ? 'loading' : 'sent';
