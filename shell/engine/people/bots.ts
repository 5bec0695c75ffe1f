// The conversations with AIs, as the gateway sends them at sign-in and by notices.
import type { AccountDb } from '@amber/client/db';
import type { AiConversation } from '@amber/proto';

/** Updates one; omitted fields stay. Must be called inside a transaction that holds `bots`. */
export async function putBot(db: AccountDb, { conversation, aiBotInfo }: Partial<AiConversation>): Promise<void> {
  if (typeof conversation?.conversationId !== 'string') return;
  const id = conversation.conversationId;
  const here = await db.bots.get(id);
  await db.bots.put({
    id,
    conversation: { ...here?.conversation, ...conversation },
    aiBotInfo: aiBotInfo ?? here?.aiBotInfo ?? null,
  });
}
