// The channel between the pages and the one engine: calls, state, ephemeral events, and the switch to a newer engine.
import type {
  CallPush,
  Conversation_UserSetting,
  CreateSpaceRequest,
  Input,
  ModifySpaceRequest,
  WalletNonceReply,
} from '@amber/proto';
import type { FileBody, FileType, MessageKind, Quote } from '@amber/proto/bodies';
import { Fault, type PlainFault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { DeviceProblem } from '@amber/proto/problems';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { ConversationRow, MemberRow, SpokenSentence } from './db.ts';
import type { MomentsRequest } from './moments.ts';

export const busName = 'amber-bus';

/** The conversation id of recordings for a voice of one's own, which belong to no conversation and are never sent. */
export const ownVoiceDraft = 'own voice';

/** This number increases when the messages below change in a way that an older page or engine could not follow. */
export const busProtocol = 1;

/** The signed-in account in this browser. The token stays in the engine. */
export interface Session {
  identifier: string;
  /** Empty until the profile has been set up. */
  avatar: string;
  lastName: string;
  deviceId: string;
  newDevice: boolean;
  /** Whether the stored data survives when another device signs this one out. */
  keepsData?: boolean;
  /** Identifies operators: for them it is their name, for everyone else 'dontHaveAccess'. */
  name?: string;
}

export interface Connection {
  status: 'connecting' | 'open' | 'closing' | 'closed';
  /**
   * Whether the fast attempts are used up. Slow attempts continue; a user action, a returning network or a focus event
   * starts fast ones immediately.
   */
  gaveUp: boolean;
}

/** The problem with this browser's storage, if there is one. */
export type StorageProblem =
  | 'full' // no free space: nothing more can be saved
  | 'evicted' // the browser has evicted the stored data
  | 'blocked' // another tab holds an older database version open
  | 'newer'; // a newer version of the app has upgraded the database: this version writes nothing any more

/**
 * The state of a person's keys. 'changed': a new key or device waits for consent. 'unknown': no message was ever sent
 * or received.
 */
export type KeyState = 'unknown' | 'unverified' | 'verified' | 'changed';

/** How a private chat is protected. */
export interface ChatSecurity {
  /**
   * The safety number: 60 digits, equal on both sides. Empty while no key of the other person is known, and in the chat
   * with oneself.
   */
  number: string;
  state: KeyState;
  /** Whether messages written here are encrypted. */
  encrypted: boolean;
  /**
   * The policy for a copy that cannot be encrypted. It is the chat's setting or, if that is unset, the account's; if
   * both are unset, it is 'always'. For a person whose keys are known, 'ask' replaces 'always'.
   */
  unencrypted: 'always' | 'ask' | 'never';
  /** The other person's devices first, then the account's other devices. */
  devices: SecurityDevice[];
}

export interface SecurityDevice {
  identifier: string;
  deviceId: string;
  /**
   * 'unknown': its key has not been seen yet. 'changed': it presents another key. 'new': a new device that waits for
   * consent. 'unapproved': its owner has not approved it.
   */
  state: 'unknown' | 'unverified' | 'verified' | 'changed' | 'new' | 'unapproved';
  /** When this key was first seen, in milliseconds since 1970; 0 while no key is known. */
  since: number;
}

/** A search result. */
export interface SearchHit {
  conversationId: string;
  id: string;
  seq: number;
  at: number;
  /** The author's identifier; empty when anonymous. */
  sender: string;
  /** Whether a file was found by its name. */
  isFile?: true;
  /** The text around the first match. */
  excerpt: string;
  /** The matches in `excerpt`, as [start, end) offsets. */
  ranges: [number, number][];
}

/** Another device of this account that the user must approve or review. */
export interface OwnDevice {
  deviceId: string;
  deviceName: string;
  /** By its owner; absent: none. */
  givenName?: string;
  /** Milliseconds: when it signed in, and when it was last in use. */
  created: number;
  lastSeen: number;
  /** The network address of its sign-in; empty if the gateway does not report it. */
  address: string;
  /** Digits of its key; the device itself shows the same ones. */
  code: string;
  /** Milliseconds: the earliest time at which it becomes the account's first device; 0 if it has not requested that. */
  startsOverAt: number;
}

/** The account's devices, as far as pages need them. */
export interface OwnDevices {
  /** 'waiting': until another device approves this one, it reads and writes only plain messages. */
  standing: 'approved' | 'waiting';
  /** Digits of this device's key. */
  code: string;
  /** When this device becomes the account's first device; 0 if it has not requested that. */
  startsOverAt: number;
  /** Devices that wait for approval on this one. */
  waiting: OwnDevice[];
  /** Devices that were approved automatically when device approval was introduced. They are shown once. */
  unseen: OwnDevice[];
}

/** The engine's state, which every page can read at any time. */
export interface EngineState {
  session: Session | null;
  connection: Connection;
  storage?: StorageProblem | null;
  /** The last session has ended, and no page here requested it. */
  ended?: boolean;
  /** It ended because another device of this account signed this one out; the stored data is removed. */
  removed?: boolean;
  /** It ended because the account has been deleted. */
  deleted?: boolean;
  /** Milliseconds since 1970: when this account will be deleted; 0 or absent if no deletion is scheduled. */
  deletesAt?: number;
  /** Absent until this device has its keys. */
  devices?: OwnDevices | null;
}

/** Ephemeral events: a page that misses one has lost nothing permanent. */
export type EngineEvent =
  | { type: 'toast'; tone: 'info' | 'success' | 'error'; text: string; link?: { to: string; label: string } }
  /** The gateway refused a call that the engine made on its own; pages show the message of `code`. */
  | { type: 'refused'; code: string }
  | ({ type: 'messageArrived'; conversationId: string; id: string; from: string } & Pick<
      ConversationRow,
      'preview' | 'previewKind' | 'previewDuration'
    >)
  | { type: 'registryChanged'; revision: number }
  /** This device accepted or verified the keys of a person: see `security`. */
  | { type: 'keysConfirmed'; identifier: string }
  | { type: 'typing'; conversationId: string; identifier: string; typing: boolean }
  /** A bot's answer is streaming; `text` is all of it so far. Its row is updated a little later. */
  | { type: 'answerGrew'; conversationId: string; id: string; round: number; chunks: number; text: string }
  /** The stream of this answer has ended. */
  | { type: 'answerEnded'; conversationId: string; id: string }
  /** The preview of an unsaved bot has ended: the whole text, the final state and the code of the fault, if any. */
  | { type: 'previewEnded'; id: string; text: string; state: string; fault: string }
  /** The account is no longer a member of this conversation; `by` identifies who caused that. */
  | {
      type: 'conversationLeft';
      conversationId: string;
      spaceId: string;
      name: string;
      how: 'quit' | 'removed' | 'dismissed' | 'roomGone';
      by: string;
    }
  /** The account is no longer a member of this space or of its rooms. 'gone': the reason is unknown. */
  | { type: 'spaceLeft'; spaceId: string; name: string; how: 'quit' | 'removed' | 'dissolved' | 'gone'; by: string }
  /** Somebody requests to join a space that this account owns. */
  | { type: 'joinAsked'; spaceId: string; spaceName: string; lastName: string }
  /** A space's owner has answered this account's join request. */
  | { type: 'joinAnswered'; spaceId: string; spaceName: string; accepted: boolean }
  /** A transient system command: shown, never stored. */
  | { type: 'command'; cmdId: string; identifier: string; conversationId: string; body: string }
  /** Somebody liked or commented on a moment of this account, or follows it: see `circle.getNews`. */
  | { type: 'momentNews' }
  /** The account won in a draw ('won'), or has done all tasks and can claim a prize ('ready'). */
  | { type: 'campaignNews'; kind: 'won' | 'ready'; campaignId: string; title: string; reward: string }
  /** An event of one feature: `feature` is the name of its remote, and only that remote interprets `body`. */
  | { type: 'featureNews'; feature: string; body: string }
  /** A call rings, was answered or has ended, or its other device has sent a signal. */
  | ({ type: 'call' } & CallPush)
  /**
   * A piece of a message that is spoken, in order and without gaps. The last one may be empty, and has the code of the
   * fault if the voice ends early: CANCELLED when another stream has begun.
   */
  | {
      type: 'aiVoice';
      /** Of the stream. */
      id: string;
      /** From 0, or from the first one that was asked for. */
      number: number;
      /** Samples of 16 kHz. */
      pcm: Int16Array;
      last: boolean;
      fault: string;
      /** The sentence that is spoken, as UTF-16 offsets in the text of the message; both are 0 if it is unknown. */
      textFrom: number;
      textTo: number;
    }
  /** Another device of this account requests the history of a chat; `allowHistory` agrees. */
  | { type: 'historyAsked'; requestId: string; deviceId: string; conversationId: string }
  /** The account was removed from this browser: pages delete what they store about it outside the database. */
  | { type: 'accountWiped'; identifier: string }
  /** The database now holds data worth keeping: a page asks the browser for persistent storage. */
  | { type: 'persistStorage' }
  /** The progress of a file in percent; at most 99 until it is complete. -1: the transfer has stopped. */
  | { type: 'fileProgress'; id: string; doing: 'upload' | 'download'; percent: number }
  /**
   * Speech to text of the voice message or recording `id`: 'processing' repeats with the text so far, then one event
   * has the final text, or the code of the fault.
   */
  | {
      type: 'transcription';
      id: string;
      status: 'processing' | 'success' | 'error';
      text: string;
      /** Empty unless the status is 'error'. */
      fault: string;
    }
  | {
      type: 'log';
      level: 'info' | 'warn' | 'error';
      text: string;
      problem: Pick<DeviceProblem, 'what' | 'code'> & { message?: string; request?: string };
    }
  | { type: 'violation'; directive: string; blocked: string };

/** A problem in the engine's log. */
export interface ProblemEntry extends DeviceProblem {
  /** The id of the last message that had this problem; empty if none was involved. */
  message: string;
  /** How often it has happened since the engine started. */
  count: number;
  /** The time of the last occurrence, in milliseconds since 1970. */
  time: number;
}

/** A message of `@amber/proto/walletMessage`, and the wallet's signature of it. */
export interface WalletSignature {
  wallet: string;
  message: string;
  signature: string;
}

/** A recording that was not sent: the engine keeps one for each conversation. */
export interface VoiceDraft {
  /** The id that the page gave to the recording. */
  recording: string;
  /** Milliseconds. */
  duration: number;
  /** At most `limits.waveformMax` integers from 0 to `limits.waveformPeak`. */
  waveform: number[];
  /** The sound as audio/mpeg. */
  blob: Blob;
}

/** A service that converts speech to text. */
export interface SpeechService {
  /** 'iat': the device sends the sound to the service. 'relay': the gateway does, and hears it too. */
  provider: 'iat' | 'relay';
  host: string;
}

/** A sound to convert, and the service that may hear it. */
export interface Speech {
  /** 16-bit samples of 16 kHz, one channel. A Blob is not copied into each tab that is open. */
  pcm: Blob;
  service: SpeechService;
}

/** Calls of the engine that work with or without a session. */
export interface DeviceCalls {
  /**
   * Sends a code to this phone. Returns the milliseconds until the next code may be requested. Where newcomers need an
   * operator's code (`inviteId`), a phone without an account gets a message only with one.
   */
  getSms(request: { phone: string; inviteId?: string }): Promise<{ retryAfter: number }>;
  /** Signs in with the code; afterwards the state contains the session. */
  signIn(request: { phone: string; code: string; inviteId?: string }): Promise<void>;
  /** Fetches the nonce for a message that a wallet signs, either to sign in or to be bound to the signed-in account. */
  walletNonce(request: { wallet: string; purpose: 'signIn' | 'bind' }): Promise<WalletNonceReply>;
  /** Signs in with the message that the wallet has signed. */
  signInByWallet(request: WalletSignature & { inviteId?: string }): Promise<void>;
  /** Binds a wallet to the account as a second way to sign in. */
  bindWallet(request: WalletSignature): Promise<void>;
  saveProfile(request: { avatar: string; lastName: string }): Promise<void>;
  /** Ends the session. `wipe` also removes the data that this account has stored in this browser. */
  signOut(request: { wipe: boolean }): Promise<void>;
  /** Sets whether the stored data survives when another device signs this one out. */
  keepData(request: { keep: boolean }): Promise<void>;
  /** Any gateway call, unchanged, e.g. `contact.search`. See `api` in @amber/client/engine. */
  api(request: { call: string; request: object }): Promise<unknown>;
  /** The problems on this device since the engine started, oldest first. */
  problems(request: Record<string, never>): Promise<ProblemEntry[]>;
  /** Adds a page's problem to the engine's log; the engine reports it to the gateway. */
  noteProblem(request: { what: string; code: string; about?: string; request?: string }): Promise<void>;
  /** The URLs of everything that the engine has loaded, its code included; a page cannot see what a worker loads. */
  loadedFiles(request: Record<string, never>): Promise<string[]>;
  /** Starts a new cycle of connection attempts. */
  reconnect(request: Record<string, never>): Promise<void>;
}

/**
 * Calls of the engine that need a signed-in account.
 * @throws Fault SIGNED_OUT without a session; STORAGE when a newer version of the app has upgraded the database.
 */
export interface AccountCalls {
  /**
   * Schedules the deletion of the account some days ahead; every device shows the date. `confirm` is the account's own
   * identifier.
   * @throws Fault
   */
  deleteAccount(request: { confirm: string }): Promise<{ deletesAt: number }>;
  /** Cancels the scheduled deletion. @throws Fault ACCOUNT_DELETED when it is too late. */
  cancelDeletion(request: Record<string, never>): Promise<void>;
  /** Returns the private chat with this person; creates it if necessary. */
  openPrivateChat(request: { identifier: string }): Promise<{ conversationId: string }>;
  /**
   * Returns the chat with this bot; creates it if necessary.
   * @throws Fault NO_AUTH when this account may not talk with the bot.
   */
  openRobotChat(request: { aiBotId: string }): Promise<{ conversationId: string }>;
  /** Refreshes the list of bots: the account's own, and those that it talks with. @throws Fault */
  refreshBots(request: Record<string, never>): Promise<void>;
  /** Creates a group and returns it. A repeated `requestId` returns the group of the first call. */
  createGroup(request: { requestId: string; name: string; identifiers: string[] }): Promise<{ conversationId: string }>;
  /** Refreshes a group's settings and its first page of members. */
  refreshGroup(request: { conversationId: string }): Promise<void>;
  /**
   * Returns a page of a group's members, or of those whose names contain `word`. `after` is `next` of the previous
   * page. A page may be empty without being the last.
   * @throws Fault
   */
  members(request: {
    conversationId: string;
    word: string;
    after: string;
  }): Promise<{ members: MemberRow[]; next: string }>;
  /** Returns which of these people, at most a hundred, are in a group, and stores their rows. @throws Fault */
  askMembers(request: { conversationId: string; identifiers: string[] }): Promise<string[]>;
  /**
   * Joins a space, and resolves when its rooms are stored. `conversationId` is the room to open first; the other fields
   * are from an invitation link.
   * @throws Fault
   */
  joinSpace(request: {
    spaceId: string;
    conversationId?: string;
    inviterId?: string;
    invitation?: string;
  }): Promise<{ spaceId: string; conversationId: string }>;
  /**
   * Creates a space, and returns it with the room to open first. A repeated request id returns the first call's space.
   * @throws Fault
   */
  createSpace(request: Input<CreateSpaceRequest>): Promise<{ spaceId: string; conversationId: string }>;
  /**
   * Changes a space that this account owns, its rooms or its members; `conversationId` is the created or changed room.
   * @throws Fault
   */
  changeSpace(request: Input<ModifySpaceRequest>): Promise<{ conversationId: string }>;
  /** Leaves a space and removes all of it from this device. @throws Fault */
  quitSpace(request: { spaceId: string }): Promise<void>;
  /** Refreshes a space and the list of its rooms. Returns false if the account is not a member. @throws Fault */
  refreshSpace(request: { spaceId: string }): Promise<boolean>;
  /** Fetches at least a page of messages before this position that this device lacks. Resolves when they are stored. */
  loadOlder(request: { conversationId: string; beforeSeq: number }): Promise<void>;
  /** Fetches at least a page of messages after this position that this device lacks. Resolves when they are stored. */
  loadNewer(request: { conversationId: string; afterSeq: number }): Promise<void>;
  /**
   * Changes this account's settings of a conversation; omitted fields stay. `unencrypted` is the chat's policy: Always
   * send, Ask me, Never. Encryption itself is switched with the command `encrypt`, which applies to both sides.
   */
  changeSetting(request: {
    conversationId: string;
    setting: Partial<Omit<Conversation_UserSetting, 'encrypted'>>;
  }): Promise<void>;
  /** Hides a conversation until its next message. */
  hideConversation(request: { conversationId: string }): Promise<void>;
  /** Sends the typing state to the other members. Calls are throttled, so any number of them is harmless. */
  setTyping(request: { conversationId: string; typing: boolean }): Promise<void>;
  /** Requests the messages of a private chat that this device lacks from the account's other devices. */
  askHistory(request: { conversationId: string }): Promise<void>;
  /** Sends the requested history to another device of this account. */
  allowHistory(request: { requestId: string }): Promise<void>;
  /**
   * Puts a system command into the outbox, behind earlier messages. A withdrawal, an edit and a reaction are shown at
   * once; other commands when the gateway has accepted them.
   */
  command<Id extends MessageCommandId>(request: {
    id: string;
    conversationId: string;
    cmdId: Id;
    targets?: string[];
    body: CommandBodies[Id];
  }): Promise<void>;
  /**
   * Withdraws a message for everyone. It is shown as withdrawn at once, and the command `id` is sent after
   * `limits.undoWithdrawalFor`, also after a crash.
   */
  withdraw(request: { id: string; conversationId: string; target: string }): Promise<void>;
  /** Undoes a withdrawal that was not sent yet. Resolves with whether it was in time. */
  undoWithdrawal(request: { conversationId: string; target: string }): Promise<{ undone: boolean }>;
  /** Puts a message into the outbox. It is shown when this resolves; its row holds the later states. */
  send(request: { id: string; conversationId: string; type: MessageKind; body: object }): Promise<void>;
  /**
   * Puts a file into the outbox as a message: it is shown when this resolves, and is pending until it is uploaded.
   * Later messages do not wait for it. `discard` cancels it, `retry` resumes the upload.
   * @throws Fault FILE_TOO_LARGE, FILE_EMPTY, STORAGE, NOT_MEMBER
   */
  sendFile(request: { conversationId: string } & FileToSend): Promise<void>;
  /**
   * Does the same with several files, in their order and in one transaction. Those of one album are sent together, once
   * all of them are uploaded. With `takesDraft`, the draft of the conversation and its attachments are deleted.
   * @throws Fault as above, and TOO_LARGE for too many files; then none is sent.
   */
  sendFiles(request: { conversationId: string; files: readonly FileToSend[]; takesDraft?: boolean }): Promise<void>;
  /**
   * Sends the messages `of` again, in their order, as forwarded ones with the ids that the page has made. A stored file
   * is not uploaded again; this account holds it, too. Between an encrypted and an unencrypted chat, a file is
   * encrypted with a new key, and uploaded.
   * @throws Fault NO_MESSAGE, NOT_MEMBER, TOO_LARGE; those of `fetchFile`
   */
  forward(request: { conversationId: string; messages: readonly { id: string; of: string }[] }): Promise<void>;
  /**
   * Stores the attachments of the draft of a conversation, in their order, in place of the earlier ones. Those beyond
   * `limits.attachmentsStoredMax` bytes are not stored.
   * @throws Fault STORAGE, TOO_LARGE
   */
  saveAttachments(request: { conversationId: string; files: readonly StoredAttachment[] }): Promise<void>;
  /**
   * Downloads a message's file unless it is cached; afterwards its row in `files` holds it.
   * @throws Fault FILE_GONE, FILE_CORRUPT, STORAGE, and those of the network
   */
  fetchFile(request: { id: string }): Promise<void>;
  /** Cancels a download: `fetchFile` then rejects with CANCELLED. */
  cancelFetch(request: { id: string }): Promise<void>;
  /**
   * Appends samples of 16 kHz to a recording, whose id the page has made, from the sample `at` on. A call with `at` 0
   * begins the draft and replaces an older recording of this conversation. Samples that are stored already are skipped.
   * Each call shows that the recording goes on; a paused one is renewed by calls without new samples. Resolves with the
   * duration in milliseconds once everything up to it is stored.
   * @throws Fault STORAGE; TOO_LARGE beyond `limits.voiceMax`; BAD_REQUEST when samples before `at` are missing;
   * RECORDED_ELSEWHERE when the older recording is still going on; NOT_MEMBER
   */
  appendVoice(request: {
    conversationId: string;
    recording: string;
    at: number;
    pcm: Int16Array;
  }): Promise<{ duration: number }>;
  /**
   * Returns the recording of a conversation that was not sent. It waits up to `limits.voiceLease` to see whether the
   * recording still goes on, unless it is `recording`, which the caller has ended itself.
   * @throws Fault STORAGE; RECORDED_ELSEWHERE while another page is recording
   */
  voiceDraft(request: { conversationId: string; recording?: string }): Promise<VoiceDraft | null>;
  /** Removes a recording that was not sent; another recording of the conversation stays. */
  discardVoice(request: { conversationId: string; recording: string }): Promise<void>;
  /**
   * Makes a recording a message, in one transaction. A repeated `id` does nothing. In the chat with a bot, `speech`
   * (the sound of the recording) is converted to text first, which the message carries. It is sent without text if
   * speech to text is not set up or is cancelled under the message's id, and with an empty one if no words were heard.
   * After any other fault of `transcribe` the recording stays, and can be sent again, also without `speech`.
   * @throws Fault NO_MESSAGE when there is no such recording; STORAGE, NOT_MEMBER, and those of `transcribe`
   */
  sendVoice(request: {
    id: string;
    conversationId: string;
    recording: string;
    quote?: Quote;
    speech?: Speech;
  }): Promise<void>;
  /**
   * Returns the text of a voice message on this device and stores it in its row. Progress is emitted as
   * `transcription`. Concurrent calls for an id share the first. No other service than `service` gets the sound.
   * @throws Fault SPEECH_NOT_SET_UP, SPEECH_CHANGED, SPEECH_BUSY, SPEECH_FAILED, SPEECH_EMPTY, CANCELLED, and those of
   * the network
   */
  transcribe(request: { id: string } & Speech): Promise<{ text: string }>;
  /** The same for a recording that was not sent; nothing is stored, and the recording stays. @throws Fault as above */
  dictate(request: { recording: string } & Speech): Promise<{ text: string }>;
  /** Ends the conversion of a message or recording: `transcribe` or `dictate` rejects with CANCELLED. */
  cancelTranscription(request: { id: string }): Promise<void>;
  /**
   * Speaks an open message. Resolves with the whole sound as a WAV file if this device has it, and the times of
   * its sentences; otherwise `aiVoice` follows, under the id that the page has made, from the chunk `from` on. Another stream ends. A repeated call for a
   * stream that goes on changes nothing. `cloned`: the voice imitates a person's.
   * @throws Fault VOICE_SEALED, before anything has left this device; VOICE_NO_TEXT, NO_MESSAGE, CANCELLED, and those of
   * the gateway and the network
   */
  speak(request: {
    id: string;
    conversationId: string;
    messageId: string;
    from?: number;
  }): Promise<{ sound: Blob | null; cloned: boolean; sentences?: SpokenSentence[] }>;
  /** Ends the stream of a spoken message. */
  stopSpeaking(request: { id: string }): Promise<void>;
  /**
   * Sends an encrypted signal to the other device of a call, once and without a retry.
   * @throws Fault NO_RESPONSE without a connection; NO_AUTH, TOO_MANY
   */
  signalCall(request: { callId: string; signal: Uint8Array }): Promise<void>;
  /** Retries a failed message. */
  retry(request: { id: string }): Promise<void>;
  /** Removes an unsent message. */
  discard(request: { id: string }): Promise<void>;
  /** Removes messages from this device only. */
  forget(request: { conversationId: string; ids: string[] }): Promise<void>;
  /** Marks everything up to this position as read. */
  markRead(request: { conversationId: string; seq: number }): Promise<void>;
  /**
   * Returns how a private chat is protected now. Pages fetch it again after the event `keysConfirmed` and a system line
   * about keys.
   * @throws Fault NOT_MEMBER
   */
  security(request: { conversationId: string }): Promise<ChatSecurity>;
  /**
   * The user accepts the new keys and devices of a person: messages that failed for lack of consent are sent. The
   * person is then no longer verified.
   */
  acceptKeys(request: { identifier: string }): Promise<void>;
  /**
   * The user has compared the safety number: messages that failed for lack of consent are sent.
   * @throws Fault untrusted_identity when the number has changed meanwhile.
   */
  verifyPerson(request: { identifier: string; safetyNumber: string }): Promise<void>;
  /**
   * The user approves another device of the account by its code.
   * @throws Fault DEVICES_FULL; untrusted_identity when its code has changed meanwhile.
   */
  approveDevice(request: { deviceId: string; code: string }): Promise<void>;
  /**
   * Signs out another device of this account: nothing is encrypted for it any more, whatever the gateway reports about
   * it.
   * @throws Fault
   */
  signOutDevice(request: { deviceId: string }): Promise<void>;
  /** The user has reviewed the devices that were approved automatically. */
  confirmDevices(request: Record<string, never>): Promise<void>;
  /** The user has no other device left: this one requests to become the first. @throws Fault */
  startOver(request: Record<string, never>): Promise<void>;
  /** Retries a message that failed with UNENCRYPTED_ASK, with unencrypted copies where encryption is impossible. */
  sendUnencrypted(request: { id: string }): Promise<void>;
  /** Requests an unreadable message again. Returns false if that was done within the last hour. */
  askAgain(request: { id: string }): Promise<boolean>;
  /**
   * Searches the messages on this device, in one conversation or in all, without the network. A match contains every
   * word of `text`, ignoring case and accents. Returns the newest first, at most `limit` (50).
   */
  search(request: { text: string; conversationId?: string; limit?: number }): Promise<SearchHit[]>;
  /**
   * Removes cached files and those old, read messages that can be fetched again. Returns the number of removed
   * messages.
   */
  clearHistory(request: Record<string, never>): Promise<{ messages: number }>;
  saveDraft(request: { conversationId: string; text: string }): Promise<void>;
  /** Reads and changes moments; see @amber/client/moments. @throws Fault of the gateway's call. */
  moments(request: MomentsRequest): Promise<void>;
}

/** All calls of the engine. Each is idempotent. The engine refuses unknown names. */
export interface EngineCalls extends DeviceCalls, AccountCalls {}

/** A file that becomes a message. */
export interface FileToSend {
  id: string;
  type: FileType;
  file: Blob;
  body: Omit<FileBody, 'file' | 'size'> & { preview: string };
}

/** An attachment of a draft, under the id that the page has made. */
export interface StoredAttachment {
  id: string;
  file: File;
}

export type ToEngine =
  | { kind: 'ping'; page: string; build: number; protocol: number }
  | { kind: 'call'; page: string; call: string; name: keyof EngineCalls; request: unknown };

export type FromEngine =
  | { kind: 'hello'; engine: string; build: number; protocol: number; state: EngineState }
  /** An engine has started; it reads the stored state of its predecessor. */
  | { kind: 'starting' }
  | { kind: 'pong'; engine: string; build: number; protocol: number; state: EngineState }
  | { kind: 'bye'; engine: string }
  | { kind: 'state'; engine: string; state: EngineState }
  | { kind: 'event'; engine: string; event: EngineEvent }
  | { kind: 'answer'; page: string; call: string; value: unknown }
  | { kind: 'fault'; page: string; call: string; fault: PlainFault };

/** The part of BroadcastChannel that the bus uses. */
export interface Channel {
  postMessage(message: ToEngine | FromEngine): void;
  addEventListener(type: 'message', listener: (event: { data: ToEngine | FromEngine }) => void): void;
  close(): void;
}

export interface PageBus {
  call<Name extends keyof EngineCalls>(
    name: Name,
    request: Parameters<EngineCalls[Name]>[0],
  ): ReturnType<EngineCalls[Name]>;
  /** Null until an engine has answered. */
  state$: BehaviorSubject<EngineState | null>;
  events$: Observable<EngineEvent>;
  close(): void;
}

interface PageBusPorts {
  channel: Channel;
  /** This page's build; an engine of an older build stops when a page reports a newer build. */
  build: number;
  /** Creates the worker, or connects to the existing one. */
  startEngine(): void;
  /** Called when an engine with a newer protocol answers: only a reload helps. */
  onProtocolMismatch?(): void;
  setInterval?: (run: () => void, every: number) => unknown;
  clearInterval?: (timer: unknown) => void;
  now?: () => number;
}

const newId = (): string => Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);

