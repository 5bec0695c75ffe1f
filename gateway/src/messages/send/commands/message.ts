// Commands about a message. The message's own row stays as it was sent.
import { Fault } from '@amber/proto/faults';
import { checkDeviceId } from '../../../core/checks.ts';
import { textOf, type CommandContext, type CommandOutcome } from './command.ts';

/** Withdraws a message: from now on only its author gets the text, its edits, and any resealed copy of either. */
export async function withdraw(context: CommandContext): Promise<CommandOutcome<'withdraw'>> {
  const { tx, conversation, target, now } = context;
  const texts = await tx
    .updateTable('message')
    .set({ withdrawn: true })
    .where('conversation', '=', conversation.id)
    .where((row) =>
      row.or([row('seq', '=', target!.seq), row.and([row('cmd_id', '=', 'edit'), row('target', '=', target!.id)])]),
    )
    .returning(['seq', 'id'])
    .execute();
  const resends = await tx
    .updateTable('message')
    .set({ withdrawn: true })
    .where('conversation', '=', conversation.id)
    .where('cmd_id', '=', 'resend')
    .where(
      'target',
      'in',
      texts.map((text) => text.id),
    )
    .returning('seq')
    .execute();
  await tx
    .updateTable('device_copy')
    .set({ envelope: null, acked_at: now })
    .where('conversation', '=', conversation.id)
    .where(
      'seq',
      'in',
      [...texts, ...resends].map(({ seq }) => seq),
    )
    .where('envelope', 'is not', null)
    .execute();
  return {};
}

export async function edit({ target, actor, body, limits }: CommandContext): Promise<CommandOutcome<'edit'>> {
  // A group's owner may withdraw messages of other people, but never change their text.
  if (target!.sender !== actor.identifier) throw new Fault('NO_AUTH');
  if (body && textOf(body['text'], limits.textMax) === '') throw new Fault('BAD_REQUEST');
  return {};
}

export async function reaction({ body, limits }: CommandContext): Promise<CommandOutcome<'reaction'>> {
  if (body && (textOf(body['emoji'], limits.reactionMax) === '' || typeof body['on'] !== 'boolean'))
    throw new Fault('BAD_REQUEST');
  return {};
}

/**
 * Requests copies of messages from other people, or from another device of the same person. For a withdrawn message,
 * the author's reply says that nothing is missing.
 */
export async function resendRequest(context: CommandContext): Promise<CommandOutcome<'resendRequest'>> {
  const { tx, conversation, actor, targets, body, limits } = context;
  const found = await tx
    .selectFrom('message')
    .select(['sender', 'device'])
    .where('conversation', '=', conversation.id)
    .where('id', 'in', targets)
    .execute();
  if (found.length === 0) throw new Fault('NO_MESSAGE');
  if (found.some(({ sender, device }) => sender === actor.identifier && device === actor.device))
    throw new Fault('NO_AUTH');
  if (body) checkDeviceId(textOf(body['deviceId'], limits.textMax));
  return {};
}

/** Sends a copy again. It carries a whole content as text, so a content's limit applies. */
export async function resend({ body, limits }: CommandContext): Promise<CommandOutcome<'resend'>> {
  if (body && (textOf(body['type'], limits.bodyMax) === '' || textOf(body['message'], limits.bodyMax) === ''))
    throw new Fault('BAD_REQUEST');
  return {};
}
