// Commands about a message. The message itself stays as it was sent.
import { Fault } from '@amber/proto/faults';
import { textOf, type CommandContext, type CommandOutcome } from './command.ts';

/** From here on nobody but its author gets the text, nor what it was edited to. */
export async function withdraw({ tx, conversation: { id }, target, now }: CommandContext): Promise<CommandOutcome<'withdraw'>> {
  const gone = await tx.updateTable('message').set({ withdrawn: true }).where('conversation', '=', id)
    .where((row) => row.or([row('seq', '=', target!.seq), row.and([row('cmd_id', '=', 'edit'), row('target', '=', target!.id)])]))
    .returning('seq').execute();
  await tx.updateTable('device_copy').set({ envelope: null, acked_at: now }).where('conversation', '=', id)
    .where('seq', 'in', gone.map(({ seq }) => seq)).where('envelope', 'is not', null).execute();
  return {};
}

export async function edit({ target, actor, body, limits }: CommandContext): Promise<CommandOutcome<'edit'>> {
  // Who owns the group may withdraw what others say there, never put words into their mouths.
  if (target!.sender !== actor.identifier) throw new Fault('NO_AUTH');
  if (body && textOf(body['text'], limits.textMax) === '') throw new Fault('BAD_REQUEST');
  return {};
}

export async function reaction({ body, limits }: CommandContext): Promise<CommandOutcome<'reaction'>> {
  if (body && (textOf(body['emoji'], limits.reactionMax) === '' || typeof body['on'] !== 'boolean')) throw new Fault('BAD_REQUEST');
  return {};
}
