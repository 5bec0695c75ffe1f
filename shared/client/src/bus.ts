// The channel between pages and the one engine: calls, state, passing news, and the hand-over between engines.
import type {
  Conversation_UserSetting,
  CreateSpaceRequest,
  Input,
  ModifySpaceRequest,
  WalletNonceReply,
} from '@amber/proto';
import type { FileBody, FileType, MessageKind } from '@amber/proto/bodies';
import { Fault, type PlainFault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { DeviceProblem } from '@amber/proto/problems';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { ConversationRow, MemberRow } from './db.ts';
import type { MomentsRequest } from './moments.ts';

export const busName = 'amber-bus';

/** Raised when the messages below change in a way that an older page or engine could not follow. */
export const busProtocol = 1;

/** Who is signed in here. The token stays in the engine. */
export interface Session {
  identifier: string;
  /** Empty until the profile has been set up. */
  avatar: string;
  lastName: string;
  deviceId: string;
  newDevice: boolean;
  /** What is stored here stays when another device signs this one out. */
  keepsData?: boolean;
  /** What the gateway calls the session; 'dontHaveAccess' for everyone but the server's operators. */
  name?: string;
}

export interface Connection {
  status: 'connecting' | 'open' | 'closing' | 'closed';
  /** True when the quick attempts are used up. Slow ones go on; the user, the network coming back or a focus starts quick ones at once. */
  gaveUp: boolean;
}

/** What is wrong with this browser's storage, if anything is. */
export type StorageProblem =
  | 'full' // nothing more can be saved until there is room
  | 'evicted' // the browser has thrown away what was stored here
  | 'blocked' // another tab holds an older version open
  | 'newer'; // a newer version of the app has been here: nothing is written

/** What is known of a person's keys. 'changed': a new key or device waits for consent; 'unknown': nothing was ever sent or received. */
export type KeyState = 'unknown' | 'unverified' | 'verified' | 'changed';

/** How a private chat is protected. */
export interface ChatSecurity {
  /** 60 digits, the same on the other's side; empty while no key of theirs is known, and in the chat with oneself. */
  number: string;
  state: KeyState;
  /** What is written here is encrypted. */
  encrypted: boolean;
  /** What happens here to a copy that cannot be encrypted: the chat's setting, else the account's, else 'always', but 'ask' with a verified person. */
  unencrypted: 'always' | 'ask' | 'never';
  /** The other's devices first, then mine without this one. */
  devices: SecurityDevice[];
}

export interface SecurityDevice {
  identifier: string;
  deviceId: string;
  /** 'unknown': its key has not been seen yet. 'changed': it shows another key. 'new': a new device that waits for consent. 'unapproved': its person has not approved it. */
  state: 'unknown' | 'unverified' | 'verified' | 'changed' | 'new' | 'unapproved';
  /** Since when it is known by this key, in milliseconds; 0 while it is not. */
  since: number;
}

/** A message that was found. */
export interface SearchHit {
  conversationId: string;
  id: string;
  seq: number;
  at: number;
  /** Who wrote it; empty when anonymous. */
  sender: string;
  /** Its words around the first thing that was looked for. */
  excerpt: string;
  /** What was looked for, as [start, end) places in `excerpt`. */
  ranges: [number, number][];
}

/** A device of this person's that somebody has to look at. */
export interface OwnDevice {
  deviceId: string;
  deviceName: string;
  /** Milliseconds: when it signed in, and when it was last in use. */
  created: number;
  lastSeen: number;
  /** The network address that it signed in from; empty where the gateway does not say. */
  address: string;
  /** Digits of its key, which it shows itself too. */
  code: string;
  /** It has asked to be the account's first device, and will be no earlier than then; 0: it has not. */
  startsOverAt: number;
}

/** This person's devices, as far as a page must know. */
export interface OwnDevices {
  /** 'waiting': until it is approved on another device this one reads and writes only what is not sealed. */
  standing: 'approved' | 'waiting';
  /** Digits of this device's key. */
  code: string;
  /** When it becomes the account's first device, where that was asked for; 0 where not. */
  startsOverAt: number;
  /** Devices that wait for a press here. */
  waiting: OwnDevice[];
  /** Devices that count as approved from before approval: shown once. */
  unseen: OwnDevice[];
}

/** What every page may know of the engine at any time. */
export interface EngineState {
  session: Session | null;
  connection: Connection;
  storage?: StorageProblem | null;
  /** The last session has ended without anybody here having asked for it. */
  ended?: boolean;
  /** It has, because another device of this person's has signed this one out; what was stored here is removed. */
  removed?: boolean;
  /** It has, because the account has been deleted. */
  deleted?: boolean;
  /** When this account will be deleted, in milliseconds since 1970; 0 or nothing: it stays. */
  deletesAt?: number;
  /** Unknown until this device has its keys. */
  devices?: OwnDevices | null;
}

/** Transient events: a page that misses one has lost nothing permanent. */
export type EngineEvent =
  | { type: 'toast'; tone: 'info' | 'success' | 'error'; text: string }
  /** What the engine did by itself was refused; pages say so. */
  | { type: 'refused'; code: string }
  | ({ type: 'messageArrived'; conversationId: string; id: string; from: string } & Pick<
      ConversationRow,
      'preview' | 'previewKind'
    >)
  | { type: 'registryChanged'; revision: number }
  | { type: 'typing'; conversationId: string; identifier: string; typing: boolean }
  /** An answer of an AI is being written: all of it so far. Its row follows a little later. */
  | { type: 'answerGrew'; conversationId: string; id: string; round: number; chunks: number; text: string }
  /** No more of it comes. */
  | { type: 'answerEnded'; conversationId: string; id: string }
  /** An answer of a bot that is not saved yet has ended: all of it, and how (`fault`: why it failed). */
  | { type: 'previewEnded'; id: string; text: string; state: string; fault: string }
  /** I am no longer in this conversation; `by` is who saw to it. */
  | {
      type: 'conversationLeft';
      conversationId: string;
      spaceId: string;
      name: string;
      how: 'quit' | 'removed' | 'dismissed' | 'roomGone';
      by: string;
    }
  /** I am no longer in this space, nor in any room of it. 'gone': the reason is unknown. */
  | { type: 'spaceLeft'; spaceId: string; name: string; how: 'quit' | 'removed' | 'dissolved' | 'gone'; by: string }
  /** Somebody asks to come into a space of mine. */
  | { type: 'joinAsked'; spaceId: string; spaceName: string; lastName: string }
  /** What I had asked of a space has been answered. */
  | { type: 'joinAnswered'; spaceId: string; spaceName: string; accepted: boolean }
  /** A system command that lasts nowhere but in what a screen makes of it. */
  | { type: 'command'; cmdId: string; identifier: string; conversationId: string; body: string }
  /** Somebody liked a moment of mine, commented or follows me: see `circle.getNews`. */
  | { type: 'momentNews' }
  /** I won in a draw, or can claim a prize: all tasks are done. */
  | { type: 'campaignNews'; kind: 'won' | 'ready'; campaignId: string; title: string; reward: string }
  /** News of one feature, by the name of its remote; what `body` says is its own. */
  | { type: 'featureNews'; feature: string; body: string }
  | { type: 'call'; callId: string; conversationId: string; identifier: string; ended: boolean }
  | { type: 'aiVoice'; conversationId: string; body: string }
  /** A device of mine asks for the history of a chat; `allowHistory` agrees. */
  | { type: 'historyAsked'; requestId: string; deviceId: string; conversationId: string }
  /** The account is gone from this browser: whatever a page keeps of it outside the database goes too. */
  | { type: 'accountWiped'; identifier: string }
  /** Something worth keeping is stored here now: a page asks the browser to keep it. */
  | { type: 'persistStorage' }
  /** How far a file has come, in percent; at most 99 before it is all there. -1: nothing is under way any more. */
  | { type: 'fileProgress'; id: string; doing: 'upload' | 'download'; percent: number }
  | {
      type: 'log';
      level: 'info' | 'warn' | 'error';
      text: string;
      problem: Pick<DeviceProblem, 'what' | 'code'> & { message?: string; request?: string };
    }
  | { type: 'violation'; directive: string; blocked: string };

/** A problem in the engine's log. */
export interface ProblemEntry extends DeviceProblem {
  /** The last message that it was about; empty where it was about none. */
  message: string;
  /** How often it has happened since the engine began. */
  count: number;
  /** The last time, milliseconds since 1970. */
  time: number;
}

/** A message of `@amber/proto/walletMessage`, and the wallet's signature below it. */
export interface WalletSignature {
  wallet: string;
  message: string;
  signature: string;
}

/** What a page may ask of the engine whether or not anybody is signed in. */
export interface DeviceCalls {
  /** Sends a code to this phone. Returns the milliseconds until another may be asked for. */
  getSms(request: { phone: string }): Promise<{ retryAfter: number }>;
  /** Signs in with the code; the state then holds the session. */
  signIn(request: { phone: string; code: string; inviteId?: string }): Promise<void>;
  /** What a wallet is to say and sign: to sign in with it, or to bind it to the account that is signed in. */
  walletNonce(request: { wallet: string; purpose: 'signIn' | 'bind' }): Promise<WalletNonceReply>;
  /** Signs in with what the wallet has signed. */
  signInByWallet(request: WalletSignature & { inviteId?: string }): Promise<void>;
  /** From now on this wallet signs in to the account, too. */
  bindWallet(request: WalletSignature): Promise<void>;
  saveProfile(request: { avatar: string; lastName: string }): Promise<void>;
  /** Ends the session. `wipe` also removes what this account has stored in this browser. */
  signOut(request: { wipe: boolean }): Promise<void>;
  /** Whether what is stored here stays when another device signs this one out. */
  keepData(request: { keep: boolean }): Promise<void>;
  /** Any gateway call, unchanged, e.g. `contact.search`. See `api` in @amber/client/engine. */
  api(request: { call: string; request: object }): Promise<unknown>;
  /** What went wrong on this device since the engine began, the oldest first. */
  problems(request: Record<string, never>): Promise<ProblemEntry[]>;
  /** A page has noted a problem: the engine keeps it, and tells the gateway. */
  noteProblem(request: { what: string; code: string; about?: string; request?: string }): Promise<void>;
  /** Starts a new cycle of connection attempts. */
  reconnect(request: Record<string, never>): Promise<void>;
}

/** What a page may ask of the account that is signed in. @throws Fault SIGNED_OUT where there is none, STORAGE where a newer version of the app has its database. */
export interface AccountCalls {
  /** Has the account deleted on a date some days ahead, which every device shows. `confirm` is one's own identifier. @throws Fault */
  deleteAccount(request: { confirm: string }): Promise<{ deletesAt: number }>;
  /** Keeps the account that was to be deleted. @throws Fault ACCOUNT_DELETED when it is too late. */
  cancelDeletion(request: Record<string, never>): Promise<void>;
  /** The private chat with this person, made if there was none. */
  openPrivateChat(request: { identifier: string }): Promise<{ conversationId: string }>;
  /** The chat with this bot, made if there was none. @throws Fault NO_AUTH when I may not talk with it. */
  openRobotChat(request: { aiBotId: string }): Promise<{ conversationId: string }>;
  /** Brings the list of bots up to date: mine, and those I talk with. @throws Fault */
  refreshBots(request: Record<string, never>): Promise<void>;
  /** The group, made if this request has not made it yet. */
  createGroup(request: { requestId: string; name: string; identifiers: string[] }): Promise<{ conversationId: string }>;
  /** Brings a group's settings, and its first members, up to date. */
  refreshGroup(request: { conversationId: string }): Promise<void>;
  /** A page of a group's members, or of those whose names hold the word; `after` is `next` of the page before. It may be empty and not the last. @throws Fault */
  members(request: {
    conversationId: string;
    word: string;
    after: string;
  }): Promise<{ members: MemberRow[]; next: string }>;
  /** Those of these people, at most a hundred, who are in a group; this device then knows them. @throws Fault */
  askMembers(request: { conversationId: string; identifiers: string[] }): Promise<string[]>;
  /** Enters a space, and resolves when its rooms are here. `conversationId` is the room to begin in; the rest is a link's. @throws Fault */
  joinSpace(request: {
    spaceId: string;
    conversationId?: string;
    inviterId?: string;
    invitation?: string;
  }): Promise<{ spaceId: string; conversationId: string }>;
  /** The space of this request, made if it has not been made yet, and the room to open first. @throws Fault */
  createSpace(request: Input<CreateSpaceRequest>): Promise<{ spaceId: string; conversationId: string }>;
  /** Changes a space of mine, its rooms or its people; `conversationId` is the room that was made or changed. @throws Fault */
  changeSpace(request: Input<ModifySpaceRequest>): Promise<{ conversationId: string }>;
  /** Leaves a space; nothing of it stays on this device. @throws Fault */
  quitSpace(request: { spaceId: string }): Promise<void>;
  /** Brings a space and the list of its rooms up to date. False when I am not in it. @throws Fault */
  refreshSpace(request: { spaceId: string }): Promise<boolean>;
  /** Fetches at least a page of the messages before this place that this device does not have. Resolves when it is stored. */
  loadOlder(request: { conversationId: string; beforeSeq: number }): Promise<void>;
  /**
   * Changes how I see a conversation; what is left out stays. `unencrypted` is the chat's Always send, Ask me, Never.
   * Encryption itself is switched with the command `encrypt`, which holds for both sides.
   */
  changeSetting(request: {
    conversationId: string;
    setting: Partial<Omit<Conversation_UserSetting, 'encrypted'>>;
  }): Promise<void>;
  /** Hides a conversation until something new is said in it. */
  hideConversation(request: { conversationId: string }): Promise<void>;
  /** Tells the others that I am writing; harmless as often as one likes. */
  setTyping(request: { conversationId: string; typing: boolean }): Promise<void>;
  /** Asks my other devices for what this one lacks of a private chat. */
  askHistory(request: { conversationId: string }): Promise<void>;
  /** Hands the history that a device of mine has asked for over to it. */
  allowHistory(request: { requestId: string }): Promise<void>;
  /**
   * Puts a system command into the outbox: it takes effect in order with what was written before it.
   * A withdrawal, an edit and a reaction are on screen at once; the others when the gateway has agreed.
   */
  command<Id extends MessageCommandId>(request: {
    id: string;
    conversationId: string;
    cmdId: Id;
    targets?: string[];
    body: CommandBodies[Id];
  }): Promise<void>;
  /** Puts a message into the outbox. It is on screen when this returns; the rest is told by its row. */
  send(request: { id: string; conversationId: string; type: MessageKind; body: object }): Promise<void>;
  /**
   * Puts a file into the outbox as a message: it is on screen when this returns, pending until it is uploaded. What is
   * sent meanwhile does not wait for it. `discard` calls it off, `retry` goes on where it stopped.
   * @throws Fault FILE_TOO_LARGE, FILE_EMPTY, STORAGE, NOT_MEMBER
   */
  sendFile(request: {
    id: string;
    conversationId: string;
    type: FileType;
    file: Blob;
    body: Omit<FileBody, 'file' | 'size'> & { preview: string };
  }): Promise<void>;
  /** Fetches a message's file, unless it is here; its row in `files` then holds it. @throws Fault FILE_GONE, FILE_CORRUPT, STORAGE, and those of the network */
  fetchFile(request: { id: string }): Promise<void>;
  /** Stops fetching a file: `fetchFile` then throws CANCELLED. */
  cancelFetch(request: { id: string }): Promise<void>;
  /** Tries a failed message again. */
  retry(request: { id: string }): Promise<void>;
  /** Removes a message that was not sent. */
  discard(request: { id: string }): Promise<void>;
  /** Removes messages from this device alone. */
  forget(request: { conversationId: string; ids: string[] }): Promise<void>;
  /** Everything up to this place has been seen. */
  markRead(request: { conversationId: string; seq: number }): Promise<void>;
  /** How a private chat is protected now. Refetched after `acceptKeys`, `verifyPerson` and a line about keys. @throws Fault NOT_MEMBER */
  security(request: { conversationId: string }): Promise<ChatSecurity>;
  /** A person agrees to the new keys and devices of the other; what failed for want of it is sent. The other is then not verified. */
  acceptKeys(request: { identifier: string }): Promise<void>;
  /** A person has compared this number; what failed for want of consent is sent. @throws Fault untrusted_identity when it is another one by now. */
  verifyPerson(request: { identifier: string; safetyNumber: string }): Promise<void>;
  /** A person approves an own device whose code this is. @throws Fault DEVICES_FULL; untrusted_identity when its code is another one by now. */
  approveDevice(request: { deviceId: string; code: string }): Promise<void>;
  /** Signs another own device out: nothing is sealed for it any more, whatever the gateway says of it. @throws Fault */
  signOutDevice(request: { deviceId: string }): Promise<void>;
  /** A person has looked at the devices that were there before approval. */
  confirmDevices(request: Record<string, never>): Promise<void>;
  /** A person has no other device left: this one asks to be the first. @throws Fault */
  startOver(request: Record<string, never>): Promise<void>;
  /** Tries a message that failed with UNENCRYPTED_ASK again, unencrypted where it cannot be helped. */
  sendUnencrypted(request: { id: string }): Promise<void>;
  /** Asks for an unreadable message again, unless that was done within the hour: then false. */
  askAgain(request: { id: string }): Promise<boolean>;
  /**
   * Messages on this device that hold every word of `text`, letter case and accents aside, the newest first, at most `limit` (50).
   * In one conversation, or in all. Needs no network.
   */
  search(request: { text: string; conversationId?: string; limit?: number }): Promise<SearchHit[]>;
  /** Removes old messages that are read and can be fetched again, and cached files. Returns how many messages went. */
  clearHistory(request: Record<string, never>): Promise<{ messages: number }>;
  saveDraft(request: { conversationId: string; text: string }): Promise<void>;
  /** Reads and changes moments; see @amber/client/moments. @throws Fault of the gateway's call. */
  moments(request: MomentsRequest): Promise<void>;
}

/** What a page may ask of the engine. Every call may be repeated: the engine does it once. A name that is not one of these is refused. */
export interface EngineCalls extends DeviceCalls, AccountCalls {}

export type ToEngine =
  | { kind: 'ping'; page: string; build: number; protocol: number }
  | { kind: 'call'; page: string; call: string; name: keyof EngineCalls; request: unknown };

export type FromEngine =
  | { kind: 'hello'; engine: string; build: number; protocol: number; state: EngineState }
  /** There is an engine; it reads what the last one has left. */
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
  /** Null until an engine has been heard. */
  state$: BehaviorSubject<EngineState | null>;
  events$: Observable<EngineEvent>;
  close(): void;
}

interface PageBusPorts {
  channel: Channel;
  /** This page's build; an older engine hears it and lets go. */
  build: number;
  /** Creates the worker, or connects to the one there is. */
  startEngine(): void;
  /** An engine that speaks another protocol answers: only a reload helps. */
  onProtocolMismatch?(): void;
  setInterval?: (run: () => void, every: number) => unknown;
  clearInterval?: (timer: unknown) => void;
  now?: () => number;
}

const newId = (): string => Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);

/**
 * A page's end of the bus. It pings the engine once a second; after 3 s of silence it starts the engine again, and
 * a new engine's hello makes it repeat the unanswered calls.
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
      // A page that an older engine never answered knows none: it waits for the next one too.
      if (engine && message.engine !== engine) return;
      engine = '';
      // A shared worker that is just ending may still be joined: without a hello the next beat tries again.
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
      // Before an engine has been heard its hello will bring the call to it.
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
