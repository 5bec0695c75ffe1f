// Sends what the user wrote: saved first, in order per conversation, once.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import { type Observable, type SchedulerLike, Subject } from 'rxjs';
import type { Inbox } from '../receiving/inbox.ts';
import { createDeliver } from './deliver.ts';
import { createFailed, type Failed } from './failed.ts';
import { createOutcome, type Outcome } from './outcome.ts';
import type { OutboxNews } from './outboxNews.ts';
import type { Sealing } from './sealCopies.ts';
import { createSendQueue, type SendQueue } from './sendQueue.ts';
import { createWaiting } from './waiting.ts';
import { createWriting, type Writing } from './writing.ts';

export interface Outbox extends Writing, Failed, Pick<Outcome, 'fail'>, Pick<SendQueue, 'idle' | 'close'> {
  news$: Observable<OutboxNews>;
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
  inbox: Pick<Inbox, 'settleOwn'>;
  /** Runs work on rows after what is in progress: a sync may bring the same command. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  /** Passing news for pages. */
  say(event: EngineEvent): void;
}

/**
 * In four parts: writing by people (`writing`), what waits (`rows`), sending in order (`queue`), the result
 * (`outcome`).
 */
export function createOutbox({ wire, sealing, inbox, inTurn, say, ...ports }: OutboxPorts): Outbox {
  const { db } = ports;
  const news$ = new Subject<OutboxNews>();
  const tell = (news: OutboxNews) => news$.next(news);
  const rows = createWaiting(ports);
  const outcome = createOutcome({ ...ports, inbox, inTurn, say, tell });
  const deliver = createDeliver({ ...ports, api: wire.api, sealing, devicesOf: rows.devicesOf, tell });
  const queue = createSendQueue({ ...ports, rows, deliver, outcome, connected: wire.connected });
  const { start } = queue;

  return {
    news$,
    ...createWriting({ ...ports, rows, start, tell }),
    ...createFailed({ db, rows, start, tell }),
    fail: outcome.fail,
    start: (conversationId) => start(conversationId),
    async flush() {
      const waiting = await db.outbox.toArray();
      if (waiting.some((row) => row.upload)) tell({ type: 'uploadWaiting' });
      await Promise.all(
        [...new Set(waiting.map((row) => row.conversationId))].map((conversationId) => queue.drain(conversationId)),
      );
    },
    idle: queue.idle,
    close: queue.close,
  };
}
