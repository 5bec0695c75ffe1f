// The engine's functions for bots: streamed answers, spoken messages, the list, and opening a chat. It is a separate
// chunk.
import type { AccountDb } from '@amber/client/db';
import type { AiBotInfo, Conversation } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { AccountContext } from '../kit/accountContext.ts';
import { createSpokenMessages, type SpokenMessagesPorts } from '../voice/spokenMessages.ts';
import { createStreams, type StreamPorts } from './streams.ts';

export type BotsPorts = StreamPorts & SpokenMessagesPorts & Pick<AccountContext, 'catchUp'>;

/** Stores a bot under its own id and in the conversations with it. Must be called inside a transaction on `bots`. */
async function putBotInfo(db: AccountDb, info: AiBotInfo): Promise<void> {
  if (info.removed) await db.bots.delete(info.aiBotId);
  else await db.bots.put({ id: info.aiBotId, conversation: null, aiBotInfo: info, human: null });
  await db.bots
    .filter(({ conversation, aiBotInfo }) => conversation !== null && aiBotInfo?.aiBotId === info.aiBotId)
    .modify((row) => {
      row.aiBotInfo = info;
    });
}

export type Bots = ReturnType<typeof createBots>;

export function createBots({ catchUp, ...ports }: BotsPorts) {
  const { db, api } = ports;
  const streams = createStreams(ports);
  const { close: closeSpoken, ...spoken } = createSpokenMessages(ports);

  const putBotInfos = (list: readonly AiBotInfo[]) =>
    db.transaction('rw', db.bots, async () => {
      for (const info of list) await putBotInfo(db, info);
    });

  return {
    receiveChunk: streams.receiveChunk,
    ...spoken,
    close() {
      streams.close();
      closeSpoken();
    },

    /** Updates the list with the bots that have changed since the newest one here. @throws Fault of the call. */
    async refresh(): Promise<void> {
      const own = await db.bots.filter(({ conversation }) => conversation === null).toArray();
      const updateTime = Math.max(0, ...own.map(({ aiBotInfo }) => aiBotInfo?.updateTime ?? 0));
      const { list } = await api.aiBot.queryAiBotList({ updateTime });
      await putBotInfos(list);
    },

    /**
     * Returns the chat with this bot. @throws Fault of the call; UNKNOWN when the gateway answers with another chat.
     */
    async openChat(aiBotId: string): Promise<{ conversationId: string }> {
      const isChatWithBot = (one: Conversation) =>
        one.type === 'robot' && one.userInfo.some(({ identifier }) => identifier === aiBotId);
      const { conversation } = await api.conversation.create({ type: 'robot', identifiers: [aiBotId] });
      if (!conversation || !isChatWithBot(conversation)) throw new Fault('UNKNOWN');
      await catchUp();
      const existing = await db.conversations.get(conversation.conversionId);
      if (existing && !isChatWithBot(existing)) throw new Fault('UNKNOWN');
      // The list only contains bots that changed since the last refresh, and this row may be older than that.
      const { aiBotInfo } = await api.aiBot.getAiBot({ aiBotId });
      if (aiBotInfo?.aiBotId === aiBotId) await putBotInfos([aiBotInfo]);
      return { conversationId: conversation.conversionId };
    },
  };
}
