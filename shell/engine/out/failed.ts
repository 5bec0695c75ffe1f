// A person's choices for a message that was not sent: retry or discard.
import { pendingOrder } from '@amber/client/db';
import { readFile } from '@amber/proto/bodies';
import { noteRelease, uriOf } from '../rows/noteReleases.ts';
import type { WritingPorts } from './writing.ts';

export interface Failed {
  /** Puts a failed message back into the queue; `plain`: it may go unencrypted where sealing is impossible. */
  retry(id: string, options?: { plain: boolean }): Promise<void>;
  /** Puts those back that have failed with this fault in a conversation. */
  retryFailed(conversationId: string, fault: string): Promise<void>;
  /** Removes a message that was not sent; an upload is cancelled. */
  discard(id: string): Promise<void>;
}

export type FailedPorts = Pick<WritingPorts, 'db' | 'rows' | 'start' | 'tell'>;

export function createFailed({ db, rows, start, tell }: FailedPorts): Failed {
  async function retry(id: string, { plain = false } = {}): Promise<void> {
    const queued = await db.transaction('rw', db.messages, db.outbox, db.files, async () => {
      const [message, file] = await Promise.all([db.messages.get(id), db.files.get(id)]);
      if (!message?.error) return undefined;
      const { order } = await rows.nextPlace(message.conversationId);
      const { unsealed: _, ...kept } = message;
      const pending = readFile(message.content)?.file.uri === '';
      await db.messages.put({ ...kept, loading: true, pending, error: '', fault: '', order });
      await db.outbox.put({
        id,
        conversationId: message.conversationId,
        order,
        ...(plain && { plain: 1 as const }),
        ...(pending && { upload: 1 as const }),
        ...(pending && file?.resume && { resume: file.resume }),
      });
      return { conversationId: message.conversationId, pending };
    });
    if (queued?.pending) tell({ type: 'uploadWaiting' });
    else if (queued) start(queued.conversationId);
  }

  return {
    retry,
    async retryFailed(conversationId, fault) {
      const failed = await db.messages
        .where('[conversationId+order]')
        .between([conversationId, pendingOrder(0)], [conversationId, Infinity])
        .filter((message) => message.error === 'error' && message.fault === fault)
        .primaryKeys();
      for (const id of failed) await retry(id);
    },
    async discard(id) {
      const dropped = await db.transaction('rw', db.messages, db.outbox, db.files, db.identity, async () => {
        const [message, waiting, file] = await Promise.all([db.messages.get(id), db.outbox.get(id), db.files.get(id)]);
        // A message in flight to the gateway cannot be cancelled any more; one that has still to be uploaded can.
        if (!message || message.seq > 0 || (message.loading && waiting?.upload !== 1)) return undefined;
        await Promise.all([db.messages.delete(id), db.outbox.delete(id), db.files.delete(id)]);
        const resume = waiting?.resume ?? file?.resume;
        await noteRelease(db, resume?.name ?? uriOf(message));
        return { isUpload: file?.state === 'upload', conversationId: message.conversationId, resume };
      });
      if (!dropped) return;
      if (!dropped.isUpload) return tell({ type: 'discarded' });
      tell({ type: 'uploadDropped', id, resume: dropped.resume });
      start(dropped.conversationId);
    },
  };
}
