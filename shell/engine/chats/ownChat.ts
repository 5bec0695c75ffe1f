// The chat with one's own devices, which is created when it does not exist. The list shows it once it is used.
import { Fault } from '@amber/proto/faults';
import type { AccountContext } from '../kit/accountContext.ts';
import { isOwnChat } from '../rows/people/privateChats.ts';

/**
 * Returns the id of that chat.
 * @throws Fault UNKNOWN when the gateway answers with another chat, and the faults of the calls.
 */
export async function findOrCreateOwnChat({
  db,
  api,
  me,
  catchUp,
}: Pick<AccountContext, 'db' | 'api' | 'me' | 'catchUp'>): Promise<string> {
  const existing = (await db.conversations.where({ type: 'private' }).toArray()).find((chat) => isOwnChat(chat, me));
  if (existing) return existing.conversionId;
  const { conversation } = await api.conversation.create({ type: 'private', identifiers: [me.identifier] });
  if (!conversation) throw new Fault('UNKNOWN');
  if (!(await db.conversations.get(conversation.conversionId))) await catchUp();
  if (!isOwnChat(await db.conversations.get(conversation.conversionId), me)) throw new Fault('UNKNOWN');
  return conversation.conversionId;
}

/** Puts that chat on the list and returns its id. @throws Fault as above. */
export async function openOwnChat(
  context: Pick<AccountContext, 'db' | 'api' | 'me' | 'catchUp' | 'now'>,
): Promise<string> {
  const { db, now } = context;
  const id = await findOrCreateOwnChat(context);
  await db.transaction('rw', db.conversations, async () => {
    if ((await db.conversations.get(id))?.status !== 'normal')
      await db.conversations.update(id, { status: 'normal', sortTime: now() });
  });
  return id;
}
