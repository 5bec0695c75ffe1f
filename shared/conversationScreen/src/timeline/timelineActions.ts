// Actions on the messages of a conversation, whose code is loaded with the first of them.
import { copyText } from '@amber/client/copyText';
import { api, engine, showToast } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { ConversationRow } from '@amber/client/rows';
import { words } from '../words/gen/timelineParts.ts';

export { copyText };
export { openPerson } from './openPerson.ts';

/** Returns the id of the oldest unread message that mentions the user. */
export async function oldestMention(conversationId: string): Promise<string | undefined> {
  const waiting =
    (await accountDb()?.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray()) ?? [];
  return waiting.filter(({ mention }) => mention).toSorted((a, b) => a.order - b.order)[0]?.id;
}

export async function addFavorite(conversationId: string, id: string): Promise<void> {
  await api.user.addFavorite({ conversationId, id });
  showToast('success', words.favorited);
}

export const copyLink = ({ conversionId: cid, spaceId: sid }: ConversationRow, message: string): Promise<void> =>
  copyText(`${location.origin}/chat${paths.message({ cid, sid, message })}`, words.linkCopied);

export async function askAgain(id: string): Promise<void> {
  const isRequested = await engine.askAgain({ id });
  showToast('info', isRequested ? words.askedAgain : words.askedRecently);
}

export async function undoWithdrawal(conversationId: string, target: string): Promise<void> {
  const { undone } = await engine.undoWithdrawal({ conversationId, target });
  if (!undone) showToast('info', words.tooLateToUndo);
}

export const tellNotHere = (): void => showToast('info', words.notHere);
