// A slap: a line in the private chat with that person.
import { engine, newMessageId } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { liveQuery } from 'dexie';
import { filter, firstValueFrom, from, timeout } from 'rxjs';

/** What takes longer is left to the outbox, as every message is. */
const waitedFor = 5_000;

/** Whether the gateway took it, or has not answered yet. A refused command leaves no row; the reason is a toast. */
async function isTaken(id: string): Promise<boolean> {
  const db = accountDb();
  if (!db) return false;
  const isWaiting = async () => (await db.outbox.get(id)) !== undefined;
  const answered = from(liveQuery(isWaiting)).pipe(
    filter((waits) => !waits),
    timeout(waitedFor),
  );
  const isAnswered = await firstValueFrom(answered).then(
    () => true,
    () => false,
  );
  return !isAnswered || (await db.messages.get(id)) !== undefined;
}

/** Slaps a person; returns their chat, and whether the slap stands in it. @throws Fault when the chat cannot be opened. */
export async function sendSlap(identifier: string): Promise<{ conversationId: string; taken: boolean }> {
  const { conversationId } = await engine.openPrivateChat({ identifier });
  const id = newMessageId();
  await engine.command({ id, conversationId, cmdId: 'slap', targets: [identifier], body: {} });
  return { conversationId, taken: await isTaken(id) };
}
