import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './store.ts';
import { migratedDatabase, query } from '../testing/gateway.ts';

let store: Store;
beforeAll(async () => {
  const databaseUrl = await migratedDatabase();
  // How long deadlock detection takes.
  await query(
    { databaseUrl },
    `alter database ${new URL(databaseUrl).pathname.slice(1)} set deadlock_timeout = '50ms'`,
  );
  store = await openStore({ databaseUrl });
});
beforeEach(async () => {
  await store.pool.query("insert into setting values ('a', ''), ('b', '') on conflict (name) do update set value = ''");
});
afterAll(() => store.close());

const values = async () => {
  const { rows } = await store.pool.query<{ value: string }>("select value from setting where name in ('a', 'b')");
  return rows.map(({ value }) => [...value].toSorted().join(''));
};

test('two transactions that wait for each other are both done, once', async () => {
  let began = 0;
  let meet!: () => void;
  const bothHere = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const append = (letter: string, first: string, second: string) =>
    store.db.transaction().execute(async (tx) => {
      const at = (name: string) =>
        tx
          .updateTable('setting')
          .set({ value: sql<string>`value || ${letter}` })
          .where('name', '=', name)
          .execute();
      await at(first);
      began += 1;
      if (began === 2) meet();
      await bothHere;
      await at(second);
    });
  await Promise.all([append('x', 'a', 'b'), append('y', 'b', 'a')]);
  expect(began).toBe(3);
  expect(await values()).toEqual(['xy', 'xy']);
});

test('a statement alone that had to give way is done all the same, once', async () => {
  const [other, gate] = [await store.pool.connect(), await store.pool.connect()];
  const waiting = () =>
    expect.poll(
      async () =>
        (
          await store.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rows.length,
      { interval: 10 },
    );
  try {
    await gate.query('select pg_advisory_lock(1)');
    await other.query("begin; set local deadlock_timeout = '1min'; select from setting where name = 'a' for update");
    // Takes b, and a at the gate. It must be the last to wait: a session looks for deadlocks once, after a while.
    const alone = store.pool.query(`with b as (
      select name from setting where name = 'b' for update
    ), gate as (
      select pg_advisory_xact_lock_shared(1) from b
    ), a as (
      select name from setting cross join gate where name = 'a' for update of setting
    ) update setting set value = value || 'x' from (select name as known from b union all select name from a) held where name = known`);
    await waiting().toBe(1);
    const both = other.query("update setting set value = value || 'y' where name = 'b'; commit");
    await waiting().toBe(2);
    await gate.query('select pg_advisory_unlock(1)');
    await Promise.all([alone, both]);
  } finally {
    other.release(true);
    gate.release(true);
  }
  expect((await values()).toSorted()).toEqual(['x', 'xy']);
});
