// Hourly quotas, counted across all gateways.
import { Fault } from '@amber/proto/faults';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Db } from './store.ts';

const hour = 60 * 60 * 1_000;

/** A counter, and its limit per hour. */
export interface Budget {
  key: string;
  limit: number;
}

export type HourlyQuotas = ReturnType<typeof createHourlyQuotas>;

export function createHourlyQuotas({ db, clock }: { db: Db; clock: Clock }) {
  const thisHour = () => Math.floor(clock() / hour) * hour;

  async function count(what: string, within: Db = db): Promise<number> {
    const since = thisHour();
    const { rows } = await sql<{ count: number }>`
      insert into spending as s (what, since, count) values (${what}, ${since}, 1)
      on conflict (what) do update
        set count = case when s.since = excluded.since then s.count + 1 else 1 end, since = excluded.since
      returning count`.execute(within);
    return rows[0]!.count;
  }

  async function consume(budgets: readonly Budget[], within?: Db): Promise<boolean> {
    for (const { key, limit } of budgets) {
      if ((await count(key, within)) > limit) return false;
    }
    return true;
  }

  return {
    count,

    /** The count in this hour. */
    async countOf(what: string): Promise<number> {
      const row = await db
        .selectFrom('spending')
        .select('count')
        .where('what', '=', what)
        .where('since', '=', thisHour())
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    /** The counts in this hour that match the condition; an index must cover it. */
    countsWhere: (which: RawBuilder<boolean>): Promise<{ what: string; count: number }[]> =>
      db
        .selectFrom('spending')
        .select(['what', 'count'])
        .where('since', '=', thisHour())
        .where(which)
        .orderBy('what')
        .execute(),

    /**
     * Spends budgets in order, so that a refused one uses up none of the later, shared ones. False when one is used up.
     */
    consume,

    /**
     * Spends budgets like `consume`. Within a transaction a rollback restores them, so that a refused call spends nothing.
     * @throws Fault TOO_MANY
     */
    async enforce(budgets: readonly Budget[], within?: Db): Promise<void> {
      if (!(await consume(budgets, within))) throw new Fault('TOO_MANY');
    },

    async dropOld(): Promise<void> {
      await db.deleteFrom('spending').where('since', '<', thisHour()).execute();
    },
  };
}
