// What the store's send_batch is given and what it answers: see migrations/sendBatchAnonymous.ts.
import type { Conversation_Type, Device } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
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
  anonymous: boolean;
}

/** What became of one row: where it lies, or the fault for which it was not stored. */
export interface Verdict {
  /** The row's place in the batch, from 1. */
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

export const sendBatchText = 'select * from send_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';

/** The parameters of `sendBatchText`. */
export function sendBatchValues(batch: readonly Sending[], now: number, { deviceIdleFor, copyFor }: Limits): unknown[] {
  const column = <T>(pick: (sending: Sending) => T) => batch.map(pick);
  return [
    column((s) => s.conversation), column((s) => s.type), column((s) => s.id), column((s) => s.sender),
    column((s) => s.device), column((s) => s.ts), column((s) => s.body && Buffer.from(s.body)), column((s) => copiesJson(s.copies)),
    column((s) => s.anonymous), now - deviceIdleFor, now + copyFor,
  ];
}

const copiesJson = (copies: Sending['copies']) => copies && JSON.stringify(copies.map(({ identifier, device, envelope }) =>
  ({ identifier, device, envelope: Buffer.from(envelope).toString('base64') })));

/** The fault of a row that was not stored. */
export function faultOf({ fault, missing, extra }: Verdict): Fault {
  if (fault !== 'DEVICES_CHANGED') return new Fault(fault!);
  return new Fault('DEVICES_CHANGED', { data: encode('DevicesChanged', { missing: missing ?? [], extra: extra ?? [] }) });
}

/** The row that was stored. */
export const storedRow = ({ copies, ...sending }: Sending, { epoch, seq }: Verdict): StoredRow =>
  ({ ...sending, epoch, seq, sealed: copies !== null, copies: copies ?? [], withdrawn: false, cmd_id: '', target: null });
