// Commands that change a group's name, its members' nicknames and its settings.
import { checkName, checkOptionalName } from '../../../doors/checks.ts';
import { booleanOf, textOf, type CommandContext, type CommandOutcome } from './command.ts';
import { checkNoRoom } from './room.ts';

/** A name may have spaces around it: the trimmed name is validated, this only bounds the work. */
const rawTextMax = 1_000;

export async function groupName(context: CommandContext): Promise<CommandOutcome<'groupName'>> {
  checkNoRoom(context);
  const {
    tx,
    conversation: { id },
    body,
    limits,
  } = context;
  const name = checkName(textOf(body?.['name'], rawTextMax), limits.groupNameMax);
  await tx.updateTable('conversation').set({ name }).where('id', '=', id).execute();
  return { body: { name } };
}

export async function groupSetting(context: CommandContext): Promise<CommandOutcome<'groupSetting'>> {
  checkNoRoom(context);
  const {
    tx,
    conversation: { id },
    body,
  } = context;
  const setting = {
    supportAnonymous: booleanOf(body?.['supportAnonymous']),
    visibility: booleanOf(body?.['visibility']),
  };
  await tx
    .updateTable('conversation')
    .set({ group_setting: JSON.stringify(setting) })
    .where('id', '=', id)
    .execute();
  return { body: setting };
}

/** An empty one removes the nickname. */
export async function nickname({
  tx,
  conversation: { id },
  actor,
  body,
  limits,
}: CommandContext): Promise<CommandOutcome<'nickname'>> {
  const chosen = checkOptionalName(textOf(body?.['nickname'], rawTextMax), limits.nicknameMax);
  await tx
    .updateTable('member')
    .set({ nickname: chosen })
    .where('conversation', '=', id)
    .where('identifier', '=', actor.identifier)
    .execute();
  return { body: { nickname: chosen } };
}
