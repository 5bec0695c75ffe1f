// Fills every gap since this device's last contiguous places, in as few calls as it takes.
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import type { Arrival, Inbox } from './inbox.ts';

interface SyncPorts {
  db: AccountDb;
  api: Api;
  inbox: Inbox;
  now(): number;
  arrived(arrivals: Arrival[]): void;
}

/**
 * Asks until the gateway has nothing more. The cursors sent are also the acknowledgement: what lies before them is
 * stored here. @throws Fault of the call that failed; what was stored until then stays.
 */
export function createSync({ db, api, inbox, now, arrived }: SyncPorts): () => Promise<void> {
  return async () => {
    for (let more = true; more;) {
      const reply = await api.message.sync({ cursors: await db.cursors.toArray() });
      ({ more } = reply);
      for (const { conversation, epoch, lastSeq, readSeq, rows } of reply.parts) {
        if (!conversation) continue;
        const { conversionId: conversationId } = conversation;
        // While there is more to come, a part without rows may be one that the reply had no room for.
        const seq = rows.length > 0 ? rows[0]!.seq - 1 : more ? undefined : lastSeq;
        await inbox.storeConversation(conversation, {
          readSeq,
          sortTime: rows.at(-1)?.timestamp ?? now(),
          ...(seq !== undefined && { cursor: { conversationId, epoch, seq } }),
        });
        const [first, ...rest] = rows;
        const stored = first && await inbox.store([first, ...rest]);
        if (stored) arrived(stored.arrivals);
      }
    }
  };
}
