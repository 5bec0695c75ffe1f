// The system commands: changes of a conversation, and notices to an account.
import type { AiBody } from './bodies.ts';
import type { Conversation_Type, Input, OwnSyncRequest, PersonalCall_Outcome } from '../gen/types.ts';

interface Command {
  /** Whether it leaves a line in its conversation; the text is in `@amber/conversation`, in systemLine.ts. */
  line: boolean;
}

interface MessageCommand extends Command {
  as: 'message';
  /**
   * Who may send it. `gateway`: only a gateway call writes it. `author`: the author of the target message, in a group
   * also the group's owner.
   */
  by: 'owner' | 'member' | 'author' | 'gateway';
  in: readonly Conversation_Type[];
  /** The kind of ids in `targets`. */
  about: 'message' | 'messages' | 'people' | 'nothing';
  /**
   * Whether it hides its sender. `asked`: if they are anonymous in the conversation, as for a message. `target`: if the
   * target message is anonymous and their own. `never`: changes of the group show who made them.
   */
  anonymous: 'asked' | 'target' | 'never';
  /** The type of the JSON body in its content's `message`, see `bodyType`. */
  body: object;
}

/** A command to one account's devices, outside of any conversation. */
interface NoticeCommand extends Command {
  as: 'notice';
}

export interface PersonNamed {
  identifier: string;
  lastName: string;
  avatar: string;
}

/** Declares a body, which exists only as a type: nothing is read at run time. In a private chat it is encrypted too. */
const bodyType = <Body extends object>(): Body => ({}) as Body;

/** What most changes of a group have in common. */
const groupChange = { as: 'message', in: ['group'], about: 'nothing', anonymous: 'never', line: true } as const;

/** What the changes of a message by its author have in common. */
const messageChange = {
  as: 'message',
  by: 'author',
  in: ['private', 'group', 'robot'],
  about: 'message',
  anonymous: 'target',
  line: false,
} as const;

/** What the lines about who answers in a bot's chat have in common. */
const handoff = {
  as: 'message',
  by: 'gateway',
  in: ['robot'],
  about: 'nothing',
  anonymous: 'never',
  line: true,
} as const;

/** What the commands of private chats have in common. */
const privateCommand = {
  as: 'message',
  by: 'member',
  in: ['private'],
  about: 'nothing',
  anonymous: 'never',
  line: false,
} as const;

type EmptyBody = Record<string, never>;

/** How a call ended. `duration`: in milliseconds, 0 if nobody has answered. */
export interface CallResult {
  callId: string;
  outcome: Exclude<PersonalCall_Outcome, 'none' | 'crossed'>;
  duration: number;
}

