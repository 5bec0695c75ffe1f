// Read positions of conversations, mine and those of others; mine are sent to the gateway until it confirms them. My
// mark 'unread' ends with the next position.
import type { ConversationRow } from '@amber/client/db';
import type { AccountContext } from '../kit/accountContext.ts';
import { timer } from 'rxjs';
import { markRead } from '../rows/markRead.ts';
import { isSealed } from '../rows/people/privateChats.ts';

/** In milliseconds. */
const reportInterval = 1_000;

export interface ReadPositions {
  /**
   * Stores that I have read a conversation up to this position. Resolves when it is stored, and sent if that is
   * possible now. The gateway gets one position of a conversation per second: a reader who scrolls advances often.
   */
  advanceOwn(conversationId: string, seq: number): Promise<void>;
  /** Stores that I have read a conversation up to this position on another device. */
  storeOwn(conversationId: string, seq: number): Promise<void>;
  /** Sends the gateway the positions that were read while offline. @throws Fault of the call. */
  sendPending(): Promise<void>;
  /** Stores the position up to which the others have received or read the conversation. */
  advancePeer(field: 'peerReadSeq' | 'peerDeliveredSeq', conversationId: string, seq: number): Promise<void>;
}

export function createReadPositions({
  db,
  api,
  me,
  clock,
  warn,
}: Pick<AccountContext, 'db' | 'api' | 'me' | 'clock' | 'warn'>): ReadPositions {
  /** Moves a position of a conversation forward, never back. */
  const advance = (
    field: 'toldSeq' | 'peerReadSeq' | 'peerDeliveredSeq',
    conversationId: string,
    seq: number,
  ): Promise<void> =>
    db.transaction('rw', db.conversations, async () => {
      await db.conversations.where({ conversionId: conversationId }).modify((row) => {
        // In an encrypted chat, read receipts are sent encrypted.
        if (field === 'peerReadSeq' && isSealed(row, me)) return;
        row[field] = Math.max(row[field], seq);
      });
    });

  /** Returns the fields of a conversation that is read up to this position; none if it already was. */
  const readTo = async (conversation: ConversationRow, seq: number): Promise<Partial<ConversationRow>> =>
    conversation.readSeq < seq ? { readSeq: seq, ...(await markRead(db, conversation, seq, me.identifier)) } : {};

  async function sendRead(conversationId: string, seq: number): Promise<void> {
    await api.message.read({ conversationId, seq });
    await advance('toldSeq', conversationId, seq);
    await db.conversations.update(conversationId, { unmarked: undefined });
  }

  /** The conversations whose position was sent less than `reportInterval` ago. */
  const justReported = new Set<string>();

  async function report(conversationId: string): Promise<void> {
    if (justReported.has(conversationId)) return;
    const { readSeq = 0, toldSeq = 0, unmarked } = (await db.conversations.get(conversationId)) ?? {};
    if (readSeq <= toldSeq && !unmarked) return;
    justReported.add(conversationId);
    timer(reportInterval, clock).subscribe(() => {
      justReported.delete(conversationId);
      if (db.isOpen()) void report(conversationId).catch(warn('told'));
    });
    await sendRead(conversationId, readSeq).catch(warn('told'));
  }

  return {
    advancePeer: advance,
    storeOwn: (conversationId, seq) =>
      db.transaction('rw', db.messages, db.cursors, db.conversations, async () => {
        const conversation = await db.conversations.get(conversationId);
        if (!conversation) return;
        const toldSeq = Math.max(conversation.toldSeq, seq);
        await db.conversations.update(conversationId, { toldSeq, ...(await readTo(conversation, seq)) });
      }),
    async advanceOwn(conversationId, seq) {
      const moved = await db.transaction('rw', db.messages, db.cursors, db.conversations, async () => {
        const conversation = await db.conversations.get(conversationId);
        const isMarked = conversation?.userSetting?.markedUnread === true;
        if (!conversation || (conversation.readSeq >= seq && !isMarked)) return false;
        await db.conversations.update(conversationId, {
          ...(await readTo(conversation, seq)),
          ...(isMarked && { unmarked: true, userSetting: { ...conversation.userSetting!, markedUnread: false } }),
        });
        return true;
      });
      if (moved) await report(conversationId);
    },
    async sendPending() {
      const pending = await db.conversations
        .filter(({ readSeq, toldSeq, unmarked }) => readSeq > toldSeq || !!unmarked)
        .toArray();
      for (const { conversionId, readSeq } of pending) await sendRead(conversionId, readSeq);
    },
  };
}
