// The effect of each system command on the database, besides its row among the messages.
import { Fault } from '@amber/proto/faults';
import type { MessageCommandId, systemCommands } from '@amber/proto/systemCommands';
import { sql } from 'kysely';
import { checkMembers, type CommandContext, type CommandEffect } from './command.ts';
import { groupAvatar, groupName, groupSetting, nickname } from './group.ts';
import { edit, reaction, resend, resendRequest, withdraw } from './message.ts';
import { deleteMember, dismissGroup, handOver, inviteMember, quitMember } from './people.ts';

/** The commands that people can send. */
export type SentCommandId = {
  [Id in MessageCommandId]: (typeof systemCommands)[Id]['by'] extends 'gateway' ? never : Id;
}[MessageCommandId];

const hour = 60 * 60 * 1_000;

/** Checks a slap; only a few per hour are allowed in one chat. @throws Fault SLAP_LIMIT */
async function slap(context: CommandContext) {
  await checkMembers(context);
  const { tx, conversation, actor, seq, now, limits } = context;
  // Only the latest messages count: when many others followed a slap, nobody is being pestered.
  const { rows } = await sql<{ slaps: number }>`
    select count(*)::int as "slaps" from message
    where conversation = ${conversation.id} and seq >= ${seq - limits.slapLookback} and seq < ${seq}
      and cmd_id = 'slap' and sender = ${actor.identifier} and ts > ${now - hour}`.execute(tx);
  if (rows[0]!.slaps >= limits.slapsPerHour) throw new Fault('SLAP_LIMIT');
  return {};
}

/** These are between devices, inside sealed messages where the chat is sealed; here the command is only a row. */
const onlyRow = async () => ({});

/** Requires the chat of a person with themselves. @throws Fault BAD_REQUEST in any other chat. */
async function requireOwnChat({ conversation: { pair }, actor: { identifier } }: CommandContext) {
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
  groupAvatar,
  groupSetting,
  nickname,
  withdraw,
  edit,
  reaction,
  slap,
  encrypt: onlyRow,
  resendRequest,
  resend,
  syncRequest: requireOwnChat,
  syncHistory: requireOwnChat,
  ownDevices: requireOwnChat,
  callOffer: onlyRow,
  callAnswer: onlyRow,
  callEnd: onlyRow,
} satisfies { [Id in SentCommandId]: CommandEffect<Id> };
