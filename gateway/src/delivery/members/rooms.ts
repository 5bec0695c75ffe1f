// The conversations that somebody connected to this gateway is in, and who of them may see what from where.
import type pg from 'pg';
import type { Listener } from '../push/listener.ts';

/** What somebody may see, the places after `from` up to `upTo` (where it ends for who has left), and on which devices. */
export interface View {
  from: number;
  upTo: number;
  /** Those that are connected now, as they come and go. */
  listeners: ReadonlySet<Listener>;
}

export interface Room {
  conversation: string;
  /** Pushed up to here. */
  known: number;
  membersVersion: number;
  /** The connected people who are in it, and what of it they may see. */
  members: Map<string, View>;
  /** One delivery at a time, in order. */
  work: Promise<void>;
  unsubscribe(): void;
}

export interface Membership {
  identifier: string;
  conversation: string;
  joined_seq: number;
  left_seq: number | null;
  last_seq: number;
  members_version: number;
}

const columns = 'm.identifier, m.conversation, m.joined_seq, m.left_seq, c.last_seq, c.members_version';

/** How many entries have been counted, the last of which may not have committed yet. */
export async function lastEntry(pool: pg.Pool): Promise<number> {
  const {
    rows: [counted],
  } = await pool.query<{ last_value: number }>(
    'select case when is_called then last_value else 0 end as last_value from member_entry',
  );
  return counted!.last_value;
}

/** What these people are members of; `after`: by entries after this one only. */
export async function membershipsOf(pool: pg.Pool, identifiers: string[], after = -1): Promise<Membership[]> {
  const { rows } = await pool.query<Membership>(
    `select ${columns} from member m join conversation c on c.id = m.conversation
     where m.identifier = any($1) and m.entry > $2 and m.left_seq is null`,
    [identifiers, after],
  );
  return rows;
}

/** Those of these people who are members of one conversation, or left it after this place. */
export async function membersOf(
  pool: pg.Pool,
  conversation: string,
  seq: number,
  among: readonly string[],
): Promise<Membership[]> {
  const { rows } = await pool.query<Membership>(
    `select ${columns} from member m join conversation c on c.id = m.conversation
     where m.conversation = $1 and m.identifier = any($3) and (m.left_seq is null or m.left_seq > $2)`,
    [conversation, seq, among],
  );
  return rows;
}

/** Those of these conversations in which something happened since. */
export async function changedRooms(pool: pg.Pool, rooms: Room[]) {
  const { rows } = await pool.query<{ id: string; last_seq: number; members_version: number }>(
    `select c.id, c.last_seq, c.members_version
     from unnest($1::text[], $2::bigint[], $3::bigint[]) as k (id, seq, version)
     join conversation c on c.id = k.id and (c.last_seq > k.seq or c.members_version <> k.version)`,
    [rooms.map((r) => r.conversation), rooms.map((r) => r.known), rooms.map((r) => r.membersVersion)],
  );
  return rows;
}
