// The fields of an envelope beside its content: earlier messages of this device, the last received message, the read
// position.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { Device, Sealed } from '@amber/proto';
import { getIdentityRow, putIdentityRow, type SentReference } from '../keys/identityRows.ts';

/** The conversation, and the fields that are encrypted with each content. */
export type EnvelopeContext = Pick<Sealed, 'conversationId'> &
  Partial<Pick<Sealed, 'seen' | 'read'>> & {
    /** Oldest first. Of several contents, each also names those before it. */
    before?: readonly SentReference[];
  };

/** How many references are stored: more than an envelope names, because not each was encrypted for every device. */
const sentMax = 8;
/** How many messages are searched for the last one of the other person. */
const lookBackMax = 50;

/** Records messages that the gateway has acknowledged. Must be called inside a transaction that holds `identity`. */
export async function recordSent(db: AccountDb, conversationId: string, sent: readonly SentReference[]): Promise<void> {
  const before = await sentInConversation(db, conversationId);
  const newlySent = sent.filter(({ id }) => !before.some((one) => one.id === id));
  if (newlySent.length > 0)
    await putIdentityRow(db, 'sent:', { sent: [...before, ...newlySent].slice(-sentMax) }, conversationId);
}

/** The last messages that this device has sent in a conversation. Rows of older builds name no devices. */
const sentInConversation = async (db: AccountDb, conversationId: string): Promise<readonly SentReference[]> =>
  (await getIdentityRow(db, 'sent:', conversationId))?.sent ?? [];

/**
 * Collects the envelope fields for the next messages. Until the privacy setting is known, no read receipts are sent.
 */
export const envelopeContextOf = (db: AccountDb, me: Device, conversationId: string): Promise<EnvelopeContext> =>
  db.transaction('r', db.identity, db.messages, db.conversations, async () => {
    const lastOf = (upTo: number) =>
      db.messages
        .where('[conversationId+order]')
        .between([conversationId, -Infinity], [conversationId, upTo], true, true)
        .reverse()
        .limit(lookBackMax)
        .toArray()
        .then((rows) => rows.find(isTheirs)?.id ?? '');
    const isTheirs = ({ form, content }: MessageRow) =>
      form === 1 && content.sender !== null && content.sender.identifier !== me.identifier;
    const [before, readState, conversation] = await Promise.all([
      sentInConversation(db, conversationId),
      getIdentityRow(db, 'readState'),
      db.conversations.get(conversationId),
    ]);
    if (readState?.hidden !== false || !conversation) return { conversationId, before };
    const [seen, read] = await Promise.all([lastOf(Infinity), lastOf(conversation.readSeq)]);
    return { conversationId, before, seen, read };
  });
