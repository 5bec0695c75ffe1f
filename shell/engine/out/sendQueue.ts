// Sends what waits in each conversation, one after the other, and retries what could not be sent.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { createLater } from '../kit/later.ts';
import { createPatience, unforeseen } from '../kit/patience.ts';
import type { Deliver, Result } from './deliver.ts';
import type { Outcome } from './outcome.ts';
import type { Waiting, WaitingRows } from './waiting.ts';

export interface SendQueue {
  /** Sends what waits in a conversation; `first` is where it starts, if known. */
  start(conversationId: string, first?: Waiting): void;
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
  rows: Pick<WaitingRows, 'readNext'>;
  delivery: Outcome & { deliver: Deliver };
  /** Whether the socket is connected. While it is not, what waits is sent when it is back. */
  connected(): boolean;
}

export function createSendQueue({ db, clock, rows, delivery, connected }: SendQueuePorts): SendQueue {
  const queues = new Map<string, Promise<void>>();
  const tryingLater = createLater(clock);
  /**
   * Conversations whose next message failed with an unexpected error: nothing overtakes it, and nothing shortens the
   * pause.
   */
  const pausing = createLater(clock);
  const patience = createPatience(unforeseen);
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
  function drain(conversationId: string, first?: Waiting): Promise<void> {
    const before = queues.get(conversationId);
    const run = before ? before.then(() => sendAll(conversationId)) : sendAll(conversationId, first);
    queues.set(conversationId, run);
    return run.finally(() => {
      if (queues.get(conversationId) === run) queues.delete(conversationId);
    });
  }

  /** Until nothing waits. A database failure is retried later, like a network failure. */
  async function sendAll(conversationId: string, first?: Waiting): Promise<void> {
    try {
      if (pausing.has(conversationId)) return;
      const read = () => rows.readNext(conversationId, probing.has(conversationId) ? 1 : limits.sendInOrderMax);
      let next = first ?? (await read());
      while (!closed && next && !pausing.has(conversationId)) {
        await sendSome(conversationId, next);
        next = await read();
      }
    } catch (thrown) {
      const { kind, code } = Fault.of(thrown);
      if (!closed && kind !== 'session' && code !== 'SIGNED_OUT') tryLater(conversationId);
    }
  }

  /**
   * A message is marked as failed when the gateway refuses it for good or too many tries failed with an unexpected
   * error, and the next may go. @throws any other error: it keeps its place, and so do those after it.
   */
  async function sendSome(conversationId: string, { rows: all, conversation, devices }: Waiting): Promise<void> {
    const written = all.flatMap(({ content, ...row }) => (content ? [{ ...row, content }] : []));
    if (written.length < all.length)
      await db.outbox.bulkDelete(all.flatMap(({ id, content }) => (content ? [] : [id])));
    if (written.length === 0) return;
    const results = await delivery
      .deliver({ rows: written, conversation, devices })
      .catch((thrown: unknown): Result[] => {
        const fault = Fault.of(thrown);
        // A refusal is one of them all; anything else stops at the first.
        return written.slice(0, fault.kind === 'business' ? undefined : 1).map(() => fault);
      });
    const sent = written.flatMap(({ content }, index) => {
      const result = results[index];
      return result && !(result instanceof Fault) ? [{ content, reply: result }] : [];
    });
    if (sent.length > 0) await delivery.settle(conversation, sent);
    sent.forEach(({ content }) => patience.forget(content.id));
    if (results.some((result) => result instanceof Fault && result.isPassing)) probing.add(conversationId);
    else probing.delete(conversationId);
    for (const [index, { id, content }] of written.entries()) {
      const fault = results[index];
      if (!(fault instanceof Fault)) continue;
      const pause = fault.kind === 'unforeseen' ? patience.pauseFor(id) : undefined;
      if (pause !== undefined) return pausing.run(conversationId, pause, () => start(conversationId));
      if (fault.kind !== 'unforeseen' && fault.kind !== 'business') throw fault;
      patience.forget(id);
      await (content.cmdId ? delivery.undo(content, conversationId, fault) : delivery.fail(id, conversationId, fault));
    }
  }

  /** The message stays in the queue: while the socket is connected the timer retries, else the reconnect does. */
  function tryLater(conversationId: string): void {
    if (connected()) tryingLater.run(conversationId, limits.reconnectEvery, () => start(conversationId));
  }

  const start = (conversationId: string, first?: Waiting): void => void drain(conversationId, first);

  return {
    start,
    drain,
    async idle() {
      await Promise.all(queues.values());
    },
    close() {
      closed = true;
      tryingLater.close();
      pausing.close();
    },
  };
}
