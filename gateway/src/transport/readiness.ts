// Whether the gateway can serve: it is not about to stop, and the database answers and accepts writes.
import { randomBytes } from 'node:crypto';
import { isWriteFailure } from '../core/toClientFault.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

export type Readiness = ReturnType<typeof createReadiness>;

/** Larger than the free space of any database page, so that the write needs a new page. */
const probeBytes = 65_536;

export function createReadiness({ pool, limits }: Pick<GatewayBase, 'pool' | 'limits'>) {
  let mustProbe = false;
  let isLeaving = false;
  let checking: Promise<void> | undefined;

  /** Inserts a row and rolls back. */
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

  async function checkDatabase(): Promise<void> {
    const { rows } = await pool.query<{ closed: boolean }>(
      "select current_setting('transaction_read_only') = 'on' as closed",
    );
    if (rows[0]!.closed) throw new Error('The database is read-only');
    if (mustProbe) await probe();
    mustProbe = false;
  }

  return {
    /** From now on the gateway is not ready, because it is about to stop. */
    leave(): void {
      isLeaving = true;
    },

    isLeaving: (): boolean => isLeaving,

    /** Notified of every failed call. */
    noteFailure(error: unknown): void {
      mustProbe ||= isWriteFailure(error);
    },

    /**
     * Checks with a write, because only a write reveals a full disk, and only after a failure.
     * @throws the database's error while it cannot write; Error when it does not answer in time, or the gateway stops. Concurrent callers
     * share one probe: none of them waits for a dead database, or takes a connection from working calls.
     */
    async check(): Promise<void> {
      if (isLeaving) throw new Error('The gateway is about to stop');
      checking ??= checkDatabase().finally(() => {
        checking = undefined;
      });
      let timer: NodeJS.Timeout | undefined;
      const timedOut = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The database did not answer in time')), limits.readyTimeout);
      });
      await Promise.race([checking, timedOut]).finally(() => clearTimeout(timer));
    },
  };
}
