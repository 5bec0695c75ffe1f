// The message that the list of conversations shows of each, with its author and how far it has come.
import type { AccountDb, ConversationRow, MessageRow } from '@amber/client/db';
import { emptyPreview, previewOf } from './messageKinds.ts';
import { rowsInOrder } from './rowsInOrder.ts';

type Listing = Required<Pick<ConversationRow, 'preview' | 'previewKind' | 'previewDuration' | 'last'>>;

/** The listing of a conversation without messages. */
export const emptyListing: Listing = { ...emptyPreview, last: undefined };

/** Returns the fields of a conversation that show this message. All are always set, so that they replace the others. */
export function listingOf(message: MessageRow): Listing {
  const { id, content, seq, loading, pending, error } = message;
  return {
    ...previewOf(message),
    last: { id, sender: content.sender?.identifier ?? '', seq, loading, pending, error },
  };
}

/**
 * Updates the list after the messages `ids` were changed or deleted. A deleted one is replaced by the newest message
 * that is left. Must be called inside a transaction that holds `messages` and `conversations`.
 */
export async function relist(db: AccountDb, conversationId: string, ids: readonly string[]): Promise<void> {
  const last = (await db.conversations.get(conversationId))?.last;
  if (last && !ids.includes(last.id)) return;
  const listed =
    (last && (await db.messages.get(last.id))) ??
    (await rowsInOrder(db.messages, conversationId)
      .reverse()
      .filter(({ content }) => content.type !== 'system')
      .first());
  await db.conversations.update(conversationId, listed ? listingOf(listed) : emptyListing);
}
