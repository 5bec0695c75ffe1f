// Measures whether the work that gateways divide by leases is done.
import { sql } from 'kysely';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { Db } from './store.ts';

/** The seconds by which any of this work is late: it is due, and no gateway has a lease for it. */
const lateness = sql<number>`coalesce(extract(epoch from max(now() - due_at)), 0)::float8`;

export function sampleLeases(metrics: Metrics, db: Db): void {
  metrics.sample('amber_gateways', async () => {
    const { count } = await db
      .selectFrom('lease')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql<boolean>`starts_with(name, 'gateway ') and leased_until > now()`)
      .executeTakeFirstOrThrow();
    return [[{}, count]];
  });
  metrics.sample('amber_due_work_age_seconds', async () => {
    const { age } = await db
      .selectFrom('lease')
      .select(lateness.as('age'))
      .where(sql<boolean>`not starts_with(name, 'gateway ')`)
      .where(sql<boolean>`due_at <= now() and (leased_until is null or leased_until <= now())`)
      .executeTakeFirstOrThrow();
    return [[{}, age]];
  });
}
