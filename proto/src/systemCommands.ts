// The system commands: what changes a conversation, and what a person is told beside the messages.
import type { Conversation_Type, Input, OwnSyncRequest } from '../gen/types.ts';

interface Command {
  /** It leaves a line in its conversation; the sentence is in `@amber/conversation`, in systemLine.ts. */
  line: boolean;
}

interface MessageCommand extends Command {
  as: 'message';
  /** `gateway`: it is written by a call, nobody can send it. `author`: of the message it is about; in a group its owner too. */
  by: 'owner' | 'member' | 'author' | 'gateway';
  in: readonly Conversation_Type[];
  /** What `targets` names. */
  about: 'message' | 'messages' | 'people' | 'nothing';
  /**
   * Whether it hides who gave it. `asked`: where that person is anonymous there, as a message does. `target`: where the
   * message that it is about does, and is that person's own. `never`: who changes the group is seen.
   */
  anonymous: 'asked' | 'target' | 'never';
  /** The type of what it carries as the JSON text of its content's `message`, see `says`. */
  body: object;
}

/** Told to one person's devices, beside any conversation. */
interface NoticeCommand extends Command {
  as: 'notice';
}

export interface PersonNamed {
  identifier: string;
  lastName: string;
  avatar: string;
}

/** A body is a type alone: at run time there is nothing to read here. What is sealed in a private chat is sealed in a body too. */
const says = <Body extends object>(): Body => ({}) as Body;

export const systemCommands = {
  /** `members` is written by the gateway, here and below. */
  createGroup: {
    as: 'message',
    by: 'gateway',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: says<{ name: string; members: PersonNamed[] }>(),
  },
  inviteMember: {
    as: 'message',
    by: 'member',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: says<{ members?: PersonNamed[] }>(),
  },
  joinMember: {
    as: 'message',
    by: 'gateway',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<{ members: PersonNamed[] }>(),
  },
  deleteMember: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: says<{ members?: PersonNamed[] }>(),
  },
  quitMember: {
    as: 'message',
    by: 'member',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<Record<string, never>>(),
  },
  dismissGroup: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<Record<string, never>>(),
  },
  handOver: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'people',
    anonymous: 'never',
    line: true,
    body: says<{ members?: PersonNamed[] }>(),
  },
  groupName: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<{ name: string }>(),
  },
  groupSetting: {
    as: 'message',
    by: 'owner',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<{ supportAnonymous: boolean; visibility: boolean }>(),
  },
  nickname: {
    as: 'message',
    by: 'member',
    in: ['group'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<{ nickname: string }>(),
  },
  withdraw: {
    as: 'message',
    by: 'author',
    in: ['private', 'group', 'robot'],
    about: 'message',
    anonymous: 'target',
    line: false,
    body: says<Record<string, never>>(),
  },
  /** `text` is the new wording; `mentions` as in a text message. */
  edit: {
    as: 'message',
    by: 'author',
    in: ['private', 'group', 'robot'],
    about: 'message',
    anonymous: 'target',
    line: false,
    body: says<{ text: string; mentions?: string[] }>(),
  },
  /** `text` is what a client shows that knows no reactions. */
  reaction: {
    as: 'message',
    by: 'member',
    in: ['private', 'group', 'robot'],
    about: 'message',
    anonymous: 'asked',
    line: false,
    body: says<{ emoji: string; on: boolean; text: string }>(),
  },
  slap: {
    as: 'message',
    by: 'member',
    in: ['private', 'group'],
    about: 'people',
    anonymous: 'asked',
    line: true,
    body: says<Record<string, never>>(),
  },
  /** `number` is written by the engine: that of the switch before it, and one. */
  encrypt: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: true,
    body: says<{ encrypted: boolean; number?: number }>(),
  },
  /** A device, `deviceId` of whoever asks, could not open these messages; the one that wrote them seals them anew, under an id of its own. */
  resendRequest: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'messages',
    anonymous: 'never',
    line: false,
    body: says<{ deviceId: string }>(),
  },
  /** The target's content once more. */
  resend: {
    as: 'message',
    by: 'author',
    in: ['private'],
    about: 'message',
    anonymous: 'target',
    line: false,
    body: says<{ type: string; message: string }>(),
  },
  /** Between a person's own devices, in the chat with oneself. */
  syncRequest: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: false,
    body: says<Input<OwnSyncRequest>>(),
  },
  syncHistory: {
    as: 'message',
    by: 'member',
    in: ['private'],
    about: 'nothing',
    anonymous: 'never',
    line: false,
    body: says<{ conversationId: string; requestId: string; to: string; messages: unknown[]; last: boolean }>(),
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

/** Those that travel as a message of a conversation and take a place in it. */
export type MessageCommandId = {
  [Id in SystemCommand]: (typeof systemCommands)[Id]['as'] extends 'message' ? Id : never;
}[SystemCommand];
export type NoticeCommandId = Exclude<SystemCommand, MessageCommandId>;

export type CommandBodies = { [Id in MessageCommandId]: (typeof systemCommands)[Id]['body'] };

/** Lines that a device writes by itself, of what has happened on it. */
export type LocalLine = 'blocked' | 'keyChanged' | 'newDevice' | 'plainSent' | 'offAsked';

/** Everything that is a line of a conversation: each has its sentence. */
export type LineId =
  | { [Id in SystemCommand]: (typeof systemCommands)[Id]['line'] extends true ? Id : never }[SystemCommand]
  | LocalLine;

/** Whether this text names a command that travels as a message; it comes from the other side and may be any word. */
export const isMessageCommand = (id: string): id is MessageCommandId =>
  Object.hasOwn(systemCommands, id) && systemCommands[id as SystemCommand].as === 'message';
