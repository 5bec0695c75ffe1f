// Removes expired data.
import { sql } from 'kysely';
import type { GatewayBase } from './gatewayBase.ts';
import { type ConfirmLease, type Leases, WorkInterrupted } from './leases.ts';

interface SweeperPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'onError'> {
  leases: Pick<Leases, 'runDue'>;
  /** The sweeps of releases and notices. */
  sweeps: (() => Promise<void>)[];
}

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

export function createSweeper({ db, clock, limits, leases, sweeps, onError }: SweeperPorts) {
  async function sweep(confirm: ConfirmLease = async () => undefined): Promise<void> {
    const now = clock();
    await db.deleteFrom('device_copy').where('expires_at', '<', now).execute();
    await db.deleteFrom('sms_code').where('expires_at', '<', now).execute();
    await db
      .deleteFrom('sms_quota')
      .where(sql<boolean>`not exists (select from unnest(sent_at) t where t > ${now - day})`)
      .execute();
    await db
      .deleteFrom('sms_proved')
      .where('proved_at', '<', now - limits.codeRequesterTtl)
      .execute();
    await db
      .deleteFrom('family')
      .where('rotated_at', '<', now - limits.refreshTokenTtl)
      .execute();
    const failures: unknown[] = [];
    // A failing sweep must not hold up the rest, such as the deletion of accounts that are due.
    for (const run of sweeps) {
      await confirm();
      await run().catch((error: unknown) => failures.push(error));
    }
    for (const error of failures.slice(1)) onError(error);
    if (failures.length > 0) throw failures[0];
  }
  let closing = false;
  let running: Promise<void> | null = null;
  // The interval is short, because the gateway that sweeps may die.
  const timer = setInterval(() => {
    running ??= leases
      .runDue('sweep', hour, (confirm) =>
        sweep(async () => {
          if (closing) throw new WorkInterrupted();
          await confirm();
        }),
      )
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, limits.leaseFor);
  timer.unref();
  return {
    sweep: () => sweep(),
    async close(): Promise<void> {
      closing = true;
      clearInterval(timer);
      await running;
    },
  };
}
