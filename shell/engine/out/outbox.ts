// Sends what the user wrote: saved first, in order per conversation, once.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import { type Observable, type SchedulerLike, Subject } from 'rxjs';
import type { Inbox } from '../in/inbox.ts';
import { createDeliveryOnDemand, type Delivery } from './deliveryOnDemand.ts';
import type { OutboxEvent } from './outboxEvent.ts';
import type { Sealing } from './sealCopies.ts';
import { createSendQueue, type SendQueue } from './sendQueue.ts';
import { createQueuedRows, type SendBatch } from './queuedRows.ts';
import { createWriting, type Writing } from './writing.ts';

export interface Outbox
  extends Writing, Omit<Delivery, 'deliver' | 'settle' | 'undo'>, Pick<SendQueue, 'idle' | 'close'> {
  events$: Observable<OutboxEvent>;
  /** Sends what waits in a conversation. */
  start(conversationId: string): void;
  /** Sends what waits; called when the connection is back. */
  flush(): Promise<void>;
}

interface OutboxPorts {
  db: AccountDb;
  me: Device;
  clock: SchedulerLike;
  wire: { api: Api; connected(): boolean };
  sealing: Sealing;
  inbox: Pick<Inbox, 'confirmOwn'>;
  /** Runs work on rows after what is in progress: a sync may bring the same command. */
  runExclusive<T>(run: () => Promise<T>): Promise<T>;
  /** Passing news for pages. */
  emit(event: EngineEvent): void;
}

/**
 * In four parts: writing by people (`writing`), what waits (`rows`), sending in order (`queue`), and a chunk of its own
 * for the way to the gateway and the result (`delivery`).
 */
export function createOutbox({ wire, sealing, inbox, runExclusive, emit, ...ports }: OutboxPorts): Outbox {
  const { db } = ports;
  const events$ = new Subject<OutboxEvent>();
  const emitOutboxEvent = (event: OutboxEvent) => events$.next(event);
  const rows = createQueuedRows(ports);
  const start = (conversationId: string, first?: SendBatch) => queue.start(conversationId, first);
  const delivery = createDeliveryOnDemand({
    ...ports,
    api: wire.api,
    sealing,
    rows,
    devicesOf: rows.devicesOf,
    inbox,
    runExclusive,
    start,
    emit,
    emitOutboxEvent,
  });
  const queue = createSendQueue({ ...ports, rows, delivery, connected: wire.connected });

  const { fail, retry, retryFailed, discard, prepare } = delivery;

  return {
    events$,
    ...createWriting({ ...ports, rows, start, emitOutboxEvent }),
    fail,
    retry,
    retryFailed,
    discard,
    prepare,
    start: (conversationId) => start(conversationId),
    async flush() {
      const waiting = await db.outbox.toArray();
      if (waiting.some((row) => row.upload)) emitOutboxEvent({ type: 'uploadWaiting' });
      await Promise.all(
        [...new Set(waiting.map((row) => row.conversationId))].map((conversationId) => queue.drain(conversationId)),
      );
    },
    idle: queue.idle,
    close: queue.close,
  };
}
