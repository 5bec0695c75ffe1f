// A nudge: a line in the private chat of the two.
import { engine, newMessageId } from '@amber/client/engine';

/** Slaps somebody, and returns the chat where it shows. @throws Fault when the chat cannot be begun. */
export async function sendSlap(identifier: string): Promise<{ conversationId: string }> {
  const { conversationId } = await engine.openPrivateChat({ identifier });
  await engine.command({ id: newMessageId(), conversationId, cmdId: 'slap', targets: [identifier], body: {} });
  return { conversationId };
}
