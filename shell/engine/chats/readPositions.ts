// How far conversations have been read, by me and by others: kept in rows, and sent to the gateway until it confirms.
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import { markRead } from '../rows/markRead.ts';
import { isSealed } from '../rows/people/privateChats.ts';

export interface ReadPositions {
  /** I have read a conversation up to this place. Resolves when it is stored and, as far as possible now, sent. */
  advanceOwn(conversationId: string, seq: number): Promise<void>;
  /** Sends the gateway what was read while offline. @throws Fault of the call. */
  sendPending(): Promise<void>;
  /** The others have received it, or read it, up to this place. */
  advancePeer(field: 'peerReadSeq' | 'peerDeliveredSeq', conversationId: string, seq: number): Promise<void>;
}

export function createReadPositions({
  db,
  api,
  me,
  failed,
}: {
  db: AccountDb;
  api: Api;
  me: Device;
  failed(thrown: unknown): void;
}): ReadPositions {
  /** Moves a conversation's place forward, never back. */
  const advance = (
    field: 'toldSeq' | 'peerReadSeq' | 'peerDeliveredSeq',
    conversationId: string,
    seq: number,
  ): Promise<void> =>
    db.transaction('rw', db.conversations, async () => {
      await db.conversations.where({ conversionId: conversationId }).modify((row) => {
        // The read receipt of a sealed chat is sent sealed.
        if (field === 'peerReadSeq' && isSealed(row, me)) return;
        row[field] = Math.max(row[field], seq);
      });
    });

  async function sendRead(conversationId: string, seq: number): Promise<void> {
    await api.message.read({ conversationId, seq });
    await advance('toldSeq', conversationId, seq);
  }

  return {
    advancePeer: advance,
    async advanceOwn(conversationId, seq) {
      const moved = await db.transaction('rw', db.messages, db.conversations, async () => {
        const conversation = await db.conversations.get(conversationId);
        if (!conversation || conversation.readSeq >= seq) return false;
        await db.conversations.update(conversationId, { readSeq: seq, ...(await markRead(db, conversationId, seq)) });
        return true;
      });
      if (moved) await sendRead(conversationId, seq).catch(failed);
    },
    async sendPending() {
      const pending = await db.conversations.filter(({ readSeq, toldSeq }) => readSeq > toldSeq).toArray();
      for (const { conversionId, readSeq } of pending) await sendRead(conversionId, readSeq);
    },
  };
}
