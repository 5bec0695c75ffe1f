// The chat with one's own devices, which is created when it does not exist.
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
