// An envelope's fields beside its content: what this device has sent before, what has arrived here, what was read.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { Device, Sealed } from '@amber/proto';

/** Something that this device has sent: later envelopes name it to the devices that it was sealed for. */
export interface Named {
  id: string;
  /** When, by this device's clock. */
  at: number;
  /** Addresses. */
  to: readonly string[];
}

/** The contents' conversation, and what is sealed beside each content. */
export type Within = Pick<Sealed, 'conversationId'> &
  Partial<Pick<Sealed, 'seen' | 'read'>> & {
    /** Oldest first; of several contents each names those before it too. */
    before?: readonly Named[];
  };

/** In the table of this device's keys: what was sent last in a conversation; whether others learn what was read. */
const sentKey = (conversationId: string): string => `sent:${conversationId}`;
const readStateKey = 'readState';

interface SentRow {
  key: string;
  sent?: Named[];
}

/** So many are kept: not each of them was sealed for every device. */
const kept = 8;
/** How far back the other's last message is looked for. */
const looksAt = 50;

/** The gateway has acknowledged these. Must be called inside a transaction that holds `identity`. */
export async function noteSent(db: AccountDb, conversationId: string, sent: readonly Named[]): Promise<void> {
  const key = sentKey(conversationId);
  const before = await sentIn(db, conversationId);
  const fresh = sent.filter(({ id }) => !before.some((one) => one.id === id));
  if (fresh.length > 0) await db.identity.put({ key, sent: [...before, ...fresh].slice(-kept) } as SentRow);
}

/** What this device has sent last in a conversation. Rows of older builds name no devices. */
const sentIn = async (db: AccountDb, conversationId: string): Promise<readonly Named[]> =>
  ((await db.identity.get(sentKey(conversationId))) as SentRow | undefined)?.sent ?? [];

export const keepReadState = async (db: AccountDb, hidden: boolean): Promise<void> =>
  void (await db.identity.put({ key: readStateKey, hidden } as { key: string }));

/** Until the privacy setting is known, no read receipts are sent. */
export const marksOf = (db: AccountDb, me: Device, conversationId: string): Promise<Within> =>
  db.transaction('r', db.identity, db.messages, db.conversations, async () => {
    const lastOf = (upTo: number) =>
      db.messages
        .where('[conversationId+order]')
        .between([conversationId, -Infinity], [conversationId, upTo], true, true)
        .reverse()
        .limit(looksAt)
        .toArray()
        .then((rows) => rows.find(isTheirs)?.id ?? '');
    const isTheirs = ({ form, content }: MessageRow) =>
      form === 1 && content.sender !== null && content.sender.identifier !== me.identifier;
    const [before, readState, conversation] = await Promise.all([
      sentIn(db, conversationId),
      db.identity.get(readStateKey) as Promise<{ hidden?: boolean } | undefined>,
      db.conversations.get(conversationId),
    ]);
    if (readState?.hidden !== false || !conversation) return { conversationId, before };
    const [seen, read] = await Promise.all([lastOf(Infinity), lastOf(conversation.readSeq)]);
    return { conversationId, before, seen, read };
  });
