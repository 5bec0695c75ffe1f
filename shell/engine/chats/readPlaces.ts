// How far conversations have been read, by me and by others: kept in rows, and sent to the gateway until it confirms.
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import { markRead } from '../rows/markRead.ts';
import { isSealed } from '../rows/people/privateChats.ts';

export interface ReadPlaces {
  /** I have read a conversation up to this place. Resolves when it is stored and, as far as possible now, sent. */
  read(conversationId: string, seq: number): Promise<void>;
  /** Sends the gateway what was read while offline. @throws Fault of the call. */
  tellAll(): Promise<void>;
  /** The others have received it, or read it, up to this place. */
  reached(field: 'peerReadSeq' | 'peerDeliveredSeq', conversationId: string, seq: number): Promise<void>;
}

export function createReadPlaces({
  db,
  api,
  me,
  failed,
}: {
  db: AccountDb;
  api: Api;
  me: Device;
  failed(thrown: unknown): void;
}): ReadPlaces {
  /** Moves a conversation's place forward, never back. */
  const move = (
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

  async function tell(conversationId: string, seq: number): Promise<void> {
    await api.message.read({ conversationId, seq });
    await move('toldSeq', conversationId, seq);
  }

  return {
    reached: move,
    async read(conversationId, seq) {
      const moved = await db.transaction('rw', db.messages, db.conversations, async () => {
        const conversation = await db.conversations.get(conversationId);
        if (!conversation || conversation.readSeq >= seq) return false;
        await db.conversations.update(conversationId, { readSeq: seq, ...(await markRead(db, conversationId, seq)) });
        return true;
      });
      if (moved) await tell(conversationId, seq).catch(failed);
    },
    async tellAll() {
      const untold = await db.conversations.filter(({ readSeq, toldSeq }) => readSeq > toldSeq).toArray();
      for (const { conversionId, readSeq } of untold) await tell(conversionId, readSeq);
    },
  };
}
