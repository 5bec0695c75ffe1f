// The rules of member and settings commands that differ in a space's room.
import { Fault } from '@amber/proto/faults';
import { spaceMembersAmong } from '../../members/currentMembers.ts';
import type { CommandContext } from './command.ts';

const isVisible = ({ conversation: { group_setting } }: CommandContext): boolean => group_setting.visibility === true;

/** Refuses settings that belong to the space. @throws Fault BAD_REQUEST in a room. */
export function checkNotRoom({ conversation: { space } }: CommandContext): void {
  if (space !== null) throw new Fault('BAD_REQUEST');
}

/** Membership of a visible room follows its space. @throws Fault BAD_REQUEST in such a room. */
export function checkNotOpenRoom(context: CommandContext): void {
  if (context.conversation.space !== null && isVisible(context)) throw new Fault('BAD_REQUEST');
}

/**
 * The people among these who may be added to a room: members of its space; anyone when the group is not a room of a
 * space.
 * @throws Fault NO_AUTH in a manage room, except for its owner; BAD_REQUEST in a visible room.
 */
export async function filterInvitable(context: CommandContext): Promise<readonly string[]> {
  const { tx, conversation, isOwner, targets } = context;
  const { space, room_type } = conversation;
  if (space === null) return targets;
  checkNotOpenRoom(context);
  if (room_type === 'manage' && !isOwner) throw new Fault('NO_AUTH');
  const members = await spaceMembersAmong(tx, space, targets);
  return targets.filter((one) => members.has(one));
}
