// Whether the gateway can serve: the database answers and accepts writes.
import { randomBytes } from 'node:crypto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { writesNothing } from '../core/refusal.ts';

export type Readiness = ReturnType<typeof createReadiness>;

/** Larger than the free space of any database page, so that it needs a new one. */
const probeBytes = 65_536;

export function createReadiness({ pool, limits }: { pool: pg.Pool; limits: Limits }) {
  let doubted = false;
  let looking: Promise<void> | undefined;

  /** Writes, and rolls back. */
  async function probe(): Promise<void> {
    const client = await pool.connect();
    let broken = true;
    try {
      await client.query('begin');
      try {
        await client.query("insert into setting values ('probe', $1)", [randomBytes(probeBytes).toString('base64')]);
      } finally {
        await client.query('rollback');
      }
      broken = false;
    } finally {
      client.release(broken);
    }
  }

  async function look(): Promise<void> {
    const {
      rows: [state],
    } = await pool.query<{ closed: boolean }>("select current_setting('transaction_read_only') = 'on' as closed");
    if (state!.closed) throw new Error('The database is read-only');
    if (doubted) await probe();
    doubted = false;
  }

  return {
    /** Notified of every failed call. */
    note(error: unknown): void {
      doubted ||= writesNothing(error);
    },

    /**
     * A full disk shows only on a write, so this writes, and only after a failure.
     * @throws the database's error while it cannot write; Error when it does not answer in time. Concurrent callers
     * share one probe: none of them waits for a dead database, or takes a connection from working calls.
     */
    async check(): Promise<void> {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error('The database did not answer in time')), limits.readyWithin);
      });
      await Promise.race([looking, tooLate]).finally(() => clearTimeout(late));
    },
  };
}
