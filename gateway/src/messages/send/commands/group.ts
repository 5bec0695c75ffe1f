// Commands that change a group's name and picture, its members' nicknames and its settings.
import { checkName, checkOptionalName } from '../../../core/checks.ts';
import { booleanOf, textOf, type CommandContext, type CommandOutcome } from './command.ts';
import { checkNotRoom } from './room.ts';

/** The maximum length before trimming. It only bounds the work: the trimmed name is validated. */
const rawTextMax = 1_000;

export async function groupName(context: CommandContext): Promise<CommandOutcome<'groupName'>> {
  checkNotRoom(context);
  const { tx, conversation, body, limits } = context;
  const name = checkName(textOf(body?.['name'], rawTextMax), limits.groupNameMax);
  await tx.updateTable('conversation').set({ name }).where('id', '=', conversation.id).execute();
  return { body: { name } };
}

/** Changes the group's picture; an empty path removes it. */
export async function groupAvatar(context: CommandContext): Promise<CommandOutcome<'groupAvatar'>> {
  checkNotRoom(context);
  const { tx, conversation, actor, body, pictures } = context;
  const avatar = textOf(body?.['avatar'], rawTextMax);
  await pictures.check(tx, actor.identifier, avatar, { current: conversation.avatar, predefined: [] });
  await tx.updateTable('conversation').set({ avatar }).where('id', '=', conversation.id).execute();
  return { body: { avatar } };
}

export async function groupSetting(context: CommandContext): Promise<CommandOutcome<'groupSetting'>> {
  checkNotRoom(context);
  const { tx, conversation, body } = context;
  const setting = {
    supportAnonymous: booleanOf(body?.['supportAnonymous']),
    visibility: booleanOf(body?.['visibility']),
  };
  await tx
    .updateTable('conversation')
    .set({ group_setting: JSON.stringify(setting) })
    .where('id', '=', conversation.id)
    .execute();
  return { body: setting };
}

/** Changes the actor's nickname; an empty one removes it. */
export async function nickname(context: CommandContext): Promise<CommandOutcome<'nickname'>> {
  const { tx, conversation, actor, body, limits } = context;
  const chosen = checkOptionalName(textOf(body?.['nickname'], rawTextMax), limits.nicknameMax);
  await tx
    .updateTable('member')
    .set({ nickname: chosen })
    .where('conversation', '=', conversation.id)
    .where('identifier', '=', actor.identifier)
    .execute();
  return { body: { nickname: chosen } };
}
