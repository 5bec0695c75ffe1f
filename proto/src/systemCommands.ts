// The system commands: changes of a conversation, and notices to a person.
import type { AiBody } from './bodies.ts';
import type { Conversation_Type, Input, OwnSyncRequest } from '../gen/types.ts';

interface Command {
  /** It leaves a line in its conversation; the text is in `@amber/conversation`, in systemLine.ts. */
  line: boolean;
}

interface MessageCommand extends Command {
  as: 'message';
  /** `gateway`: written by a call, nobody can send it. `author`: of the target message; in a group its owner too. */
  by: 'owner' | 'member' | 'author' | 'gateway';
  in: readonly Conversation_Type[];
  /** The kind of ids in `targets`. */
  about: 'message' | 'messages' | 'people' | 'nothing';
  /**
   * Whether it hides its sender. `asked`: if he is anonymous there, as for a message. `target`: if the target message
   * is anonymous and his own. `never`: changes of the group show who made them.
   */
  anonymous: 'asked' | 'target' | 'never';
  /** The type of the JSON body in its content's `message`, see `says`. */
  body: object;
}

/** Sent to one person's devices, outside any conversation. */
interface NoticeCommand extends Command {
  as: 'notice';
}

export interface PersonNamed {
  identifier: string;
  lastName: string;
  avatar: string;
}

/** A body exists only as a type: there is nothing to read at run time. In a private chat it is sealed too. */
const bodyType = <Body extends object>(): Body => ({}) as Body;

export const systemCommands = {
  /** `members` is set by the gateway, here and below. */
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
  /** The path of a public picture that its sender has uploaded; empty: none. */
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
  /** `text` is the new text; `mentions` as in a text message. */
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
  /** The answer `about` has ended; the body is all of it, as in a message of type 'ai'. */
  streamEnd: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'message',
    anonymous: 'never',
    line: false,
    body: bodyType<AiBody>(),
  },
  /** A person asks for a human; `waited` is how long others did lately, in milliseconds, 0 where nobody has. */
  waitConnect: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ waited: number; ahead: number }>(),
  },
  /** A human answers from here on. */
  agentConnect: {
    as: 'message',
    by: 'gateway',
    in: ['robot'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: bodyType<{ name: string }>(),
  },
  /** The AI answers again: the person or the human wants it so, or the human is away. */
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
  /** `number` is set by the engine: the previous switch's number plus one. */
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
   * The device `deviceId` of the caller could not open these messages; their sender reseals them under new ids. `of`: the
   * device that wrote them, which answers also what it has not sealed for the caller.
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
   * The target's content again; of a change, `about` is its own target. An empty type: nothing was sealed for the device
   * that asked, or it was withdrawn.
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
  /** Between a person's own devices, in the chat with oneself. */
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
  /** Which devices of this person are approved, by their keys in base64, and which ones are signed out. */
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

/** Commands sent as a message of a conversation, with a place in it. */
export type MessageCommandId = {
  [Id in SystemCommand]: (typeof systemCommands)[Id]['as'] extends 'message' ? Id : never;
}[SystemCommand];
export type NoticeCommandId = Exclude<SystemCommand, MessageCommandId>;

export type CommandBodies = { [Id in MessageCommandId]: (typeof systemCommands)[Id]['body'] };

/** Lines that a device writes itself about events on it. */
export type LocalLine = 'blocked' | 'keyChanged' | 'newDevice' | 'plainSent' | 'offAsked' | 'restored' | 'missing';

/** Everything shown as a line of a conversation: each has its text. */
export type LineId =
  | { [Id in SystemCommand]: (typeof systemCommands)[Id]['line'] extends true ? Id : never }[SystemCommand]
  | LocalLine;

/** Whether this untrusted text names a command that is sent as a message. */
export const isMessageCommand = (id: string): id is MessageCommandId =>
  Object.hasOwn(systemCommands, id) && systemCommands[id as SystemCommand].as === 'message';
