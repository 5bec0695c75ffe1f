// Stored messages, and their form for a device.
import type { Content, Input, Row } from '@amber/proto';
import { decode, withoutUnknownFields } from '@amber/proto/codec';
import type pg from 'pg';
import type { StoredRow } from '../../core/storedRow.ts';

/** A device and its person. */
export interface DeviceRef {
  identifier: string;
  device: string;
}

const sameDevice = (a: DeviceRef, b: DeviceRef) => a.identifier === b.identifier && a.device === b.device;

/** A sealed row for one device: its copy, or the information that there is none. */
function sealedPart(row: StoredRow, reader: DeviceRef): Pick<Input<Row>, 'copy' | 'content'> {
  if (sameDevice({ identifier: row.sender, device: row.device }, reader)) return { copy: 'acked' };
  const copy = row.copies.find((found) => sameDevice(found, reader));
  if (copy?.envelope) return { copy: 'queued', content: decode('Content', copy.envelope) };
  // This includes a command whose copy was deleted together with its target.
  return { copy: copy ? 'acked' : 'none', ...(row.cmd_id !== '' && { content: commandStubOf(row) }) };
}

/** The part of a command that a device without a copy gets, so that it does not count the row as a missed message. */
const commandStubOf = ({ id, ts, cmd_id, target }: StoredRow) => ({
  id,
  type: cmd_id,
  cmdId: cmd_id,
  targets: target === null ? [] : [target],
  timestamp: ts,
});

const hiddenSender = { identifier: '', deviceId: '' };

/** Whether the author's own devices see more of this row than others do. */
export const isRedacted = ({ anonymous, withdrawn }: StoredRow): boolean => anonymous || withdrawn;

/** An open row's content for anyone but its author. A field of a newer build may repeat what is hidden. */
const redact = (content: Content, { anonymous, withdrawn }: StoredRow): Content => ({
  ...(anonymous || withdrawn ? withoutUnknownFields(content) : content),
  ...(anonymous && { sender: hiddenSender }),
  ...(withdrawn && { message: '' }),
});

/** The part of an open row; the author's own devices see all of it. */
function openPart(row: StoredRow, body: Uint8Array, isAuthor: boolean): Pick<Input<Row>, 'copy' | 'content'> {
  const content = decode('Content', body);
  return { copy: 'open', content: isAuthor ? content : redact(content, row) };
}

/** The row as this device may see it. */
export function toRow(row: StoredRow, reader: DeviceRef): Input<Row> {
  const isAuthor = row.sender === reader.identifier;
  return {
    conversationId: row.conversation,
    conversationType: row.type,
    epoch: row.epoch,
    seq: row.seq,
    prevSeq: row.seq - 1,
    id: row.id,
    sender: row.anonymous && !isAuthor ? hiddenSender : { identifier: row.sender, deviceId: row.device },
    timestamp: row.ts,
    ...(row.sealed || row.body === null ? sealedPart(row, reader) : openPart(row, row.body, isAuthor)),
  };
}

/** A range of one conversation: positions after `after`, up to `upTo`. */
export interface SeqRange {
  conversation: string;
  after: number;
  upTo: number;
}

interface ReadOptions {
  ranges: SeqRange[];
  /** The people whose copies are included. */
  identifiers: string[];
  /** Restricts the copies to this device. */
  device?: string;
  /** Row limits, per conversation and in all. */
  perConversation: number;
  total: number;
  /** The total size in bytes at which no more rows are added; the first row is included whatever its size. */
  bytesMax?: number;
  newestFirst?: boolean;
}

/** The maximum size of the rows in one answer, in bytes. */
export const replyBytesMax = 4 * 1_048_576;

/** A row's payload size in bytes, without its names and numbers. */
export const sizeOf = ({ body, copies }: StoredRow): number =>
  copies.reduce((sum, { envelope }) => sum + (envelope?.length ?? 0), body?.length ?? 0);

/** Rows of several conversations with the copies for these people's devices, ordered by conversation and seq. */
export async function readRows(pool: pg.Pool, options: ReadOptions): Promise<StoredRow[]> {
  const {
    ranges,
    identifiers,
    device = null,
    perConversation,
    total,
    bytesMax = replyBytesMax,
    newestFirst = false,
  } = options;
  const order = newestFirst ? 'desc' : 'asc';
  const { rows } = await pool.query<
    Omit<StoredRow, 'copies'> & { copies: { identifier: string; device: string; envelope: string | null }[] | null }
  >(
    `select * from (
       select r.*, k.copies, sum(w.bytes) over (order by r.place, r.seq ${order}) - w.bytes as bytes_before from (
         select c.id as conversation, c.type, c.epoch, m.seq, m.id, m.sender, m.device, m.ts, m.sealed, m.body, m.anonymous, m.withdrawn, m.cmd_id, m.target, s.place
         from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as s (conversation, after, up_to, place)
         join conversation c on c.id = s.conversation
         cross join lateral (
           select * from message m where m.conversation = s.conversation and m.seq > s.after and m.seq <= s.up_to
           order by m.seq ${order} limit $6
         ) m
         order by s.place, m.seq limit $7
       ) r
       left join lateral (
         select json_agg(json_build_object('identifier', d.identifier, 'device', d.device, 'envelope', encode(d.envelope, 'base64'))) as copies
         from device_copy d
         where r.sealed and d.conversation = r.conversation and d.seq = r.seq
           and d.identifier = any($4) and ($5::text is null or d.device = $5)
       ) k on true
       cross join lateral (select coalesce(octet_length(r.body), 0) + coalesce(octet_length(k.copies::text), 0) as bytes) w
     ) sized
     where bytes_before <= $8
     order by place, seq`,
    [
      ranges.map((s) => s.conversation),
      ranges.map((s) => s.after),
      ranges.map((s) => s.upTo),
      identifiers,
      device,
      perConversation,
      total,
      bytesMax,
    ],
  );
  return rows.map((row) => ({
    ...row,
    copies: (row.copies ?? []).map((copy) => ({
      ...copy,
      envelope: copy.envelope === null ? null : Buffer.from(copy.envelope, 'base64'),
    })),
  }));
}
