// The parameters and results of the SQL function send_batch: see db/baseline.sql.
import type { Conversation_Type, Device } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { type ArrayType, type ArrayValue, binaryArray } from '../../db/binaryArray.ts';
import type { StoredCopy, StoredRow } from '../../core/storedRow.ts';

export interface OutgoingMessage {
  conversation: string;
  type: Conversation_Type;
  id: string;
  sender: string;
  device: string;
  ts: number;
  /** The Content of an open message. */
  body: Uint8Array | null;
  /** The copies of a sealed message, one per device; null for an open one. A copy without an envelope is withheld. */
  copies: StoredCopy[] | null;
  anonymous: boolean;
}

/** The result for one row: its position, or the fault that refused it. */
export interface RowResult {
  seq: number;
  ts: number;
  epoch: number;
  members_version: number;
  /** Whether the row was already stored (a resend). */
  dup: boolean;
  fault: string | null;
  missing: Device[] | null;
  extra: Device[] | null;
}

/** One position per row of the batch; rows that were not stored are listed by their index, from 1. */
interface Answer {
  seqs: (number | null)[];
  epochs: number[];
  versions: number[];
  odd: Record<
    number,
    { seq: number; ts: number } | { fault: string; missing?: Device[] | null; extra?: Device[] | null }
  > | null;
}

/** The single row returned by a query with `sendBatchText`. */
export interface SendBatchRow {
  answer: Answer;
}

export const sendBatchText = 'select send_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as answer';

/** The parameters of `sendBatchText`. A batch may contain each message id at most once per conversation. */
export function sendBatchValues(
  batch: readonly OutgoingMessage[],
  now: number,
  { deviceIdleFor, copyRetention: copyFor }: Limits,
): unknown[] {
  const column = <Type extends ArrayType>(
    type: Type,
    valueOf: (message: OutgoingMessage) => ArrayValue<Type> | null,
  ): Buffer => binaryArray(type, batch.map(valueOf));
  return [
    column('text', ({ conversation }) => conversation),
    column('text', ({ type }) => type),
    column('text', ({ id }) => id),
    column('text', ({ sender }) => sender),
    column('text', ({ device }) => device),
    column('bigint', ({ ts }) => ts),
    column('bytea', ({ body }) => body),
    column('text', ({ copies }) => copiesJson(copies)),
    column('boolean', ({ anonymous }) => anonymous),
    now - deviceIdleFor,
    now + copyFor,
  ];
}

/** The result for each row of the batch, in order. */
export function rowResultsOf({ answer }: SendBatchRow, batch: readonly OutgoingMessage[]): RowResult[] {
  const { seqs, epochs, versions, odd } = answer;
  return batch.map(({ ts }, index) => ({
    seq: seqs[index] ?? 0,
    ts,
    epoch: epochs[index]!,
    members_version: versions[index]!,
    dup: seqs[index] === null,
    fault: null,
    missing: null,
    extra: null,
    ...odd?.[index + 1],
  }));
}

const copiesJson = (copies: OutgoingMessage['copies']) =>
  copies &&
  JSON.stringify(
    copies.map(({ identifier, device, envelope }) => ({
      identifier,
      device,
      envelope: envelope && Buffer.from(envelope).toString('base64'),
    })),
  );

/** Returns the fault of a refused row. */
export function faultOf({ fault, missing, extra }: RowResult): Fault {
  if (fault !== 'DEVICES_CHANGED') return new Fault(fault!);
  return new Fault('DEVICES_CHANGED', {
    data: encode('DevicesChanged', { missing: missing ?? [], extra: extra ?? [] }),
  });
}

/** The stored row. A device whose copy is withheld has no copy in it. */
export const storedRow = ({ copies, ...sending }: OutgoingMessage, { epoch, seq }: RowResult): StoredRow => ({
  ...sending,
  epoch,
  seq,
  sealed: copies !== null,
  copies: (copies ?? []).filter(({ envelope }) => envelope),
  withdrawn: false,
  cmd_id: '',
  target: null,
});
