// Records every row that a gateway changes in its database, to verify that a refused call changes none.
import type pg from 'pg';

/** Returns the changes since the recording began: a line for each row, before and after. */
export type Changes = () => Promise<string[]>;

/**
 * The tables to watch. Files of the registry are derived from its rows, and are written in the background after an
 * earlier call. Gateways renew their leases all the time.
 */
const tables =
  "select tablename from pg_tables where schemaname = 'public' and tablename not in ('registry_file', 'lease')";

/** The triggers see only committed changes; a row rewritten with equal values counts as unchanged. */
const triggers = `
  create schema watch;
  create unlogged table watch.change (n bigint generated always as identity primary key, text text not null);
  create function watch.note() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or old is distinct from new then
        insert into watch.change (text) values (concat_ws(' ', tg_table_name, tg_op, old::text, new::text));
      end if;
      return null;
    end $$;
  do $$ declare name text; begin
    for name in ${tables} loop
      execute format('create trigger watch after insert or update or delete on %I for each row execute function watch.note()', name);
      execute format('create trigger watch_all after truncate on %I for each statement execute function watch.note()', name);
    end loop;
  end $$`;

/** Installs the triggers in a database over an open connection; call the returned function to begin. */
export async function watchChanges(database: pg.Client): Promise<() => Promise<Changes>> {
  await database.query(triggers);
  return async () => {
    const {
      rows: [last],
    } = await database.query<{ n: string }>('select coalesce(max(n), 0) as n from watch.change');
    return async () => {
      const { rows } = await database.query<{ text: string }>('select text from watch.change where n > $1 order by n', [
        last!.n,
      ]);
      return rows.map(({ text }) => text);
    };
  };
}
