// Conversations of the people connected to this gateway, and the range of messages each may see.
import type pg from 'pg';
import type { StoredRow } from '../../core/storedRow.ts';
import type { Listener } from '../push/listener.ts';

/**
 * The positions that a person may see: after `from` and up to `upTo` (set for former members), and their connected
 * devices.
 */
export interface VisibleRange {
  from: number;
  upTo: number;
  /** The person's connected devices; the set changes as they connect and disconnect. */
  listeners: ReadonlySet<Listener>;
}

/** New rows up to `toSeq`; without `rows` they are in the database only. */
export interface UndeliveredRows {
  toSeq: number;
  membersVersion: number;
  rows: StoredRow[];
}

export interface LiveConversation {
  conversation: string;
  /** The position up to which rows have been pushed. */
  pushedSeq: number;
  membersVersion: number;
  /** Connected members, and the range they may see. */
  members: Map<string, VisibleRange>;
  /** In the order of their arrival, which may differ from the order of their rows. */
  undelivered: UndeliveredRows[];
  /** Called when `undelivered` has grown. */
  onUndelivered(): void;
  /** The end of a promise chain: deliveries run one at a time, in order. */
  deliveries: Promise<void>;
  unsubscribe(): void;
}

export interface MembershipRow {
  identifier: string;
  conversation: string;
  joined_seq: number;
  left_seq: number | null;
  last_seq: number;
  members_version: number;
}

const columns = 'm.identifier, m.conversation, m.joined_seq, m.left_seq, c.last_seq, c.members_version';

/** The counter of membership entries; the last entries may not be committed yet. */
export async function lastEntry(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ last_value: number }>(
    'select case when is_called then last_value else 0 end as last_value from member_entry',
  );
  return rows[0]!.last_value;
}

/** The current memberships of these people; `after` restricts them to later entries. */
export async function membershipsOf(pool: pg.Pool, identifiers: string[], after = -1): Promise<MembershipRow[]> {
  const { rows } = await pool.query<MembershipRow>(
    `select ${columns} from member m join conversation c on c.id = m.conversation
     where m.identifier = any($1) and m.entry > $2 and m.left_seq is null`,
    [identifiers, after],
  );
  return rows;
}

/** The memberships of those among these people who are members of a conversation, or left it after position `seq`. */
export async function membersOf(
  pool: pg.Pool,
  conversation: string,
  seq: number,
  among: readonly string[],
): Promise<MembershipRow[]> {
  const { rows } = await pool.query<MembershipRow>(
    `select ${columns} from member m join conversation c on c.id = m.conversation
     where m.conversation = $1 and m.identifier = any($3) and (m.left_seq is null or m.left_seq > $2)`,
    [conversation, seq, among],
  );
  return rows;
}

/** The conversations among these that changed since they were last read. */
export async function changedConversations(pool: pg.Pool, liveConversations: LiveConversation[]) {
  const { rows } = await pool.query<{ id: string; last_seq: number; members_version: number }>(
    `select c.id, c.last_seq, c.members_version
     from unnest($1::text[], $2::bigint[], $3::bigint[]) as k (id, seq, version)
     join conversation c on c.id = k.id and (c.last_seq > k.seq or c.members_version <> k.version)`,
    [
      liveConversations.map((r) => r.conversation),
      liveConversations.map((r) => r.pushedSeq),
      liveConversations.map((r) => r.membersVersion),
    ],
  );
  return rows;
}
