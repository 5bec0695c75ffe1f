// How much of something is asked for in an hour, counted for all gateways together.
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from '../store/store.ts';

const hour = 60 * 60 * 1_000;

/** What is counted, and how often it may be asked for in an hour. */
export interface Budget {
  what: string;
  most: number;
}

export type Spending = ReturnType<typeof createSpending>;

export function createSpending({ db, clock }: { db: Db; clock: Clock }) {
  const thisHour = () => Math.floor(clock() / hour) * hour;

  async function count(what: string): Promise<number> {
    const since = thisHour();
    const { rows } = await sql<{ count: number }>`
      insert into spending as s (what, since, count) values (${what}, ${since}, 1)
      on conflict (what) do update
        set count = case when s.since = excluded.since then s.count + 1 else 1 end, since = excluded.since
      returning count`.execute(db);
    return rows[0]!.count;
  }

  return {
    count,

    /** How often it was counted in this hour. */
    async countOf(what: string): Promise<number> {
      const row = await db
        .selectFrom('spending')
        .select('count')
        .where('what', '=', what)
        .where('since', '=', thisHour())
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    /** One after the other: what the first budget refuses uses none of those that others share. False when one is used up. */
    async spend(budgets: readonly Budget[]): Promise<boolean> {
      for (const { what, most } of budgets) {
        if ((await count(what)) > most) return false;
      }
      return true;
    },

    async dropOld(): Promise<void> {
      await db.deleteFrom('spending').where('since', '<', thisHour()).execute();
    },
  };
}
