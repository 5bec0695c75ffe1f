// The system commands: changes of a conversation, and notices to an account.
import type { AiBody } from './bodies.ts';
import type { Conversation_Type, Input, OwnSyncRequest } from '../gen/types.ts';

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

export const systemCommands = {
  /** The gateway sets `members`, here and below. */
  createGroup: {
    as: 'message',
    by: 'gateway',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: bodyType<{ name: string; members: PersonNamed[] }>(),
  },
  inviteMember: {
    as: 'message',
    by: 'member',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: bodyType<{ members?: PersonNamed[] }>(),
  },
  joinMember: {
    as: 'message',
    by: 'gateway',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ members: PersonNamed[] }>(),
  },
  deleteMember: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: bodyType<{ members?: PersonNamed[] }>(),
  },
  quitMember: {
    as: 'message',
    by: 'member',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<Record<string, never>>(),
  },
  dismissGroup: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<Record<string, never>>(),
  },
  handOver: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: bodyType<{ members?: PersonNamed[] }>(),
  },
  groupName: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ name: string }>(),
  },
  /** The path of a public picture that the sender has uploaded; empty to remove the picture. */
  groupAvatar: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ avatar: string }>(),
  },
  groupSetting: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ supportAnonymous: boolean; visibility: boolean }>(),
  },
  nickname: {
    as: 'message',
    by: 'member',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ nickname: string }>(),
  },
  withdraw: {
    as: 'message',
    by: 'author',
    in: ['private', 'group', 'robot'],
    about: 'message',
    anonymous: 'target',
    line: false,
    body: bodyType<Record<string, never>>(),
  },
  /** `text` is the new text; `mentions` is as in a text message. */
  edit: {
    as: 'message',
    by: 'author',
    in: ['private', 'group', 'robot'],
    about: 'message',
    anonymous: 'target',
    line: false,
    body: bodyType<{ text: string; mentions?: string[] }>(),
  },
  /** `text` is for clients without reactions. */
  reaction: {
    as: 'message',
    by: 'member',
    in: ['private', 'group', 'robot'],
    about: 'message',
    anonymous: 'asked',
    line: false,
    body: bodyType<{ emoji: string; on: boolean; text: string }>(),
  },
  /** The answer `about` has ended; the body contains all of it, as in a message of type 'ai'. */
  streamEnd: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'message',
    anonymous: 'never',
    line: false,
    body: bodyType<AiBody>(),
  },
  /** A person requests a human; `waited` is how long others waited recently, in milliseconds; 0 if nobody did. */
  waitConnect: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ waited: number; ahead: number }>(),
  },
  /** From here on a human answers. */
  agentConnect: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ name: string }>(),
  },
  /** The AI answers again: the person or the human has requested it, or the human is away. */
  switchedToAi: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ by: 'person' | 'human' | 'away'; name: string }>(),
  },
  slap: {
    as: 'message',
    by: 'member',
    in: ['private', 'group'],
    about: 'people',
    anonymous: 'asked',
    line: true,
    body: bodyType<Record<string, never>>(),
  },
  /** The engine sets `number`: the number of the previous switch plus one. */
  encrypt: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ encrypted: boolean; number?: number }>(),
  },
  /**
   * The device `deviceId` of the caller could not decrypt these messages; their sender encrypts them again under new
   * ids. `of` is the device that wrote them, which also resends messages that it had not encrypted for the caller.
   */
  resendRequest: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'messages',
    anonymous: 'never',
    line: false,
    body: bodyType<{ deviceId: string; of?: string }>(),
  },
  /**
   * The content of the target again; if the target is a change, `about` is the message that it changes. The type is
   * empty if nothing was encrypted for the requesting device, or the target was withdrawn.
   */
  resend: {
    as: 'message',
    by: 'author',
    in: ['private'],
    about: 'message',
    anonymous: 'target',
    line: false,
    body: bodyType<{ type: string; message?: string; about?: string }>(),
  },
  /** Requests history between an account's own devices, in the chat with oneself. */
  syncRequest: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: false,
    body: bodyType<Input<OwnSyncRequest>>(),
  },
  syncHistory: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: false,
    body: bodyType<{ conversationId: string; requestId: string; to: string; messages: unknown[]; last: boolean }>(),
  },
  /** Which devices of the account are approved, by their keys in base64, and which ones are signed out. */
  ownDevices: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: false,
    body: bodyType<{ approved: { deviceId: string; identityKey: string }[]; removed: string[] }>(),
  },

  groupRemark: { as: 'notice', line: false },
  anonymous: { as: 'notice', line: false },
  addFriend: { as: 'notice', line: false },
  contactDelete: { as: 'notice', line: true },
  userDeviceChange: { as: 'notice', line: false },
  callInfo: { as: 'notice', line: true },
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
