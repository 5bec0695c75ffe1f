// A person's choices for a message that was not sent: retry or discard.
import { pendingOrder } from '@amber/client/db';
import { readFile } from '@amber/proto/bodies';
import { relist } from '../rows/listing.ts';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import { enqueueFileRelease, fileUriOf } from '../rows/fileReleaseQueue.ts';
import type { WritingPorts } from './writing.ts';

export interface FailedMessages {
  /** Puts a failed message back into the queue. `plain` allows plaintext where encryption is impossible. */
  retry(id: string, options?: { plain: boolean }): Promise<void>;
  /** Puts the messages of a conversation that failed with this fault back into the queue. */
  retryFailed(conversationId: string, fault: string): Promise<void>;
  /** Removes a message that was not sent, and cancels its upload. */
  discard(id: string): Promise<void>;
}

export type FailedMessagesPorts = Pick<WritingPorts, 'db' | 'rows' | 'startSending' | 'emitOutboxEvent'>;

export function createFailedMessages({ db, rows, startSending, emitOutboxEvent }: FailedMessagesPorts): FailedMessages {
  async function retry(id: string, { plain = false } = {}): Promise<void> {
    const queued = await db.transaction('rw', db.messages, db.outbox, db.conversations, db.files, async () => {
      const [message, stored] = await Promise.all([db.messages.get(id), db.files.get(id)]);
      if (!message?.error) return undefined;
      const { order } = await rows.nextOrder(message.conversationId);
      const { unsealed: _, ...rest } = message;
      const file = readFile(message.content);
      const pending = file?.file.uri === '';
      // The hold on a forwarded file may be what has failed; to hold it again changes nothing.
      const isWaiting = pending || file?.forwarded === true;
      await db.messages.put({ ...rest, loading: true, pending, error: '', fault: '', order });
      await relist(db, message.conversationId, [id]);
      await db.outbox.put({
        id,
        conversationId: message.conversationId,
        order,
        ...(plain && { plain: 1 as const }),
        ...(isWaiting && { upload: 1 as const }),
        ...(pending && stored?.resume && { resume: stored.resume }),
      });
      return { conversationId: message.conversationId, isWaiting };
    });
    if (queued?.isWaiting) emitOutboxEvent({ type: 'uploadWaiting' });
    else if (queued) startSending(queued.conversationId);
  }

  return {
    retry,
    async retryFailed(conversationId, fault) {
      const failed = await rowsInOrder(db.messages, conversationId, pendingOrder(0))
        .filter((message) => message.error === 'error' && message.fault === fault)
        .primaryKeys();
      for (const id of failed) await retry(id);
    },
    async discard(id) {
      const tables = [db.messages, db.outbox, db.conversations, db.files, db.identity];
      const discarded = await db.transaction('rw', tables, async () => {
        const [message, waiting, file] = await Promise.all([db.messages.get(id), db.outbox.get(id), db.files.get(id)]);
        // A message in flight to the gateway cannot be cancelled any more; one that awaits its upload can.
        if (!message || message.seq > 0 || (message.loading && waiting?.upload !== 1)) return undefined;
        await Promise.all([db.messages.delete(id), db.outbox.delete(id), db.files.delete(id)]);
        await relist(db, message.conversationId, [id]);
        const resume = waiting?.resume ?? file?.resume;
        await enqueueFileRelease(db, resume?.name ?? fileUriOf(message));
        return { isUpload: file?.state === 'upload', conversationId: message.conversationId, resume };
      });
      if (!discarded) return;
      if (!discarded.isUpload) return emitOutboxEvent({ type: 'discarded' });
      emitOutboxEvent({ type: 'uploadCancelled', id, resume: discarded.resume });
      startSending(discarded.conversationId);
    },
  };
}
