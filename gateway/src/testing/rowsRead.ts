// Counts the rows of tables that statements read, by PostgreSQL's own account.
import type pg from 'pg';

interface ExecutedPlan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: ExecutedPlan[];
}

const rowsOf = (plan: ExecutedPlan): number =>
  (plan['Relation Name'] === undefined
    ? 0
    : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']) +
  (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);

/** A pool that adds up the rows which its queries read. */
export function countRowsRead(pool: pg.Pool): { pool: pg.Pool; rows(): number; reset(): void } {
  let rows = 0;
  const query = async (text: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof text === 'string' ? { text, values: values ?? [] } : text;
    const explained = await pool.query<{ 'QUERY PLAN': { Plan: ExecutedPlan }[] }>(
      `explain (analyze, format json) ${config.text}`,
      config.values,
    );
    rows += rowsOf(explained.rows[0]!['QUERY PLAN'][0]!.Plan);
    return pool.query(config.text, config.values);
  };
  return {
    pool: { query } as unknown as pg.Pool,
    rows: () => rows,
    reset: () => {
      rows = 0;
    },
  };
}
