// Takes what the gateway says of a conversation into the database: once, in order, then acknowledges it.
import type { AccountDb, ConversationRow, CursorRow, MessageRow } from '@amber/client/db';
import type { Content, Conversation, Device, Row } from '@amber/proto';
import { newContent, textOf } from './content.ts';
import type { Sealer } from './sealer.ts';

/** What has arrived and was not here before. */
export interface Arrival {
  conversationId: string;
  id: string;
  from: string;
  text: string;
}

export interface Inbox {
  /**
   * Stores rows of one conversation that follow each other, oldest first. Returns what is new of others and where this
   * device then stands; null when something before them has not arrived yet.
   * A row that is here already changes nothing; a row of one's own settles what was being sent.
   */
  store(rows: readonly [Row, ...Row[]]): Promise<{ arrivals: Arrival[]; cursor: CursorRow } | null>;
  /**
   * Brings a conversation as the gateway lists it up to date, keeping what this device holds beside it.
   * `cursor` is where this device stands when the gateway has nothing between its own place and there; `sortTime`
   * places a conversation that is new here.
   */
  storeConversation(conversation: Conversation, known: { readSeq: number; sortTime: number; cursor?: CursorRow }): Promise<void>;
}

interface InboxPorts {
  db: AccountDb;
  sealer: Sealer;
  me: Device;
}

export function createInbox({ db, sealer, me }: InboxPorts): Inbox {
  function toMessage(row: Row, content: Content, readSeq: number): MessageRow {
    const mine = row.sender?.identifier === me.identifier;
    const isRead = mine || row.seq <= readSeq || row.content === null;
    return {
      id: row.id,
      conversationId: row.conversationId,
      content: { ...content, id: row.id, sender: row.sender, timestamp: row.timestamp },
      loading: false,
      pending: false,
      error: '',
      fault: '',
      createdAt: row.timestamp,
      isRead,
      ...(!isRead && { unread: 1 as const }),
      seq: row.seq,
      order: row.seq,
      copy: row.copy,
    };
  }

  /** What is here under this id keeps its content and takes the gateway's place and time. */
  const settle = (message: MessageRow, row: Row): MessageRow => ({
    ...message,
    content: { ...message.content, timestamp: row.timestamp },
    loading: false,
    pending: false,
    error: '',
    fault: '',
    createdAt: row.timestamp,
    seq: row.seq,
    order: row.seq,
  });

  const store: Inbox['store'] = async (rows) => {
    const [{ conversationId, epoch, prevSeq }] = rows;
    // Opened before the transaction: IndexedDB ends one that waits for anything but itself.
    const opened = await Promise.all(rows.map((row) => (row.content ? sealer.open(row.content) : newContent({ id: row.id, sender: row.sender, timestamp: row.timestamp }))));

    return db.transaction('rw', db.messages, db.conversations, db.cursors, db.outbox, async () => {
      const [existing, conversation, cursor] = await Promise.all([
        db.messages.bulkGet(rows.map((row) => row.id)), db.conversations.get(conversationId), db.cursors.get(conversationId),
      ]);
      if (cursor?.epoch !== epoch || cursor.seq < prevSeq) return null;
      if (rows.at(-1)!.seq <= cursor.seq) return { arrivals: [], cursor };
      const moved = { conversationId, epoch, seq: rows.at(-1)!.seq };

      const arrivals: Arrival[] = [];
      const written = rows.map((row, index) => {
        const here = existing[index];
        if (here) return settle(here, row);
        const message = toMessage(row, opened[index]!, conversation?.readSeq ?? 0);
        if (message.unread) {
          arrivals.push({ conversationId, id: row.id, from: row.sender?.identifier ?? '', text: textOf(message.content) });
        }
        return message;
      });
      const last = written.at(-1)!;
      // Asked for together: the browser answers them in one go.
      await Promise.all([
        db.messages.bulkPut(written),
        db.cursors.put(moved),
        db.outbox.bulkDelete(existing.flatMap((here) => here?.id ?? [])),
        conversation && db.conversations.put({
          ...conversation,
          unread: conversation.unread + arrivals.length,
          sortTime: Math.max(conversation.sortTime, last.createdAt),
          preview: last.content.type ? textOf(last.content) : conversation.preview,
        }),
      ]);
      return { arrivals, cursor: moved };
    });
  };

  const storeConversation: Inbox['storeConversation'] = (conversation, { readSeq, sortTime, cursor }) =>
    db.transaction('rw', db.conversations, db.messages, db.cursors, async () => {
      const { conversionId } = conversation;
      const here = await db.conversations.get(conversionId);
      const row: ConversationRow = {
        sortTime,
        preview: '',
        unread: 0,
        mentions: 0,
        peerReadSeq: 0,
        peerDeliveredSeq: 0,
        ...here,
        ...conversation,
        readSeq: Math.max(here?.readSeq ?? 0, readSeq),
        toldSeq: Math.max(here?.toldSeq ?? 0, readSeq),
      };
      if (here && row.readSeq > here.readSeq) row.unread = await markRead(db, conversionId, row.readSeq);
      await db.conversations.put(row);
      if (cursor) await moveCursor(db, cursor);
    });

  return { store, storeConversation };
}

/**
 * Moves a cursor on, never back; a new epoch is another history, so it counts from there.
 * To be called inside a transaction that holds `cursors`.
 */
export async function moveCursor(db: AccountDb, to: CursorRow): Promise<void> {
  const here = await db.cursors.get(to.conversationId);
  if (!here || here.epoch !== to.epoch || here.seq < to.seq) await db.cursors.put(to);
}

/**
 * Marks what has arrived up to this place as read and returns how many unread are left.
 * To be called inside a transaction that holds `messages`.
 */
export async function markRead(db: AccountDb, conversationId: string, seq: number): Promise<number> {
  const waiting = await db.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray();
  const seen = waiting.filter((message) => message.seq <= seq);
  await db.messages.bulkPut(seen.map(({ unread, ...message }) => ({ ...message, isRead: true })));
  return waiting.length - seen.length;
}
