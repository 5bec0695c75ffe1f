// Fills every gap since this device's last contiguous places, in as few calls as it takes.
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import type { Arrival, Inbox } from './inbox.ts';

interface SyncPorts {
  db: AccountDb;
  api: Api;
  inbox: Inbox;
  arrived(arrivals: Arrival[]): void;
}

/**
 * Asks until the gateway has nothing more. The cursors sent are also the acknowledgement: what lies before them is
 * stored here. @throws Fault of the call that failed; what was stored until then stays.
 */
export function createSync({ db, api, inbox, arrived }: SyncPorts): () => Promise<void> {
  return async () => {
    for (let more = true; more;) {
      const reply = await api.message.sync({ cursors: await db.cursors.toArray() });
      for (const { conversation, epoch, lastSeq, readSeq, rows } of reply.parts) {
        if (!conversation) continue;
        const seq = rows.length > 0 ? rows[0]!.seq - 1 : lastSeq;
        await inbox.storeConversation(conversation, { readSeq, cursor: { conversationId: conversation.conversionId, epoch, seq } });
        arrived(await inbox.store(rows));
      }
      more = reply.more;
    }
  };
}