export const systemCommands = {
  /** The gateway sets `members`, here and below. */
  createGroup: {
    ...groupChange,
    by: 'gateway',
    about: 'people',
    body: bodyType<{ name: string; members: PersonNamed[] }>(),
  },
  inviteMember: { ...groupChange, by: 'member', about: 'people', body: bodyType<{ members?: PersonNamed[] }>() },
  joinMember: { ...groupChange, by: 'gateway', body: bodyType<{ members: PersonNamed[] }>() },
  deleteMember: { ...groupChange, by: 'owner', about: 'people', body: bodyType<{ members?: PersonNamed[] }>() },
  quitMember: { ...groupChange, by: 'member', body: bodyType<EmptyBody>() },
  dismissGroup: { ...groupChange, by: 'owner', body: bodyType<EmptyBody>() },
  handOver: { ...groupChange, by: 'owner', about: 'people', body: bodyType<{ members?: PersonNamed[] }>() },
  groupName: { ...groupChange, by: 'owner', body: bodyType<{ name: string }>() },
  /** The path of a public picture that the sender has uploaded; empty to remove the picture. */
  groupAvatar: { ...groupChange, by: 'owner', body: bodyType<{ avatar: string }>() },
  groupSetting: {
    ...groupChange,
    by: 'owner',
    body: bodyType<{ supportAnonymous: boolean; visibility: boolean }>(),
  },
  nickname: { ...groupChange, by: 'member', body: bodyType<{ nickname: string }>() },
  withdraw: { ...messageChange, body: bodyType<EmptyBody>() },
  /** `text` is the new text; `mentions` is as in a text message. */
  edit: { ...messageChange, body: bodyType<{ text: string; mentions?: string[] }>() },
  /** `text` is for clients without reactions. */
  reaction: {
    ...messageChange,
    by: 'member',
    anonymous: 'asked',
    body: bodyType<{ emoji: string; on: boolean; text: string }>(),
  },
  /** The answer `about` has ended; the body contains all of it, as in a message of type 'ai'. */
  streamEnd: { ...handoff, about: 'message', line: false, body: bodyType<AiBody>() },
  /** A person requests a human; `waited` is how long others waited recently, in milliseconds; 0 if nobody did. */
  waitConnect: { ...handoff, body: bodyType<{ waited: number; ahead: number }>() },
  /** From here on a human answers. */
  agentConnect: { ...handoff, body: bodyType<{ name: string }>() },
  /** The AI answers again: the person or the human has requested it, or the human is away. */
  switchedToAi: { ...handoff, body: bodyType<{ by: 'person' | 'human' | 'away'; name: string }>() },
  slap: {
    as: 'message',
    by: 'member',
    in: ['private', 'group'],
    about: 'people',
    anonymous: 'asked',
    line: true,
    body: bodyType<EmptyBody>(),
  },
  /** The engine sets `number`: the number of the previous switch plus one. */
  encrypt: { ...privateCommand, line: true, body: bodyType<{ encrypted: boolean; number?: number }>() },
  /**
   * The device `deviceId` of the caller could not decrypt these messages; their sender encrypts them again under new
   * ids. `of` is the device that wrote them, which also resends messages that it had not encrypted for the caller.
   */
  resendRequest: { ...privateCommand, about: 'messages', body: bodyType<{ deviceId: string; of?: string }>() },
  /**
   * The content of the target again; if the target is a change, `about` is the message that it changes. The type is
   * empty if nothing was encrypted for the requesting device, or the target was withdrawn.
   */
  resend: {
    ...privateCommand,
    by: 'author',
    about: 'message',
    anonymous: 'target',
    body: bodyType<{ type: string; message?: string; about?: string }>(),
  },
  /** Requests history between an account's own devices, in the chat with oneself. */
  syncRequest: { ...privateCommand, body: bodyType<Input<OwnSyncRequest>>() },
  syncHistory: {
    ...privateCommand,
    body: bodyType<{ conversationId: string; requestId: string; to: string; messages: unknown[]; last: boolean }>(),
  },
  /** Which devices of the account are approved, by their keys in base64, and which ones are signed out. */
  ownDevices: {
    ...privateCommand,
    body: bodyType<{ approved: { deviceId: string; identityKey: string }[]; removed: string[] }>(),
  },

  /**
   * Offers a call, whose id is that of this message. `secret`: 32 random bytes in base64; the signals of the call are
   * encrypted with a key that is derived from it. `sdp`: the session description, with the fingerprint of the caller's
   * certificate. `video`: whether it is a video call; builds without it show no pictures.
   */
  callOffer: { ...privateCommand, line: true, body: bodyType<{ secret: string; sdp: string; video?: boolean }>() },
  /** The session description of the device that has answered. `video`: whether with a picture, as in `callOffer`. */
  callAnswer: { ...privateCommand, body: bodyType<{ callId: string; sdp: string; video?: boolean }>() },
  /** A side has ended the call: what its line says from then on. */
  callEnd: { ...privateCommand, body: bodyType<CallResult>() },

  groupRemark: { as: 'notice', line: false },
  anonymous: { as: 'notice', line: false },
  addFriend: { as: 'notice', line: false },
  contactDelete: { as: 'notice', line: true },
  userDeviceChange: { as: 'notice', line: false },
  /** The same as `callEnd`, by the gateway: both devices may be gone. */
  callInfo: { as: 'notice', line: false },
  newMemory: { as: 'notice', line: false },
  aiUsageExhausted: { as: 'notice', line: false },
} as const satisfies Record<string, MessageCommand | NoticeCommand>;

export type SystemCommand = keyof typeof systemCommands;

/** Commands that are sent as a message of a conversation and have a position in it. */
export type MessageCommandId = {
  [Id in SystemCommand]: (typeof systemCommands)[Id]['as'] extends 'message' ? Id : never;
}[SystemCommand];
export type NoticeCommandId = Exclude<SystemCommand, MessageCommandId>;

export type CommandBodies = { [Id in MessageCommandId]: (typeof systemCommands)[Id]['body'] };

/** System lines that a device writes about local events. */
export type LocalLine = 'blocked' | 'keyChanged' | 'newDevice' | 'plainSent' | 'offAsked' | 'restored' | 'missing';

/** Everything that is shown as a system line: each id has its text. */
export type LineId =
  | { [Id in SystemCommand]: (typeof systemCommands)[Id]['line'] extends true ? Id : never }[SystemCommand]
  | LocalLine;

/** Whether this untrusted text is the name of a command that is sent as a message. */
export const isMessageCommand = (id: string): id is MessageCommandId =>
  Object.hasOwn(systemCommands, id) && systemCommands[id as SystemCommand].as === 'message';
