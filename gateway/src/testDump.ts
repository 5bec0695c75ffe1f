// All that a gateway has stored, in one text: what was refused must not have changed it.
import type pg from 'pg';

/** A way to write everything down, over an open connection. */
export async function createDump(database: pg.Client): Promise<() => Promise<string>> {
  const { rows: tables } = await database.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const all = tables.map(({ name }) => `select '${name}: ' || coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${name} t`).join(' union all ');
  return async () => {
    const { rows } = await database.query<{ text: string }>(all);
    // Several workers may read the tables, in any order.
    return rows.map(({ text }) => text).toSorted().join('\n');
  };
}
