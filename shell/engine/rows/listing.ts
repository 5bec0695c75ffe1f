// The message that the list of conversations shows of each, with its author and how far it has come.
import type { AccountDb, ConversationRow, MessageRow, PreviewKind } from '@amber/client/db';
import { readFile } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { emptyPreview, previewOf } from './messageKinds.ts';
import { rowsInOrder } from './rowsInOrder.ts';

type Listing = Required<Pick<ConversationRow, 'preview' | 'previewKind' | 'previewDuration' | 'last'>>;

/** The listing of a conversation without messages. */
export const emptyListing: Listing = { ...emptyPreview, last: undefined };

/** Returns the message whose text the list shows: for a picture without a caption, the one that bears its album's. */
async function captionedOf(db: AccountDb, message: MessageRow): Promise<MessageRow> {
  const { content, conversationId, order } = message;
  const isMedia = (kind: PreviewKind | undefined) => kind === 'image' || kind === 'video';
  const album = isMedia(previewOf(message).previewKind) ? readFile(content)?.album : undefined;
  if (!album || album.index === 0) return message;
  const before = await rowsInOrder(db.messages, conversationId, -Infinity, order)
    .reverse()
    .limit(limits.albumMax - 1)
    .toArray();
  const captioned = before.find(
    (one) =>
      one.content.sender?.identifier === content.sender?.identifier &&
      readFile(one.content)?.album?.id === album.id &&
      previewOf(one).previewKind === undefined,
  );
  return captioned ?? message;
}

/**
 * Returns the fields of a conversation that show this message. All are always set, so that they replace the others.
 * Must be called inside a transaction that holds `messages`.
 */
export async function listingOf(db: AccountDb, message: MessageRow): Promise<Listing> {
  const { id, content, seq, loading, pending, error } = message;
  return {
    ...previewOf(await captionedOf(db, message)),
    last: { id, sender: content.sender?.identifier ?? '', seq, loading, pending, error },
  };
}

/**
 * Updates the list after the messages `ids` were changed or deleted. A deleted one is replaced by the newest message
 * that is left. Must be called inside a transaction that holds `messages` and `conversations`.
 */
export async function relist(db: AccountDb, conversationId: string, ids: readonly string[]): Promise<void> {
  const last = (await db.conversations.get(conversationId))?.last;
  const stored = last && (await db.messages.get(last.id));
  // A picture's text may be that of another message, which has changed.
  const isAffected = !last || ids.includes(last.id) || (stored && readFile(stored.content)?.album);
  if (!isAffected) return;
  const listed =
    stored ??
    (await rowsInOrder(db.messages, conversationId)
      .reverse()
      .filter(({ content }) => content.type !== 'system')
      .first());
  await db.conversations.update(conversationId, listed ? await listingOf(db, listed) : emptyListing);
}
