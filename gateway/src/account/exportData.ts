// Exports a person's data: section after section, long ones in parts.
import type { ExportDataReply, Input } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { limits as usualLimits } from '@amber/proto/limits';
import { writeWav } from '@amber/proto/wav';
import { type ExportSection, exportSections } from './exportSections.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

/** Sections whose rows are large; the others are one part each. */
const rowsPerPart: Partial<Record<ExportSection, number>> = { voiceRecordings: 1 };

const sectionNames = Object.keys(exportSections) as ExportSection[];

type ExportPorts = Pick<GatewayBase, 'pool' | 'limits' | 'quotas'>;

/** A row of a section, with sound as a WAV file in base64. */
function withSound(row: object): object {
  if (!('pcm' in row && row.pcm instanceof Buffer)) return row;
  const { pcm, ...rest } = row;
  const samples = Int16Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(2 * at));
  return { ...rest, wav: Buffer.from(writeWav(samples, usualLimits.speechSampleRate)).toString('base64') };
}

/** The number of messages that one scan covers. */
const spanMax = 20_000;
/** The number of scans without an own message that one part may take. */
const spansMax = 20;

interface OwnMessage {
  conversation: string;
  seq: number;
  id: string;
  ts: number;
  cmd_id: string;
  anonymous: boolean;
  withdrawn: boolean;
  sealed: boolean;
  body: Buffer | null;
}

/** A message in its author's export. The gateway has no text of a sealed message. */
function toExported({ conversation, seq, id, ts, cmd_id, anonymous, withdrawn, sealed, body }: OwnMessage) {
  const { type, message } = body ? decode('Content', body) : { type: cmd_id, message: null };
  return { conversation, seq, id, time: ts, type, message, anonymous, withdrawn, encrypted: sealed };
}

/** A part of the section of messages, and the cursor of the next one. */
const partOf = (rows: readonly OwnMessage[], cursor: string, done: number): Input<ExportDataReply> => ({
  section: 'messages',
  rows: JSON.stringify(rows.map(toExported)),
  cursor,
  done,
});

export function createExportData({ pool, limits, quotas }: ExportPorts) {
  /** This person's messages after a cursor, one conversation after the other. */
  async function messages(
    identifier: string,
    after: { conversation: string; seq: number },
  ): Promise<Input<ExportDataReply>> {
    const { rows: places } = await pool.query<{ id: string; last_seq: number }>(
      'select c.id, coalesce(m.left_seq, c.last_seq) as last_seq from member m join conversation c on c.id = m.conversation where m.identifier = $1 order by c.id collate "C"',
      [identifier],
    );
    const left = places.filter(({ id }) => id >= after.conversation);
    let seq = after.seq;
    for (let spans = 0; left.length > 0; spans += 1) {
      const { id, last_seq } = left[0]!;
      if (id !== after.conversation && spans === 0) seq = 0;
      const { rows } = await pool.query<OwnMessage>(
        `select conversation, seq, id, ts, cmd_id, anonymous, withdrawn, sealed, body from message
         where conversation = $1 and seq > $2 and seq <= $3 and sender = $4 order by seq limit $5`,
        [id, seq, seq + spanMax, identifier, limits.exportPage],
      );
      seq = rows.length === limits.exportPage ? rows.at(-1)!.seq : seq + spanMax;
      const done = 50 + Math.floor((50 * (places.length - left.length)) / places.length);
      const isOver = seq >= last_seq;
      if (isOver) left.shift();
      if (left.length === 0) return partOf(rows, '', 100);
      const next = isOver ? { conversation: left[0]!.id, seq: 0 } : { conversation: id, seq };
      if (rows.length > 0 || spans >= spansMax) return partOf(rows, `messages ${next.conversation} ${next.seq}`, done);
      ({ seq } = next);
    }
    return partOf([], '', 100);
  }

  /**
   * Returns the part after a cursor.
   * @throws Fault TOO_MANY when exports start too often, BAD_REQUEST for an invalid cursor.
   */
  return async (identifier: string, cursor: string): Promise<Input<ExportDataReply>> => {
    const [section = '', place = '0', seq = ''] = cursor.split(' ');
    if (section === 'messages' && /^\d{1,15}$/.test(seq))
      return messages(identifier, { conversation: place, seq: Number(seq) });
    const index = cursor === '' ? 0 : sectionNames.indexOf(section as ExportSection);
    const name = sectionNames[index];
    if (!name || !/^\d{1,6}$/.test(place)) throw new Fault('BAD_REQUEST');
    if (cursor === '') await quotas.enforce([{ key: `export/${identifier}`, limit: limits.exportsPerHour }]);
    const size = rowsPerPart[name] ?? null;
    const { rows } = await pool.query<object>(`${exportSections[name]} limit $2 offset $3`, [identifier, size, place]);
    return {
      section: name,
      rows: JSON.stringify(rows.map(withSound)),
      cursor: rows.length === size ? `${name} ${Number(place) + size}` : (sectionNames[index + 1] ?? 'messages  0'),
      done: Math.floor((50 * (index + 1)) / sectionNames.length),
    };
  };
}
