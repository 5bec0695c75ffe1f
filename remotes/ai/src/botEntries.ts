// The entries of the list of bots: my own, and those that I talk with.
import type { AccountRows, ConversationRow } from '@amber/client/rows';
import type { AiBotInfo } from '@amber/proto';
import { compareNames } from '@amber/words/formats';
import { displayNameOf } from './botNames.ts';

export interface BotEntry {
  aiBotId: string;
  name: string;
  avatar: string;
  /** Null if only the chat is known. */
  bot: AiBotInfo | null;
  /** The chat with the bot; empty before the first one. */
  conversationId: string;
  /** A chat that is marked as unread counts as one. */
  unread: number;
  /** Whether it is marked as unread, and no message is. */
  isMarked: boolean;
  preview: string;
  /** Whether the preview is from an AI, not from me. */
  isByAi: boolean;
  at: number;
}

/** Reads the data of the list. */
export const readBots = async (db: AccountRows): Promise<[(AiBotInfo | null)[], ConversationRow[]]> => [
  (await db.bots.toArray()).map(({ aiBotInfo }) => aiBotInfo),
  await db.conversations.where({ type: 'robot' }).toArray(),
];

/** Sorts unread ones first, then assistants, then by name. A bot that was removed remains while its chat is listed. */
export function botEntries(
  infos: readonly (AiBotInfo | null)[],
  chats: readonly ConversationRow[],
  me: string,
): BotEntry[] {
  const bots = new Map(infos.flatMap((info) => (info ? [[info.aiBotId, info]] : [])));
  const chatOf = new Map(
    chats
      .filter(({ status }) => status === 'normal')
      .flatMap((chat) =>
        chat.userInfo.filter(({ identifier }) => identifier !== me).map((one) => [one.identifier, { chat, one }]),
      ),
  );
  const ids = new Set([
    ...[...bots.values()].filter(({ removed }) => !removed).map(({ aiBotId }) => aiBotId),
    ...chatOf.keys(),
  ]);
  return [...ids]
    .map((aiBotId): BotEntry => {
      const bot = bots.get(aiBotId) ?? null;
      const { chat, one } = chatOf.get(aiBotId) ?? {};
      const isMarked = chat?.unread === 0 && !!chat.userSetting?.markedUnread;
      return {
        aiBotId,
        bot,
        name: bot ? displayNameOf(bot) : (one?.lastName ?? ''),
        avatar: bot?.avatar ?? one?.avatar ?? '',
        conversationId: chat?.conversionId ?? '',
        unread: chat?.unread || Number(isMarked),
        isMarked,
        preview: chat?.preview ?? '',
        isByAi: chat?.previewKind === 'ai',
        at: chat?.sortTime ?? 0,
      };
    })
    .toSorted(
      (a, b) =>
        b.at - a.at ||
        Number(b.bot?.type === 'assistant') - Number(a.bot?.type === 'assistant') ||
        compareNames(a.name, b.name),
    );
}
