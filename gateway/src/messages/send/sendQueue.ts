// Stores messages in batches: while one batch commits, the next one fills.
import { Fault } from '@amber/proto/faults';
import { publishRows } from '../../core/bus.ts';
import { toClientFault } from '../../core/toClientFault.ts';
import { currentRequests, runForRequests } from '../../core/requests.ts';
import {
  faultOf,
  sendBatchText,
  sendBatchValues,
  storedRow,
  rowResultsOf,
  type SendBatchRow,
  type OutgoingMessage,
  type RowResult,
} from './sendBatch.ts';
import type { StoredRow } from '../../core/storedRow.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

/** The position of a message; for a resend, the existing one. */
export interface MessagePosition {
  epoch: number;
  seq: number;
  ts: number;
}

/** The result of one message. */
export type SendOutcome = MessagePosition | Fault;

/** The messages of one call. They are stored together, in their order. */
interface PendingSend {
  sendings: readonly OutgoingMessage[];
  requests: readonly string[];
  /** `performance.now()` when it was queued. */
  queuedAt: number;
  resolve(outcomes: SendOutcome[]): void;
  reject(error: unknown): void;
}

type SendQueuePorts = Pick<GatewayBase, 'pool' | 'bus' | 'clock' | 'limits'>;

/** The number of batches in flight: while one waits for the disk, the next is prepared. */
const writerCount = 2;

const positionOf = ({ epoch, seq, ts }: RowResult): MessagePosition => ({ epoch, seq, ts });

/** Returns the writer of a conversation. There is only one, so that batches never wait for each other's locks. */
function writerOf(conversation: string): number {
  let sum = 0;
  for (let at = 0; at < conversation.length; at += 1) sum += conversation.charCodeAt(at);
  return sum % writerCount;
}

export function createSendQueue(ports: SendQueuePorts) {
  const writers = Array.from({ length: writerCount }, () => createWriter(ports));
  const send = (sendings: readonly [OutgoingMessage, ...OutgoingMessage[]]) =>
    writers[writerOf(sendings[0].conversation)]!.send(sendings);

  return {
    /**
     * Stores a message; resolves after the commit.
     * @throws Fault UNAVAILABLE when the queue is full; NO_AUTH, NOT_MEMBER, BLOCKED, ANONYMOUS_OFF, BAD_REQUEST;
     * DEVICES_CHANGED with a DevicesChanged.
     */
    async send(sending: OutgoingMessage): Promise<MessagePosition> {
      const [outcome] = await send([sending]);
      if (outcome instanceof Fault) throw outcome;
      return outcome!;
    },

    /**
     * Stores messages of one conversation in this order; a refused one does not fail the others. The caller seals them
     * all for the same devices, so a stale list refuses them all. After an unexpected error the remaining messages are
     * UNAVAILABLE, so that nothing overtakes the failed one.
     * @throws Fault UNAVAILABLE; the failure of the first.
     */
    sendInOrder: send,

    /** How many calls wait for their messages to be stored, and for how many milliseconds the first has waited. */
    load(): { length: number; age: number } {
      const waiting = writers.flatMap((writer) => writer.waiting());
      const oldest = waiting.reduce((least, { queuedAt }) => Math.min(least, queuedAt), Infinity);
      return { length: waiting.length, age: Math.max(performance.now() - oldest, 0) };
    },

    /** Resolves when nothing is in flight. */
    async idle(): Promise<void> {
      await Promise.all(writers.map((writer) => writer.idle()));
    },
  };
}

