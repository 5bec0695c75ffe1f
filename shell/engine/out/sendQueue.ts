// Sends the waiting messages of each conversation in order, and retries those that could not be sent.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import { createQueueRetries } from '../kit/queueRetries.ts';
import type { Deliver, SendResult } from './deliver.ts';
import type { Outcome } from './outcome.ts';
import type { SendBatch, QueuedRows } from './queuedRows.ts';

export interface SendQueue {
  /** Sends the waiting messages of a conversation; `first` is the first batch, if known. */
  startSending(conversationId: string, first?: SendBatch): void;
  /** Does the same; resolves when nothing that can be sent now waits in the conversation any more. */
  drain(conversationId: string): Promise<void>;
  /** Resolves when no request is in flight any more. */
  idle(): Promise<void>;
  /** Stops sending after the requests in flight. */
  close(): void;
}

interface SendQueuePorts extends Pick<AccountContext, 'db' | 'clock' | 'connected'> {
  rows: Pick<QueuedRows, 'readNext'>;
  delivery: Outcome & { deliver: Deliver };
}

export function createSendQueue(ports: SendQueuePorts): SendQueue {
  const { db, rows, delivery } = ports;
  const queues = new Map<string, Promise<void>>();
  const retries = createQueueRetries(ports);
  /**
   * Conversations whose last attempt failed: the next attempt is of one message. Each attempt of an encrypted one uses
   * up keys, and a receiver skips only a limited number of them.
   */
  const probing = new Set<string>();
  let closed = false;

  /**
   * Sends the queue of one conversation; a request during a run is served after it. `first` is the first batch, used if
   * nothing runs yet.
   */
  function drain(conversationId: string, first?: SendBatch): Promise<void> {
    const before = queues.get(conversationId);
    const run = before ? before.then(() => sendAll(conversationId)) : sendAll(conversationId, first);
    queues.set(conversationId, run);
    return run.finally(() => {
      if (queues.get(conversationId) === run) queues.delete(conversationId);
    });
  }

  /** Sends until nothing waits. A database failure is retried later, like a network failure. */
  async function sendAll(conversationId: string, first?: SendBatch): Promise<void> {
    try {
      if (retries.isBackingOff(conversationId)) return;
      const read = () => rows.readNext(conversationId, probing.has(conversationId) ? 1 : limits.sendInOrderMax);
      let next = first ?? (await read());
      while (!closed && next && !retries.isBackingOff(conversationId)) {
        await sendBatch(conversationId, next);
        next = await read();
      }
    } catch (thrown) {
      retries.retryLater(conversationId, thrown, () => startSending(conversationId));
    }
  }

  /**
   * Sends a batch. A message is marked as failed, and the next may go, when the gateway refuses it for good or too many
   * attempts failed with an unexpected error.
   * @throws any other error; the message and those after it then stay in the queue.
   */
  async function sendBatch(conversationId: string, { rows: all, conversation, devices }: SendBatch): Promise<void> {
    const written = all.flatMap(({ content, ...row }) => (content ? [{ ...row, content }] : []));
    if (written.length < all.length)
      await db.outbox.bulkDelete(all.flatMap(({ id, content }) => (content ? [] : [id])));
    if (written.length === 0) return;
    const results = await delivery
      .deliver({ rows: written, conversation, devices })
      .catch((thrown: unknown): SendResult[] => {
        const fault = Fault.of(thrown);
        // A refusal fails every message of the call; any other error fails the first, and the rest wait.
        return written.slice(0, fault.kind === 'business' ? undefined : 1).map(() => fault);
      });
    const sent = written.flatMap(({ content }, index) => {
      const result = results[index];
      return result && !(result instanceof Fault) ? [{ content, reply: result }] : [];
    });
    if (sent.length > 0) await delivery.settle(conversation, sent);
    sent.forEach(({ content }) => retries.reset(content.id));
    if (results.some((result) => result instanceof Fault && result.isPassing)) probing.add(conversationId);
    else probing.delete(conversationId);
    for (const [index, { id, content }] of written.entries()) {
      const fault = results[index];
      if (!(fault instanceof Fault)) continue;
      if (retries.backOff(conversationId, id, fault, () => startSending(conversationId))) return;
      await (content.cmdId ? delivery.undo(content, conversationId, fault) : delivery.fail(id, conversationId, fault));
    }
  }

  const startSending = (conversationId: string, first?: SendBatch): void => void drain(conversationId, first);

  return {
    startSending,
    drain,
    async idle() {
      await Promise.all(queues.values());
    },
    close() {
      closed = true;
      retries.close();
    },
  };
}
