// Sends what waits in each conversation, one after the other, and retries what could not be sent.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { createDelayedTasks } from '../kit/delayedTasks.ts';
import { createBackoff, unexpectedError } from '../kit/backoff.ts';
import type { Deliver, SendResult } from './deliver.ts';
import type { Outcome } from './outcome.ts';
import type { SendBatch, QueuedRows } from './queuedRows.ts';

export interface SendQueue {
  /** Sends what waits in a conversation; `first` is where it starts, if known. */
  start(conversationId: string, first?: SendBatch): void;
  /** The same; resolves when nothing that can be sent now waits there any more. */
  drain(conversationId: string): Promise<void>;
  /** Resolves when nothing is in flight to the gateway any more. */
  idle(): Promise<void>;
  /** Sends nothing more after what is in flight. */
  close(): void;
}

interface SendQueuePorts {
  db: AccountDb;
  clock: SchedulerLike;
  rows: Pick<QueuedRows, 'readNext'>;
  delivery: Outcome & { deliver: Deliver };
  /** Whether the socket is connected. While it is not, what waits is sent when it is back. */
  connected(): boolean;
}

export function createSendQueue({ db, clock, rows, delivery, connected }: SendQueuePorts): SendQueue {
  const queues = new Map<string, Promise<void>>();
  const retryTimers = createDelayedTasks(clock);
  /**
   * Conversations whose next message failed with an unexpected error: nothing overtakes it, and nothing shortens the
   * pause.
   */
  const backoffTimers = createDelayedTasks(clock);
  const backoff = createBackoff(unexpectedError);
  /**
   * Conversations whose last try failed: the next try is of one message. Each try of a sealed one uses up keys, and a
   * receiver skips only so many.
   */
  const probing = new Set<string>();
  let closed = false;

  /**
   * The queue of one conversation: a request during a run is served after it. `first` is where it starts, if that is
   * known and nothing runs.
   */
  function drain(conversationId: string, first?: SendBatch): Promise<void> {
    const before = queues.get(conversationId);
    const run = before ? before.then(() => sendAll(conversationId)) : sendAll(conversationId, first);
    queues.set(conversationId, run);
    return run.finally(() => {
      if (queues.get(conversationId) === run) queues.delete(conversationId);
    });
  }

  /** Until nothing waits. A database failure is retried later, like a network failure. */
  async function sendAll(conversationId: string, first?: SendBatch): Promise<void> {
    try {
      if (backoffTimers.has(conversationId)) return;
      const read = () => rows.readNext(conversationId, probing.has(conversationId) ? 1 : limits.sendInOrderMax);
      let next = first ?? (await read());
      while (!closed && next && !backoffTimers.has(conversationId)) {
        await sendBatch(conversationId, next);
        next = await read();
      }
    } catch (thrown) {
      const { kind, code } = Fault.of(thrown);
      if (!closed && kind !== 'session' && code !== 'SIGNED_OUT') scheduleRetry(conversationId);
    }
  }

  /**
   * A message is marked as failed when the gateway refuses it for good or too many tries failed with an unexpected
   * error, and the next may go. @throws any other error: it keeps its place, and so do those after it.
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
        // A refusal is one of them all; anything else stops at the first.
        return written.slice(0, fault.kind === 'business' ? undefined : 1).map(() => fault);
      });
    const sent = written.flatMap(({ content }, index) => {
      const result = results[index];
      return result && !(result instanceof Fault) ? [{ content, reply: result }] : [];
    });
    if (sent.length > 0) await delivery.settle(conversation, sent);
    sent.forEach(({ content }) => backoff.reset(content.id));
    if (results.some((result) => result instanceof Fault && result.isPassing)) probing.add(conversationId);
    else probing.delete(conversationId);
    for (const [index, { id, content }] of written.entries()) {
      const fault = results[index];
      if (!(fault instanceof Fault)) continue;
      const delay = fault.kind === 'unforeseen' ? backoff.nextDelay(id) : undefined;
      if (delay !== undefined) return backoffTimers.schedule(conversationId, delay, () => start(conversationId));
      if (fault.kind !== 'unforeseen' && fault.kind !== 'business') throw fault;
      backoff.reset(id);
      await (content.cmdId ? delivery.undo(content, conversationId, fault) : delivery.fail(id, conversationId, fault));
    }
  }

  /** The message stays in the queue: while the socket is connected the timer retries, else the reconnect does. */
  function scheduleRetry(conversationId: string): void {
    if (connected()) retryTimers.schedule(conversationId, limits.reconnectEvery, () => start(conversationId));
  }

  const start = (conversationId: string, first?: SendBatch): void => void drain(conversationId, first);

  return {
    start,
    drain,
    async idle() {
      await Promise.all(queues.values());
    },
    close() {
      closed = true;
      retryTimers.close();
      backoffTimers.close();
    },
  };
}
