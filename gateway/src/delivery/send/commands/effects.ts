// What each system command changes in the store, besides its row among the messages.
import { Fault } from '@amber/proto/faults';
import type { MessageCommandId, systemCommands } from '@amber/proto/systemCommands';
import { checkMembers, type CommandContext, type CommandEffect } from './command.ts';
import { groupName, groupSetting, nickname } from './group.ts';
import { edit, reaction, resend, resendRequest, withdraw } from './message.ts';
import { deleteMember, dismissGroup, handOver, inviteMember, quitMember } from './people.ts';

/** The commands that people can send. */
export type SentCommandId = {
  [Id in MessageCommandId]: (typeof systemCommands)[Id]['by'] extends 'gateway' ? never : Id;
}[MessageCommandId];

async function slap(context: CommandContext) {
  await checkMembers(context);
  return {};
}

/** Devices switch it inside the seal; here it is only a row. */
const encrypt = async () => ({});

/** Between one person's own devices. */
async function inOwnChat({ conversation: { pair }, actor: { identifier } }: CommandContext) {
  if (pair !== `${identifier}/${identifier}`) throw new Fault('BAD_REQUEST');
  return {};
}

export const commandEffects = {
  inviteMember,
  deleteMember,
  quitMember,
  dismissGroup,
  handOver,
  groupName,
  groupSetting,
  nickname,
  withdraw,
  edit,
  reaction,
  slap,
  encrypt,
  resendRequest,
  resend,
  syncRequest: inOwnChat,
  syncHistory: inOwnChat,
  ownDevices: inOwnChat,
} satisfies { [Id in SentCommandId]: CommandEffect<Id> };
