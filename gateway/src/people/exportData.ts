// What the gateway has of a person, for that person to take away: section after section, long ones in parts.
import type { ExportDataReply, Input } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import type { Spending } from '../kit/spending.ts';

interface ExportPorts {
  pool: pg.Pool;
  limits: Limits;
  spending: Spending;
}

/** Of one person, $1. Times are milliseconds. */
const sections = {
  profile: `select identifier, phone, wallet, last_name as "name", bio, avatar, created_at as "created", hide_read_state as "hideReadState",
    unencrypted, apply_limit as "whoMayApply", message_limit as "whoMayWrite" from person where identifier = $1`,
  devices: 'select device as "id", name, system, created_at as "created", seen_at as "lastSeen" from device where identifier = $1 order by created_at',
  sessions: 'select device, rotated_at as "lastUsed", revoked_at as "ended" from family where identifier = $1 order by rotated_at',
  contacts: 'select other as "identifier", is_contact as "isContact", remark, updated_at as "changed" from contact where identifier = $1 order by other',
  blocked: 'select blocked as "identifier" from block where identifier = $1 order by blocked',
  contactRequests: `select from_identifier as "from", to_identifier as "to", message, status, applied_at as "time" from contact_apply
    where $1 in (from_identifier, to_identifier) order by applied_at`,
  invited: 'select identifier, inviter, invited_at as "time" from invited where $1 in (identifier, inviter) order by invited_at',
  conversations: `select c.id, c.type, c.name, c.space, m.role, m.joined_at as "joined", m.left_seq is not null as "left", m.nickname,
    m.user_setting as "settings", m.read_seq as "readUpTo" from member m join conversation c on c.id = m.conversation where m.identifier = $1 order by m.joined_at, c.id`,
  favorites: 'select conversation, seq, added_at as "time" from favorite where identifier = $1 order by place',
  spaces: 'select s.id, s.name from space_member m join space s on s.id = m.space where m.identifier = $1 order by s.id',
  invitations: 'select space, created_at as "time", expires_at as "until" from invitation where inviter = $1 order by created_at, code',
  joinRequests: 'select space, message, status, applied_at as "time" from join_apply where identifier = $1 order by applied_at, space',
  removedFrom: 'select place, removed_at as "time" from removed where identifier = $1 order by removed_at, place',
  uploads: 'select key as "name", created_at as "time" from upload where owner = $1 order by created_at, key',
  moments: 'select id, text, posted_at as "time" from blog where author = $1 order by posted_at',
  bots: 'select id, type, name, characters from ai_bot where owner = $1 order by id',
  campaigns: 'select campaign as "id" from campaign_participant where identifier = $1 order by campaign',
} as const;

const sectionNames = Object.keys(sections) as (keyof typeof sections)[];

/** What a part of the messages looks at in one go. */
const spanMax = 20_000;
/** How many spans a part may take in which the person has written nothing. */
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

/** A message that its author takes away. Of a sealed one the gateway has no words. */
function toExported({ conversation, seq, id, ts, cmd_id, anonymous, withdrawn, sealed, body }: OwnMessage) {
  const { type, message } = body ? decode('Content', body) : { type: cmd_id, message: null };
  return { conversation, seq, id, time: ts, type, message, anonymous, withdrawn, encrypted: sealed };
}

export type ExportData = ReturnType<typeof createExportData>;

export function createExportData({ pool, limits, spending }: ExportPorts) {
  /** What this person has written, after a place; one conversation after the other. */
  async function messages(identifier: string, after: { conversation: string; seq: number }): Promise<Input<ExportDataReply>> {
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
      if (left.length === 0) return { section: 'messages', rows: JSON.stringify(rows.map(toExported)), cursor: '', done: 100 };
      const next = isOver ? { conversation: left[0]!.id, seq: 0 } : { conversation: id, seq };
      if (rows.length > 0 || spans >= spansMax) {
        return { section: 'messages', rows: JSON.stringify(rows.map(toExported)), cursor: `messages ${next.conversation} ${next.seq}`, done };
      }
      ({ seq } = next);
    }
    return { section: 'messages', rows: '[]', cursor: '', done: 100 };
  }

  /**
   * The part after a cursor.
   * @throws Fault TOO_MANY when it is begun too often, BAD_REQUEST for a cursor that is none.
   */
  return async (identifier: string, cursor: string): Promise<Input<ExportDataReply>> => {
    const [section = '', conversation = '', seq = ''] = cursor.split(' ');
    if (section === 'messages' && /^\d{1,15}$/.test(seq)) return messages(identifier, { conversation, seq: Number(seq) });
    const index = cursor === '' ? 0 : sectionNames.indexOf(cursor as (typeof sectionNames)[number]);
    const name = sectionNames[index];
    if (!name) throw new Fault('BAD_REQUEST');
    if (cursor === '' && !await spending.spend([{ what: `export/${identifier}`, most: limits.exportsPerHour }])) throw new Fault('TOO_MANY');
    const { rows } = await pool.query<object>(sections[name], [identifier]);
    return {
      section: name, rows: JSON.stringify(rows), cursor: sectionNames[index + 1] ?? 'messages  0', done: Math.floor((50 * (index + 1)) / sectionNames.length),
    };
  };
}
