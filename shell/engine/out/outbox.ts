// Sends what the user writes: each message is saved first, and sent once and in order per conversation.
import { type Observable, Subject } from 'rxjs';
import type { Inbox } from '../in/inbox.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { createDeliveryOnDemand, type Delivery } from './deliveryOnDemand.ts';
import type { OutboxEvent } from './outboxEvent.ts';
import type { Sealing } from './sealCopies.ts';
import { createSendQueue, type SendQueue } from './sendQueue.ts';
import { createQueuedRows, type SendBatch } from './queuedRows.ts';
import { createWriting, type Writing } from './writing.ts';

export interface Outbox
  extends Writing, Omit<Delivery, 'deliver' | 'settle' | 'undo' | 'resumeHeld'>, Pick<SendQueue, 'idle' | 'close'> {
  events$: Observable<OutboxEvent>;
  /** Sends the waiting messages of a conversation. */
  startSending(conversationId: string): void;
  /** Sends all waiting messages; called when the connection is back. */
  flush(): Promise<void>;
}

interface OutboxPorts extends Pick<
  AccountContext,
  'db' | 'api' | 'me' | 'clock' | 'connected' | 'runExclusive' | 'emit'
> {
  sealing: Sealing;
  inbox: Pick<Inbox, 'confirmOwn'>;
}

/**
 * Composes the four parts of the outbox: `writing` stores what people write, `rows` reads the waiting messages, `queue`
 * sends them in order, and `delivery`, a separate chunk, talks to the gateway and handles the results.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { db } = ports;
  const events$ = new Subject<OutboxEvent>();
  const closed$ = new Subject<void>();
  const emitOutboxEvent = (event: OutboxEvent) => events$.next(event);
  const rows = createQueuedRows(ports);
  const startSending = (conversationId: string, first?: SendBatch) => queue.startSending(conversationId, first);
  const delivery = createDeliveryOnDemand({
    ...ports,
    command: (command) => writing.command(command),
    closed$,
    rows,
    devicesOf: rows.devicesOf,
    startSending,
    emitOutboxEvent,
  });
  const queue = createSendQueue({ ...ports, rows, delivery });

  const writing = createWriting({ ...ports, rows, startSending, emitOutboxEvent });

  return {
    events$,
    ...writing,
    ...delivery,
    startSending: (conversationId) => startSending(conversationId),
    async flush() {
      const waiting = await db.outbox.toArray();
      if (waiting.some((row) => row.holdUntil)) await delivery.resumeHeld(waiting);
      if (waiting.some((row) => row.upload)) emitOutboxEvent({ type: 'uploadWaiting' });
      await Promise.all(
        [...new Set(waiting.map((row) => row.conversationId))].map((conversationId) => queue.drain(conversationId)),
      );
    },
    idle: queue.idle,
    close() {
      closed$.next();
      queue.close();
    },
  };
}
