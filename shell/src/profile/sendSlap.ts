// A slap: a line in the private chat with that person.
import { engine, newMessageId } from '@amber/client/engine';

/** Slaps a person, and returns their chat. @throws Fault when the chat cannot be opened. */
export async function sendSlap(identifier: string): Promise<{ conversationId: string }> {
  const { conversationId } = await engine.openPrivateChat({ identifier });
  await engine.command({ id: newMessageId(), conversationId, cmdId: 'slap', targets: [identifier], body: {} });
  return { conversationId };
}