/**
 * Creates a page's end of the bus. It pings the engine once a second and starts it again after 3 s of silence. When a
 * new engine says hello, the bus repeats the unanswered calls.
 */
export function createPageBus(ports: PageBusPorts): PageBus {
  const { channel, build, startEngine } = ports;
  const now = ports.now ?? Date.now;
  const page = newId();
  const state$ = new BehaviorSubject<EngineState | null>(null);
  const events$ = new Subject<EngineEvent>();
  const pendingCalls = new Map<
    string,
    { message: ToEngine; resolve(value: unknown): void; reject(fault: Fault): void }
  >();
  let engine = '';
  let lastReceivedAt = now();

  const onEngineHello = (from: { engine: string; protocol: number; state: EngineState }) => {
    lastReceivedAt = now();
    if (from.protocol > busProtocol) ports.onProtocolMismatch?.();
    state$.next(from.state);
    if (from.engine === engine) return;
    engine = from.engine;
    for (const { message } of pendingCalls.values()) channel.postMessage(message);
  };

  const settleCall = (
    call: string,
    settleWith: (pendingCall: { resolve(value: unknown): void; reject(fault: Fault): void }) => void,
  ) => {
    const pendingCall = pendingCalls.get(call);
    pendingCalls.delete(call);
    if (pendingCall) settleWith(pendingCall);
  };

  const handlers: { [Kind in FromEngine['kind']]: (message: Extract<FromEngine, { kind: Kind }>) => void } = {
    hello: onEngineHello,
    pong: onEngineHello,
    starting: () => {
      lastReceivedAt = now();
    },
    bye: (message) => {
      // A page that no engine has answered yet also waits for the next one.
      if (engine && message.engine !== engine) return;
      engine = '';
      // The page may still connect to a shared worker that is ending. If no hello follows, the next heartbeat already
      // counts as silence and starts the engine again.
      lastReceivedAt = now() - limits.engineSilenceTimeout;
      startEngine();
    },
    state: (message) => state$.next(message.state),
    event: (message) => events$.next(message.event),
    answer: (message) => {
      if (message.page === page) settleCall(message.call, (pendingCall) => pendingCall.resolve(message.value));
    },
    fault: (message) => {
      if (message.page === page)
        settleCall(message.call, (pendingCall) => pendingCall.reject(Fault.fromPlain(message.fault)));
    },
  };
  channel.addEventListener('message', ({ data }) => {
    const handle = handlers[data.kind as FromEngine['kind']] as ((message: typeof data) => void) | undefined;
    handle?.(data);
  });

  const ping = () => channel.postMessage({ kind: 'ping', page, build, protocol: busProtocol });
  const heartbeat = () => {
    if (now() - lastReceivedAt > limits.engineSilenceTimeout) {
      lastReceivedAt = now();
      startEngine();
    }
    ping();
  };
  startEngine();
  ping();
  const timer = (ports.setInterval ?? setInterval)(heartbeat, limits.enginePingEvery);

  return {
    call(name, request) {
      const call = newId();
      const message: ToEngine = { kind: 'call', page, call, name, request };
      const answer = new Promise<unknown>((resolve, reject) => pendingCalls.set(call, { message, resolve, reject }));
      // Without a known engine, the next hello sends all pending calls.
      if (engine) channel.postMessage(message);
      return answer as ReturnType<EngineCalls[typeof name]>;
    },
    state$,
    events$,
    close() {
      (ports.clearInterval ?? (clearInterval as (timer: unknown) => void))(timer);
      channel.close();
    },
  };
}
