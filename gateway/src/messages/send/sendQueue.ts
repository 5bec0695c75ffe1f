// Stores messages in batches: while one commits, the next one fills.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { publishRows, type Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { refusal } from '../../core/refusal.ts';
import { currentRequests, forRequests } from '../../core/requests.ts';
import {
  faultOf,
  sendBatchText,
  sendBatchValues,
  storedRow,
  verdictsOf,
  type SendBatchRow,
  type Sending,
  type Verdict,
} from './sendBatch.ts';
import type { StoredRow } from '../../core/storedRow.ts';

/** The message's place; for a resend, the existing one. */
export interface Sent {
  epoch: number;
  seq: number;
  ts: number;
}

/** The result of one message. */
export type Outcome = Sent | Fault;

/** Messages of one call. They are stored together, in their order. */
interface Waiting {
  sendings: readonly Sending[];
  requests: readonly string[];
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
}

interface SendQueuePorts {
  pool: pg.Pool;
  bus: Bus;
  clock: Clock;
  limits: Limits;
}

export type SendQueue = ReturnType<typeof createSendQueue>;

/** Batches in flight: while one waits for the disk the next is prepared. */
const writerCount = 2;

const placeOf = ({ epoch, seq, ts }: Verdict): Sent => ({ epoch, seq, ts });

/** One writer per conversation, so that batches never wait for each other's locks. */
function writerOf(conversation: string): number {
  let sum = 0;
  for (let at = 0; at < conversation.length; at += 1) sum += conversation.charCodeAt(at);
  return sum % writerCount;
}

export function createSendQueue(ports: SendQueuePorts) {
  const writers = Array.from({ length: writerCount }, () => createWriter(ports));
  const send = (sendings: readonly [Sending, ...Sending[]]) =>
    writers[writerOf(sendings[0].conversation)]!.send(sendings);

  return {
    /**
     * Stores a message; resolves after the commit. @throws Fault UNAVAILABLE when the queue is full; NO_AUTH,
     * NOT_MEMBER, BLOCKED, ANONYMOUS_OFF, BAD_REQUEST; DEVICES_CHANGED with a DevicesChanged.
     */
    async send(sending: Sending): Promise<Sent> {
      const [outcome] = await send([sending]);
      if (outcome instanceof Fault) throw outcome;
      return outcome!;
    },

    /**
     * Stores messages of one conversation in this order; a refused one does not fail the others. The caller gives them
     * all to the same devices: a stale list refuses them all. After an unforeseen failure the rest is UNAVAILABLE, so
     * that nothing overtakes it. @throws Fault UNAVAILABLE; the failure of the first.
     */
    sendInOrder: send,

    /** Resolves when nothing is in flight. */
    async idle(): Promise<void> {
      await Promise.all(writers.map((writer) => writer.idle()));
    },
  };
}

function createWriter({ pool, bus, clock, limits }: SendQueuePorts) {
  let waiting: Waiting[] = [];
  const waitingMax = limits.sendQueueMax / writerCount;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = nextBatch();
      try {
        settle(batch, await store(batch));
      } catch (error) {
        // The database is down: retrying each row alone would only wait for it again.
        const isAlone = batch.length === 1 && batch[0]!.sendings.length === 1;
        if (isAlone || refusal(error).code === 'UNAVAILABLE') batch.forEach((one) => one.reject(error));
        else await oneByOne(batch);
      }
    }
    running = null;
  }

  /** Takes the next batch. A duplicate waits until the first is stored, and is then recognised as a resend. */
  function nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const keys = new Set<string>();
    const later: Waiting[] = [];
    for (const one of waiting) {
      const own = one.sendings.map(({ conversation, id }) => `${conversation} ${id}`);
      const fits = keys.size === 0 || keys.size + own.length <= limits.batchMax;
      if (fits && !own.some((key) => keys.has(key))) {
        batch.push(one);
        for (const key of own) keys.add(key);
      } else later.push(one);
    }
    waiting = later;
    return batch;
  }

  /** What the database rejects must not fail what others have sent. */
  async function oneByOne(batch: Waiting[]): Promise<void> {
    for (const one of batch) {
      try {
        settle([one], await store([one]));
      } catch (error) {
        if (one.sendings.length === 1) one.reject(error);
        else await inOrder(one);
      }
    }
  }

  /** Each message separately, up to the first that fails: nothing overtakes it. */
  async function inOrder({ sendings, requests, resolve, reject }: Waiting): Promise<void> {
    const outcomes: Outcome[] = [];
    for (const sending of sendings) {
      try {
        const one = { sendings: [sending], requests, resolve: (own: Outcome[]) => outcomes.push(...own), reject };
        settle([one], await store([one]));
      } catch (error) {
        if (outcomes.length === 0) return reject(error);
        break;
      }
    }
    resolve(sendings.map((_, index) => outcomes[index] ?? new Fault('UNAVAILABLE')));
  }

  async function store(batch: Waiting[]): Promise<Verdict[]> {
    const sendings = batch.flatMap((one) => one.sendings);
    const { rows } = await forRequests(
      batch.flatMap(({ requests }) => requests),
      () =>
        pool.query<SendBatchRow>({
          name: 'send_batch',
          text: sendBatchText,
          values: sendBatchValues(sendings, clock(), limits),
        }),
    );
    return verdictsOf(rows[0]!, sendings);
  }

  function settle(batch: Waiting[], verdicts: Verdict[]): void {
    const stored = new Map<string, { version: number; rows: StoredRow[] }>();
    let at = 0;
    for (const { sendings, resolve } of batch) {
      const own = verdicts.slice(at, (at += sendings.length));
      resolve(own.map((verdict) => (verdict.fault === null ? placeOf(verdict) : faultOf(verdict))));
      sendings.forEach((sending, index) => {
        const verdict = own[index]!;
        if (verdict.fault !== null || verdict.dup) return;
        const of = stored.get(sending.conversation) ?? { version: verdict.members_version, rows: [] };
        stored.set(sending.conversation, of);
        of.rows.push(storedRow(sending, verdict));
      });
    }
    for (const { version, rows } of stored.values()) publishRows(bus, version, rows);
  }

  return {
    send(sendings: readonly Sending[]): Promise<Outcome[]> {
      if (waiting.length >= waitingMax) return Promise.reject(new Fault('UNAVAILABLE'));
      return new Promise((resolve, reject) => {
        waiting.push({ sendings, requests: currentRequests(), resolve, reject });
        // Yields to the event loop once, so that messages that arrived together share a batch.
        running ??= new Promise((go) => {
          setImmediate(go);
        }).then(drain);
      });
    },

    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}
