// Commands that change a group's members.
import { Fault } from '@amber/proto/faults';
import { invitationRefusals } from '../../members/groups.ts';
import { changeOwner } from '../../members/membership.ts';
import { profilesOf } from '../systemRows.ts';
import { checkMembers, type CommandContext, type CommandOutcome } from './command.ts';
import { checkNotOpenRoom, checkNotRoom, filterInvitable } from './room.ts';

/** Adds people to the group, and silently leaves out those who do not accept messages from the inviter. */
export async function inviteMember(context: CommandContext): Promise<CommandOutcome<'inviteMember'>> {
  const { tx, conversation, actor, seq, limits, membership } = context;
  const members = await context.members();
  const targets = await filterInvitable(context);
  const refusals = await invitationRefusals(tx, actor.identifier, targets);
  const invited = await profilesOf(
    tx,
    targets.filter((one) => !members.has(one) && !refusals.has(one)),
  );
  if (invited.length === 0) throw new Fault('BAD_REQUEST');
  if (conversation.space === null && members.size + invited.length > limits.groupMembersMax)
    throw new Fault('GROUP_FULL');
  const people = invited.map(({ identifier }) => identifier);
  // The invitation is the first row that new members see.
  await tx.deleteFrom('removed').where('place', '=', conversation.id).where('identifier', 'in', people).execute();
  const membersVersion = await membership.add(
    tx,
    conversation.id,
    people.map((identifier) => ({ identifier, role: 'member', invited: true })),
    seq - 1,
  );
  return { body: { members: invited }, targets: people, membersVersion, people };
}

export async function deleteMember(context: CommandContext): Promise<CommandOutcome<'deleteMember'>> {
  const { tx, conversation, actor, targets, seq, now, membership } = context;
  checkNotOpenRoom(context);
  await checkMembers(context);
  if (targets.includes(actor.identifier)) throw new Fault('BAD_REQUEST');
  const members = await profilesOf(tx, targets);
  // A room is joined through its space, which performs this check itself.
  if (conversation.space === null) {
    await tx
      .insertInto('removed')
      .values(targets.map((identifier) => ({ place: conversation.id, identifier, removed_at: now })))
      .onConflict((on) => on.columns(['place', 'identifier']).doUpdateSet({ removed_at: now }))
      .execute();
  }
  return {
    body: { members },
    membersVersion: await membership.remove(tx, conversation.id, seq, targets),
    people: targets,
  };
}

/** Leaves the group. The last member ends it by leaving. */
export async function quitMember(context: CommandContext): Promise<CommandOutcome<'quitMember'>> {
  const { tx, conversation, actor, isOwner, seq, membership } = context;
  checkNotOpenRoom(context);
  if (isOwner && conversation.space !== null) throw new Fault('SPACE_OWNER_STAYS');
  if (isOwner && (await context.members()).size > 1) throw new Fault('OWNER_STAYS');
  if (isOwner) {
    const { membersVersion, people } = await dismiss(context);
    return { body: {}, membersVersion, people };
  }
  return {
    body: {},
    membersVersion: await membership.remove(tx, conversation.id, seq, [actor.identifier]),
    people: [actor.identifier],
  };
}

export async function dismissGroup(context: CommandContext): Promise<CommandOutcome<'dismissGroup'>> {
  checkNotRoom(context);
  return { body: {}, ...(await dismiss(context)) };
}

/** Ends the group for everyone. */
async function dismiss({ tx, conversation: { id }, members, seq, membership }: CommandContext) {
  const people = [...(await members())];
  await tx.updateTable('conversation').set({ status: 'delete', avatar: '' }).where('id', '=', id).execute();
  await tx.deleteFrom('removed').where('place', '=', id).execute();
  return { membersVersion: await membership.remove(tx, id, seq), people };
}

export async function handOver(context: CommandContext): Promise<CommandOutcome<'handOver'>> {
  const { tx, conversation, actor, targets } = context;
  checkNotRoom(context);
  await checkMembers(context);
  const [newOwner] = targets;
  if (targets.length !== 1 || newOwner === undefined || newOwner === actor.identifier) throw new Fault('BAD_REQUEST');
  await changeOwner(tx, conversation.id, { from: actor.identifier, to: newOwner });
  return { body: { members: await profilesOf(tx, targets) } };
}
