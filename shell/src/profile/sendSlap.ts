// Sends a slap: a line in the private chat with a person.
import { engine, events$, newMessageId } from '@amber/client/hostEngine';
import { hostDb } from '@amber/client/hostDb';
import { liveQuery } from 'dexie';
import { filter, firstValueFrom, from, map, timeout } from 'rxjs';

/** Milliseconds; after that the outbox retries the slap like any message. */
const answerTimeout = 5_000;

/** Whether the gateway accepted the command, or has not answered yet. A refused command leaves no row. */
async function isAccepted(id: string): Promise<boolean> {
  const db = hostDb();
  if (!db) return false;
  const isWaiting = async () => (await db.outbox.get(id)) !== undefined;
  const answered = from(liveQuery(isWaiting)).pipe(
    filter((waits) => !waits),
    timeout(answerTimeout),
  );
  const isAnswered = await firstValueFrom(answered).then(
    () => true,
    () => false,
  );
  return !isAnswered || (await db.messages.get(id)) !== undefined;
}

/**
 * Slaps a person. Returns their chat, and the fault code if the gateway refused the command; members also see it as a
 * toast.
 * @throws Fault when the chat cannot be opened.
 */
export async function sendSlap(identifier: string): Promise<{ conversationId: string; refused: string | null }> {
  const { conversationId } = await engine.openPrivateChat({ identifier });
  const id = newMessageId();
  const refusal = firstValueFrom(
    events$.pipe(
      filter((event) => event.type === 'refused'),
      map(({ code }) => code),
      timeout(2 * answerTimeout),
    ),
  ).catch(() => 'UNKNOWN');
  await engine.command({ id, conversationId, cmdId: 'slap', targets: [identifier], body: {} });
  return { conversationId, refused: (await isAccepted(id)) ? null : await refusal };
}
