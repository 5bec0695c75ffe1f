// Stores messages in groups: while one batch commits, the next one gathers.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { publishRows, type Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import { faultOf, sendBatchText, sendBatchValues, storedRow, type Sending, type Verdict } from './sendBatch.ts';
import type { StoredRow } from './storedRows.ts';

/** Where a message came to lie; of a resend, where it lies already. */
export interface Sent {
  epoch: number;
  seq: number;
  ts: number;
}

interface Waiting {
  sending: Sending;
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

export function createSendQueue({ pool, bus, clock, limits }: SendQueuePorts) {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, limits.batchMax);
      try {
        settle(batch, await store(batch));
      } catch (error) {
        if (batch.length === 1) batch[0]!.reject(error);
        else await oneByOne(batch);
      }
    }
    running = null;
  }

  /** One message that the database cannot take must not fail the others. */
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
    const { rows } = await pool.query<Verdict>({
      name: 'send_batch', text: sendBatchText, values: sendBatchValues(batch.map(({ sending }) => sending), clock(), limits),
    });
    return rows;
  }

  return {
    /**
     * Stores a message; resolves when it is committed.
     * @throws Fault UNAVAILABLE when too many wait; NO_AUTH, NOT_MEMBER, BLOCKED, ANONYMOUS_OFF, BAD_REQUEST; DEVICES_CHANGED with a DevicesChanged.
     */
    send(sending: Sending): Promise<Sent> {
      if (waiting.length >= limits.sendQueueMax) return Promise.reject(new Fault('UNAVAILABLE'));
      return new Promise((resolve, reject) => {
        waiting.push({ sending, resolve, reject });
        // A turn of the event loop lets those that arrived together travel together.
        running ??= new Promise((go) => { setImmediate(go); }).then(drain);
      });
    },

    /** Resolves when nothing is on its way any more. */
    async idle(): Promise<void> {
      while (running) await running;
    },
  };

  function settle(batch: Waiting[], verdicts: Verdict[]): void {
    const stored = new Map<string, { version: number; rows: StoredRow[] }>();
    for (const verdict of verdicts) {
      const { sending, resolve, reject } = batch[verdict.ord - 1]!;
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
}