function createWriter({ pool, bus, clock, limits }: SendQueuePorts) {
  let pending: PendingSend[] = [];
  /** The batch that is stored now. */
  let current: PendingSend[] = [];
  const pendingMax = limits.sendQueueMax / writerCount;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (pending.length > 0) {
      const batch = nextBatch();
      current = batch;
      try {
        resolveOutcomes(batch, await store(batch));
      } catch (error) {
        // When the database is down, retrying each row alone would only wait for it again.
        const isAlone = batch.length === 1 && batch[0]!.sendings.length === 1;
        if (isAlone || toClientFault(error).code === 'UNAVAILABLE') batch.forEach((one) => one.reject(error));
        else await storeOneByOne(batch);
      }
    }
    current = [];
    running = null;
  }

  /** Takes the next batch. A duplicate waits until the first is stored, and is then recognized as a resend. */
  function nextBatch(): PendingSend[] {
    const batch: PendingSend[] = [];
    const keys = new Set<string>();
    const deferred: PendingSend[] = [];
    for (const one of pending) {
      const own = one.sendings.map(({ conversation, id }) => `${conversation} ${id}`);
      const fits = keys.size === 0 || keys.size + own.length <= limits.batchMax;
      if (fits && !own.some((key) => keys.has(key))) {
        batch.push(one);
        for (const key of own) keys.add(key);
      } else deferred.push(one);
    }
    pending = deferred;
    return batch;
  }

  /**
   * Stores each call's messages separately, so that a row that the database rejects does not fail those of other
   * people.
   */
  async function storeOneByOne(batch: PendingSend[]): Promise<void> {
    for (const one of batch) {
      try {
        resolveOutcomes([one], await store([one]));
      } catch (error) {
        if (one.sendings.length === 1) one.reject(error);
        else await storeInOrder(one);
      }
    }
  }

  /** Stores each message separately, up to the first that fails, so that nothing overtakes it. */
  async function storeInOrder({ sendings, resolve, ...call }: PendingSend): Promise<void> {
    const outcomes: SendOutcome[] = [];
    for (const sending of sendings) {
      try {
        const one = { ...call, sendings: [sending], resolve: (own: SendOutcome[]) => outcomes.push(...own) };
        resolveOutcomes([one], await store([one]));
      } catch (error) {
        if (outcomes.length === 0) return call.reject(error);
        break;
      }
    }
    resolve(sendings.map((_, index) => outcomes[index] ?? new Fault('UNAVAILABLE')));
  }

  async function store(batch: PendingSend[]): Promise<RowResult[]> {
    const sendings = batch.flatMap((one) => one.sendings);
    const { rows } = await runForRequests(
      batch.flatMap(({ requests }) => requests),
      () =>
        pool.query<SendBatchRow>({
          name: 'send_batch',
          text: sendBatchText,
          values: sendBatchValues(sendings, clock(), limits),
        }),
    );
    return rowResultsOf(rows[0]!, sendings);
  }

  function resolveOutcomes(batch: PendingSend[], results: RowResult[]): void {
    const stored = new Map<string, { version: number; rows: StoredRow[] }>();
    let at = 0;
    for (const { sendings, resolve } of batch) {
      const own = results.slice(at, (at += sendings.length));
      resolve(own.map((result) => (result.fault === null ? positionOf(result) : faultOf(result))));
      sendings.forEach((sending, index) => {
        const result = own[index]!;
        if (result.fault !== null || result.dup) return;
        const of = stored.get(sending.conversation) ?? { version: result.members_version, rows: [] };
        stored.set(sending.conversation, of);
        of.rows.push(storedRow(sending, result));
      });
    }
    for (const { version, rows } of stored.values()) publishRows(bus, version, rows);
  }

  return {
    send(sendings: readonly OutgoingMessage[]): Promise<SendOutcome[]> {
      if (pending.length >= pendingMax) return Promise.reject(new Fault('UNAVAILABLE'));
      return new Promise((resolve, reject) => {
        pending.push({ sendings, requests: currentRequests(), queuedAt: performance.now(), resolve, reject });
        // One turn of the event loop lets messages that arrived together share a batch.
        running ??= new Promise((go) => {
          setImmediate(go);
        }).then(drain);
      });
    },

    waiting: (): readonly PendingSend[] => [...current, ...pending],

    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}
