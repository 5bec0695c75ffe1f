// The system commands: what changes a conversation, and what a person is told beside the messages.
import type { Conversation_Type, Input, OwnSyncRequest } from '../gen/types.ts';

interface MessageCommand {
  as: 'message';
  /** `gateway`: it is written by a call, nobody can send it. `author`: of the message it is about; in a group its owner too. */
  by: 'owner' | 'member' | 'author' | 'gateway';
  in: readonly Conversation_Type[];
  /** What `targets` names. */
  about: 'message' | 'messages' | 'people' | 'nothing';
}

/** Told to one person's devices, beside any conversation. */
interface NoticeCommand {
  as: 'notice';
}

export const systemCommands = {
  createGroup: { as: 'message', by: 'gateway', in: ['group'], about: 'people' },
  inviteMember: { as: 'message', by: 'member', in: ['group'], about: 'people' },
  joinMember: { as: 'message', by: 'gateway', in: ['group'], about: 'nothing' },
  deleteMember: { as: 'message', by: 'owner', in: ['group'], about: 'people' },
  quitMember: { as: 'message', by: 'member', in: ['group'], about: 'nothing' },
  dismissGroup: { as: 'message', by: 'owner', in: ['group'], about: 'nothing' },
  handOver: { as: 'message', by: 'owner', in: ['group'], about: 'people' },
  groupName: { as: 'message', by: 'owner', in: ['group'], about: 'nothing' },
  groupSetting: { as: 'message', by: 'owner', in: ['group'], about: 'nothing' },
  nickname: { as: 'message', by: 'member', in: ['group'], about: 'nothing' },
  withdraw: { as: 'message', by: 'author', in: ['private', 'group', 'robot'], about: 'message' },
  edit: { as: 'message', by: 'author', in: ['private', 'group', 'robot'], about: 'message' },
  reaction: { as: 'message', by: 'member', in: ['private', 'group', 'robot'], about: 'message' },
  slap: { as: 'message', by: 'member', in: ['private', 'group'], about: 'people' },
  encrypt: { as: 'message', by: 'member', in: ['private'], about: 'nothing' },
  /** A device could not open these messages; the one that wrote them seals them anew, under an id of its own. */
  resendRequest: { as: 'message', by: 'member', in: ['private'], about: 'messages' },
  resend: { as: 'message', by: 'author', in: ['private'], about: 'message' },
  /** Between a person's own devices, in the chat with oneself. */
  syncRequest: { as: 'message', by: 'member', in: ['private'], about: 'nothing' },
  syncHistory: { as: 'message', by: 'member', in: ['private'], about: 'nothing' },

  groupRemark: { as: 'notice' },
  anonymous: { as: 'notice' },
  addFriend: { as: 'notice' },
  contactDelete: { as: 'notice' },
  userDeviceChange: { as: 'notice' },
  callInfo: { as: 'notice' },
  newMemory: { as: 'notice' },
  aiUsageExhausted: { as: 'notice' },
} as const satisfies Record<string, MessageCommand | NoticeCommand>;

export type SystemCommand = keyof typeof systemCommands;

/** Those that travel as a message of a conversation and take a place in it. */
export type MessageCommandId = { [Id in SystemCommand]: (typeof systemCommands)[Id]['as'] extends 'message' ? Id : never }[SystemCommand];
export type NoticeCommandId = Exclude<SystemCommand, MessageCommandId>;

/** The bodies that commands carry as the JSON text of their content's `message`. What is sealed in a private chat is sealed here too. */
export interface CommandBodies {
  /** `members` is written by the gateway. */
  createGroup: { name: string; members: PersonNamed[] };
  inviteMember: { members?: PersonNamed[] };
  joinMember: { members: PersonNamed[] };
  deleteMember: { members?: PersonNamed[] };
  quitMember: Record<string, never>;
  dismissGroup: Record<string, never>;
  handOver: { members?: PersonNamed[] };
  groupName: { name: string };
  groupSetting: { supportAnonymous: boolean; visibility: boolean };
  nickname: { nickname: string };
  withdraw: Record<string, never>;
  /** `text` is the new wording; `mentions` as in a text message. */
  edit: { text: string; mentions?: string[] };
  /** `text` is what a client shows that knows no reactions. */
  reaction: { emoji: string; on: boolean; text: string };
  slap: Record<string, never>;
  encrypt: { encrypted: boolean };
  /** `deviceId`: the device that lacks them, of whoever asks. */
  resendRequest: { deviceId: string };
  /** The target's content once more. */
  resend: { type: string; message: string };
  syncRequest: Input<OwnSyncRequest>;
  syncHistory: { conversationId: string; requestId: string; to: string; messages: unknown[]; last: boolean };
}

export interface PersonNamed {
  identifier: string;
  lastName: string;
  avatar: string;
}

/** Whether this text names a command that travels as a message; it comes from the other side and may be any word. */
export const isMessageCommand = (id: string): id is MessageCommandId =>
  Object.hasOwn(systemCommands, id) && systemCommands[id as SystemCommand].as === 'message';
