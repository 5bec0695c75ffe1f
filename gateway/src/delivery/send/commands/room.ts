// What the commands about people and settings do otherwise in the room of a space.
import { Fault } from '@amber/proto/faults';
import type { CommandContext } from './command.ts';

const isVisible = ({ conversation: { group_setting } }: CommandContext): boolean => group_setting.visibility === true;

/** What is the space's to change. @throws Fault BAD_REQUEST in a room. */
export function checkNoRoom({ conversation: { space } }: CommandContext): void {
  if (space !== null) throw new Fault('BAD_REQUEST');
}

/** Who is in a room that all see comes and goes with the space alone. @throws Fault BAD_REQUEST in such a room. */
export function checkEntersByName(context: CommandContext): void {
  if (context.conversation.space !== null && isVisible(context)) throw new Fault('BAD_REQUEST');
}

/**
 * Those of these people who may be brought into a room: members of its space; anybody where it is none.
 * @throws Fault NO_AUTH in a manage room, but for its owner; BAD_REQUEST in a room that all see.
 */
export async function invitable(context: CommandContext): Promise<readonly string[]> {
  const {
    tx,
    conversation: { space, room_type },
    isOwner,
    targets,
  } = context;
  if (space === null) return targets;
  checkEntersByName(context);
  if (room_type === 'manage' && !isOwner) throw new Fault('NO_AUTH');
  const found = await tx
    .selectFrom('space_member')
    .select('identifier')
    .where('space', '=', space)
    .where('identifier', 'in', targets)
    .execute();
  const members = new Set(found.map(({ identifier }) => identifier));
  return targets.filter((one) => members.has(one));
}
