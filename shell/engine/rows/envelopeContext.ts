// An envelope's fields beside its content: what this device has sent before, what has arrived here, what was read.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { Device, Sealed } from '@amber/proto';

/** Something that this device has sent: later envelopes name it to the devices that it was sealed for. */
export interface SentReference {
  id: string;
  /** When, by this device's clock. */
  at: number;
  /** Addresses. */
  to: readonly string[];
}

/** The contents' conversation, and what is sealed beside each content. */
export type EnvelopeContext = Pick<Sealed, 'conversationId'> &
  Partial<Pick<Sealed, 'seen' | 'read'>> & {
    /** Oldest first; of several contents each names those before it too. */
    before?: readonly SentReference[];
  };

/** In the table of this device's keys: what was sent last in a conversation; whether others learn what was read. */
const sentKey = (conversationId: string): string => `sent:${conversationId}`;
const readStateKey = 'readState';

interface SentRow {
  key: string;
  sent?: SentReference[];
}

/** So many are kept: not each of them was sealed for every device. */
const sentMax = 8;
/** How far back the other's last message is looked for. */
const lookBackMax = 50;

/** The gateway has acknowledged these. Must be called inside a transaction that holds `identity`. */
export async function recordSent(db: AccountDb, conversationId: string, sent: readonly SentReference[]): Promise<void> {
  const key = sentKey(conversationId);
  const before = await sentInConversation(db, conversationId);
  const newlySent = sent.filter(({ id }) => !before.some((one) => one.id === id));
  if (newlySent.length > 0) await db.identity.put({ key, sent: [...before, ...newlySent].slice(-sentMax) } as SentRow);
}

/** What this device has sent last in a conversation. Rows of older builds name no devices. */
const sentInConversation = async (db: AccountDb, conversationId: string): Promise<readonly SentReference[]> =>
  ((await db.identity.get(sentKey(conversationId))) as SentRow | undefined)?.sent ?? [];

export const saveReadState = async (db: AccountDb, hidden: boolean): Promise<void> =>
  void (await db.identity.put({ key: readStateKey, hidden } as { key: string }));

/** Until the privacy setting is known, no read receipts are sent. */
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
      db.identity.get(readStateKey) as Promise<{ hidden?: boolean } | undefined>,
      db.conversations.get(conversationId),
    ]);
    if (readState?.hidden !== false || !conversation) return { conversationId, before };
    const [seen, read] = await Promise.all([lastOf(Infinity), lastOf(conversation.readSeq)]);
    return { conversationId, before, seen, read };
  });
