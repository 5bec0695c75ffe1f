// The stored conversations with bots, as the gateway sends them at sign-in and in notices.
import type { AccountDb } from '@amber/client/db';
import type { AiConversation, AiConversation_State } from '@amber/proto';

/** Updates one conversation; omitted fields stay. Must be called inside a transaction that holds `bots`. */
export async function putBot(
  db: AccountDb,
  { conversation, aiBotInfo, human }: Partial<AiConversation>,
): Promise<void> {
  if (typeof conversation?.conversationId !== 'string') return;
  const id = conversation.conversationId;
  const stored = await db.bots.get(id);
  await db.bots.put({
    id,
    conversation: { ...stored?.conversation, ...conversation },
    aiBotInfo: aiBotInfo ?? stored?.aiBotInfo ?? null,
    human: human === undefined ? (stored?.human ?? null) : human,
  });
}

/** Records whether the bot or a human answers from now on. The aiConversation notice has the details of the human. */
export async function setBotState(db: AccountDb, conversationId: string, state: AiConversation_State): Promise<void> {
  const identifier = (await db.bots.get(conversationId))?.conversation?.identifier ?? '';
  await putBot(db, { conversation: { conversationId, identifier, state }, ...(state === 'AI' && { human: null }) });
}

/**
 * Deletes the sounds of what a bot has written: it may have lost the cloned voice in which they are. They are computed
 * anew when somebody listens. Must be called inside a transaction that holds `files` and `messages`.
 */
export async function deleteBotSounds(db: AccountDb, bot: string): Promise<void> {
  const ids = await db.files.filter(({ spoken }) => spoken !== undefined).primaryKeys();
  const messages = await db.messages.bulkGet(ids);
  await db.files.bulkDelete(ids.filter((_, at) => messages[at]?.content.sender?.identifier === bot));
}
