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

/** The current memberships of these people. */
export async function membershipsOf(pool: pg.Pool, identifiers: readonly string[]): Promise<MembershipRow[]> {
  const { rows } = await pool.query<MembershipRow>(
    `select ${columns} from member m join conversation c on c.id = m.conversation
     where m.identifier = any($1) and m.left_seq is null`,
    [identifiers],
  );
  return rows;
}

/** Those of these memberships that are current. */
export async function currentMemberships(
  pool: pg.Pool,
  memberships: readonly Pick<MembershipRow, 'identifier' | 'conversation'>[],
): Promise<MembershipRow[]> {
  if (memberships.length === 0) return [];
  const { rows } = await pool.query<MembershipRow>(
    `select ${columns} from unnest($1::text[], $2::text[]) as k (conversation, identifier)
     join member m on m.conversation = k.conversation and m.identifier = k.identifier and m.left_seq is null
     join conversation c on c.id = m.conversation`,
    [memberships.map(({ conversation }) => conversation), memberships.map(({ identifier }) => identifier)],
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
  if (liveConversations.length === 0) return [];
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
