// Reads what has changed in the database since it was last asked.
import type pg from 'pg';

/** What has changed, on this gateway or another. */
export interface LiveChanges {
  /** Conversations with new rows or other members. */
  conversations: string[];
  /** New memberships. */
  memberships: { identifier: string; conversation: string }[];
  /** People with new notices. */
  people: string[];
  /** Sessions that have ended. */
  families: string[];
}

/** A position in the log: all transactions before `tx` had ended. */
interface Cursor {
  tx: string;
  /** When the database was started, because a crash empties the log. */
  started: string;
  /** In the database's time, in milliseconds. */
  at: number;
}

interface LogRow extends Cursor {
  kind: 'conversation' | 'member' | 'notice' | 'session' | null;
  id: string;
  conversation: string | null;
}

const minute = 60_000;
/** Changes are deleted after this time, and a gateway that was stopped for half of it compares everything. */
const retention = 4 * minute;

export type ChangeLog = ReturnType<typeof createChangeLog>;

export function createChangeLog({ pool }: { pool: Pick<pg.Pool, 'query'> }) {
  let cursor: Cursor | null = null;
  let beginning: Promise<void> | null = null;
  /** Cursors of each minute, oldest first: what is before the oldest is deleted in the end. */
  let oldCursors: Cursor[] = [];
  /** The position an hour ago. */
  let unreadSince: string | null = null;

  async function read(after: string | null): Promise<LogRow[]> {
    const { rows } = await pool.query<LogRow>(
      `select now.*, changed.* from (
         select pg_snapshot_xmin(pg_current_snapshot())::text as tx, pg_postmaster_start_time()::text as started,
           floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at
       ) now left join (
         select distinct kind, id, conversation from live_change where tx >= $1::text::xid8
       ) changed on true`,
      [after],
    );
    return rows;
  }

  /** Whether the log has everything since this cursor. */
  const isContinued = (from: Cursor, to: Cursor): boolean =>
    from.started === to.started && BigInt(to.tx) >= BigInt(from.tx) && Math.abs(to.at - from.at) < retention / 2;

  async function dropOld(now: Cursor): Promise<void> {
    if (now.at - (oldCursors.at(-1)?.at ?? 0) < minute) return;
    oldCursors.push(now);
    const ended = oldCursors.filter(({ at }) => at < now.at - retention);
    oldCursors = oldCursors.slice(ended.length);
    if (ended.length > 0) await pool.query('delete from live_change where tx < $1::text::xid8', [ended.at(-1)!.tx]);
  }

  return {
    /** Sets the cursor, unless there is one: from now on, changes are found. */
    async begin(): Promise<void> {
      if (cursor) return;
      beginning ??= read(null)
        .then(([now]) => {
          cursor ??= now!;
        })
        .finally(() => {
          beginning = null;
        });
      await beginning;
    },

    /** Removes the cursor: changes were missed, or nobody needs them. */
    forget(): void {
      cursor = null;
      oldCursors = [];
    },

    /** What has changed since the cursor, which moves to now; null if anything may have. */
    async next(): Promise<LiveChanges | null> {
      const before = cursor;
      const rows = await read(before?.tx ?? null);
      const { tx, started, at } = rows[0]!;
      const isForgotten = cursor !== before;
      cursor = { tx, started, at };
      if (!before || isForgotten || !isContinued(before, cursor)) {
        oldCursors = [];
        return null;
      }
      await dropOld(cursor);
      const idsOf = (kind: LogRow['kind']) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
      return {
        conversations: idsOf('conversation'),
        memberships: rows.flatMap(({ kind, id: identifier, conversation }) =>
          kind === 'member' && conversation !== null ? [{ identifier, conversation }] : [],
        ),
        people: idsOf('notice'),
        families: idsOf('session'),
      };
    },

    /** Called each hour: deletes what is older where no gateway reads the log, because nobody is connected. */
    async dropUnread(): Promise<void> {
      const [now] = await read(null);
      if (unreadSince !== null) await pool.query('delete from live_change where tx < $1::text::xid8', [unreadSince]);
      unreadSince = now!.tx;
    },
  };
}
