// Divides work that must happen once among the gateways of a database: a row per piece of work, with a lease in the
// database's time.
import { randomBytes } from 'node:crypto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';

/** This gateway is closing, or another one may have the work now. That one goes on with it. */
export class WorkInterrupted extends Error {}

/**
 * Call it before each step that must not happen twice: a process that was stopped for a while has lost its lease.
 * @throws WorkInterrupted
 */
export type ConfirmLease = () => Promise<void>;

export type Leases = ReturnType<typeof createLeases>;

/** The key prefix of the rows of running gateways. */
const gatewayPrefix = 'gateway ';

/** A lease's end, if it is claimed now for `$2` milliseconds. */
const leaseEnd = "now() + $2 * interval '1 millisecond'";

/** A lease is renewed several times before it ends, so that one slow statement does not lose it. */
export const renewalInterval = (leaseFor: number): number => leaseFor / 4;

interface LeasePorts {
  pool: pg.Pool;
  limits: Pick<Limits, 'leaseFor'>;
  onError(error: unknown): void;
  /** Whether no other gateway can use the database. */
  isSole: boolean;
}

export function createLeases({ pool, limits, isSole, onError }: LeasePorts) {
  const { leaseFor } = limits;

  /** Runs claimed work, and renews its lease meanwhile. */
  async function runClaimed(
    { name, claim }: { name: string; claim: number },
    work: (confirm: ConfirmLease) => Promise<void>,
  ): Promise<void> {
    const confirm = async () => {
      const { rowCount } = await pool.query(
        `update lease set leased_until = ${leaseEnd} where name = $1 and claim = $3 and leased_until > now()`,
        [name, leaseFor, claim],
      );
      if (rowCount === 0) throw new WorkInterrupted(`Another gateway has taken over: ${name}`);
    };
    // A loss is the next step's error, not this timer's.
    const timer = setInterval(() => void confirm().catch(() => undefined), renewalInterval(leaseFor));
    try {
      await work(confirm);
    } finally {
      clearInterval(timer);
    }
  }

  /** Ends a claim, if this gateway still has it; the work is due again at `dueAt`, an SQL expression. */
  const release = ({ name, claim }: { name: string; claim: number }, dueAt: string, ...values: unknown[]) =>
    pool.query(`update lease set leased_until = null, due_at = ${dueAt} where name = $1 and claim = $2`, [
      name,
      claim,
      ...values,
    ]);

  /** The names whose rows exist. */
  const scheduled = new Set<string>();

  async function claimDue(name: string, every: number): Promise<{ name: string; claim: number } | undefined> {
    if (!scheduled.has(name))
      await pool.query(
        `insert into lease (name, due_at) values ($1, now() + $2 * interval '1 millisecond') on conflict do nothing`,
        [name, every],
      );
    scheduled.add(name);
    const { rows } = await pool.query<{ name: string; claim: number }>(
      `update lease set claim = claim + 1, leased_until = ${leaseEnd}
       where name = $1 and due_at <= now() and (leased_until is null or leased_until <= now()) returning name, claim`,
      [name, leaseFor],
    );
    return rows[0];
  }

  /** Does what the gateways left that have not renewed their rows; one gateway does it, once for each of them. */
  async function takeOver(work: () => Promise<void>): Promise<void> {
    for (;;) {
      const { rows } = await pool.query<{ name: string; claim: number }>(
        `update lease set claim = claim + 1, leased_until = ${leaseEnd}
         where name = (
           select name from lease where starts_with(name, $1) and leased_until <= now()
           order by leased_until limit 1 for update skip locked
         ) returning name, claim`,
        [gatewayPrefix, leaseFor],
      );
      const [ended] = rows;
      if (!ended) return;
      await runClaimed(ended, work);
      await pool.query('delete from lease where name = $1 and claim = $2', [ended.name, ended.claim]);
    }
  }

  return {
    /**
     * Runs work that is due once in `every` milliseconds for all gateways, unless it is not due or another gateway runs
     * it. When its gateway dies, it is due for the others as soon as the lease ends.
     * @throws what `work` throws, unless it was interrupted; it is due again after `every` then, too
     */
    async runDue(name: string, every: number, work: (confirm: ConfirmLease) => Promise<void>): Promise<void> {
      const claimed = await claimDue(name, every);
      if (!claimed) return;
      const nextDue = "now() + $3 * interval '1 millisecond'";
      try {
        await runClaimed(claimed, work);
      } catch (error) {
        if (error instanceof WorkInterrupted) return void (await release(claimed, 'due_at'));
        await release(claimed, nextDue, every);
        throw error;
      }
      await release(claimed, nextDue, every);
    },

    /**
     * Announces this gateway to the others, and runs `work` when another one has died. Returns a function that takes the
     * announcement back.
     */
    watchGateways(work: () => Promise<void>): () => Promise<void> {
      if (isSole) return async () => undefined;
      const name = gatewayPrefix + randomBytes(9).toString('base64url');
      let running: Promise<void> = Promise.resolve();
      let isRunning = false;
      // A row with a claim belongs to the gateway that takes over: this one was stopped for too long, and begins anew
      // once that is done.
      const announce = () =>
        pool.query(
          `insert into lease as l (name, leased_until, due_at) values ($1, ${leaseEnd}, now())
           on conflict (name) do update set leased_until = excluded.leased_until where l.claim = 0`,
          [name, leaseFor],
        );
      const renew = () => {
        if (isRunning) return;
        isRunning = true;
        running = announce()
          .then(() => takeOver(work))
          .catch(onError)
          .finally(() => {
            isRunning = false;
          });
      };
      renew();
      const timer = setInterval(renew, renewalInterval(leaseFor));
      timer.unref();
      return async () => {
        clearInterval(timer);
        await running;
        await pool.query('delete from lease where name = $1 and claim = 0', [name]).catch(onError);
      };
    },
  };
}
