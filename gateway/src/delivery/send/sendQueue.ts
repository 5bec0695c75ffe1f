// Stores messages in batches: while one commits, the next one fills.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { publishRows, type Bus } from '../push/bus.ts';
import type { Clock } from '../../kit/clock.ts';
import { refusal } from '../../doors/refusal.ts';
import { currentRequests, forRequests } from '../../kit/requests.ts';
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
import type { StoredRow } from '../sync/storedRows.ts';

/** The message's place; for a resend, the existing one. */
export interface Sent {
  epoch: number;
  seq: number;
  ts: number;
}

interface Waiting {
  sending: Sending;
  requests: readonly string[];
  resolve(sent: Sent): void;
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

/** One writer per conversation, so that batches never wait for each other's locks. */
function writerOf(conversation: string): number {
  let sum = 0;
  for (let at = 0; at < conversation.length; at += 1) sum += conversation.charCodeAt(at);
  return sum % writerCount;
}

export function createSendQueue(ports: SendQueuePorts) {
  const writers = Array.from({ length: writerCount }, () => createWriter(ports));
  return {
    /**
     * Stores a message; resolves after the commit. @throws Fault UNAVAILABLE when the queue is full; NO_AUTH,
     * NOT_MEMBER, BLOCKED, ANONYMOUS_OFF, BAD_REQUEST; DEVICES_CHANGED with a DevicesChanged.
     */
    send: (sending: Sending): Promise<Sent> => writers[writerOf(sending.conversation)]!.send(sending),

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
        if (batch.length === 1 || refusal(error).code === 'UNAVAILABLE') batch.forEach((one) => one.reject(error));
        else await oneByOne(batch);
      }
    }
    running = null;
  }

  /** Takes the next batch. A duplicate waits until the first is stored, and is then recognised as a resend. */
  function nextBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const one of waiting) {
      const key = `${one.sending.conversation} ${one.sending.id}`;
      if (batch.size < limits.batchMax && !batch.has(key)) batch.set(key, one);
      else later.push(one);
    }
    waiting = later;
    return [...batch.values()];
  }

  /** One message that the database rejects must not fail the others. */
  async function oneByOne(batch: Waiting[]): Promise<void> {
    for (const one of batch) {
      try {
        settle([one], await store([one]));
      } catch (error) {
        one.reject(error);
      }
    }
  }

  async function store(batch: Waiting[]): Promise<Verdict[]> {
    const sendings = batch.map(({ sending }) => sending);
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
    for (const [index, verdict] of verdicts.entries()) {
      const { sending, resolve, reject } = batch[index]!;
      if (verdict.fault !== null) {
        reject(faultOf(verdict));
        continue;
      }
      resolve({ epoch: verdict.epoch, seq: verdict.seq, ts: verdict.ts });
      if (verdict.dup) continue;
      const of = stored.get(sending.conversation) ?? { version: verdict.members_version, rows: [] };
      stored.set(sending.conversation, of);
      of.rows.push(storedRow(sending, verdict));
    }
    for (const { version, rows } of stored.values()) publishRows(bus, version, rows);
  }

  return {
    send(sending: Sending): Promise<Sent> {
      if (waiting.length >= waitingMax) return Promise.reject(new Fault('UNAVAILABLE'));
      return new Promise((resolve, reject) => {
        waiting.push({ sending, requests: currentRequests(), resolve, reject });
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
