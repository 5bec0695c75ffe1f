// Stores messages in groups: while one batch commits, the next one gathers.
import type { Conversation_Type, Device } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { publishRows, type Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { StoredCopy, StoredRow } from './storedRows.ts';

export interface Sending {
  conversation: string;
  type: Conversation_Type;
  id: string;
  sender: string;
  device: string;
  ts: number;
  /** The Content of an open message. */
  body: Uint8Array | null;
  /** The copies of a sealed message, one per device; null for an open one. */
  copies: (StoredCopy & { envelope: Uint8Array })[] | null;
}

/** Where a message came to lie; of a resend, where it lies already. */
export interface Sent {
  epoch: number;
  seq: number;
  ts: number;
}

interface Verdict {
  ord: number;
  seq: number;
  ts: number;
  epoch: number;
  members_version: number;
  dup: boolean;
  fault: string | null;
  missing: Device[] | null;
  extra: Device[] | null;
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
    const column = <T>(pick: (sending: Sending) => T) => batch.map(({ sending }) => pick(sending));
    const { rows } = await pool.query<Verdict>({
      name: 'send_batch',
      text: 'select * from send_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      values: [
        column((s) => s.conversation), column((s) => s.type), column((s) => s.id), column((s) => s.sender),
        column((s) => s.device), column((s) => s.ts), column((s) => s.body && Buffer.from(s.body)), column((s) => copiesJson(s.copies)),
        clock() - limits.deviceIdleFor, clock() + limits.copyFor,
      ],
    });
    return rows;
  }

  return {
    /**
     * Stores a message; resolves when it is committed.
     * @throws Fault UNAVAILABLE when too many wait; NO_AUTH, NOT_MEMBER, BLOCKED, BAD_REQUEST; DEVICES_CHANGED with a DevicesChanged.
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
        reject(refusal(verdict));
        continue;
      }
      resolve({ epoch: verdict.epoch, seq: verdict.seq, ts: verdict.ts });
      if (verdict.dup) continue;
      const of = stored.get(sending.conversation) ?? { version: verdict.members_version, rows: [] };
      stored.set(sending.conversation, of);
      const { copies, ...row } = sending;
      of.rows.push({ ...row, epoch: verdict.epoch, seq: verdict.seq, sealed: copies !== null, copies: copies ?? [] });
    }
    for (const { version, rows } of stored.values()) publishRows(bus, version, rows);
  }
}

const copiesJson = (copies: Sending['copies']) => copies && JSON.stringify(copies.map(({ identifier, device, envelope }) =>
  ({ identifier, device, envelope: Buffer.from(envelope).toString('base64') })));

function refusal({ fault, missing, extra }: Verdict): Fault {
  if (fault !== 'DEVICES_CHANGED') return new Fault(fault!);
  return new Fault('DEVICES_CHANGED', { data: encode('DevicesChanged', { missing: missing ?? [], extra: extra ?? [] }) });
}
