// Whether the gateway can serve: the database answers and takes what it is given.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { writesNothing } from './refusal.ts';

export type Readiness = ReturnType<typeof createReadiness>;

/** More than any page of the database has left, so that it needs room of its own. */
const probeBytes = 65_536;

export function createReadiness({ pool }: { pool: pg.Pool }) {
  let doubted = false;

  /** Writes, and takes it back. */
  async function probe(): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query("insert into setting values ('probe', $1)", [randomBytes(probeBytes).toString('base64')]);
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }

  return {
    /** Told of every failure of a call. */
    note(error: unknown): void {
      doubted ||= writesNothing(error);
    },

    /** @throws what the database says, while it cannot write. A full disk is known only by trying, and tried only after a failure. */
    async check(): Promise<void> {
      const { rows: [state] } = await pool.query<{ closed: boolean }>("select current_setting('transaction_read_only') = 'on' as closed");
      if (state!.closed) throw new Error('The database is read-only');
      if (doubted) await probe();
      doubted = false;
    },
  };
}
