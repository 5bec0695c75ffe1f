import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migratedDatabase } from '../testing/gateway.ts';
import { createLeases, type Leases, WorkInterrupted } from './leases.ts';
import { openStore, type Store } from './store.ts';
import { scaledTimeout } from '../testing/machine.ts';

const hour = 60 * 60_000;
const leaseFor = scaledTimeout(600);
let store: Store;
let first: Leases;
let second: Leases;
const errors: unknown[] = [];
beforeAll(async () => {
  store = await openStore({ databaseUrl: await migratedDatabase() });
});
beforeEach(async () => {
  await store.pool.query('delete from lease');
  const create = () =>
    createLeases({
      pool: store.pool,
      limits: { leaseFor },
      isSole: false,
      onError: (error) => errors.push(error),
    });
  [first, second] = [create(), create()];
});
afterAll(() => store.close());

const rows = async () => (await store.pool.query<{ due: boolean }>('select due_at <= now() as due from lease')).rows;
const isClaimed = async () =>
  (await store.pool.query('select from lease where leased_until is not null')).rowCount === 1;
const makeDue = () => store.pool.query('update lease set due_at = now()');
/** What the database shows when a gateway has not renewed its lease for long enough. */
const endLeases = () => store.pool.query("update lease set leased_until = now() - interval '1 second'");

/** Work that lasts until `finish` is called. */
function longWork() {
  let finish!: (error?: Error) => void;
  const ended = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  return { finish, work: () => ended };
}

test('R241 work that is due runs once in a period for all gateways', async () => {
  let runs = 0;
  const run = (leases: Leases) => leases.runDue('work', hour, async () => void (runs += 1));
  await Promise.all([run(first), run(second)]);
  expect(runs).toBe(0);
  await makeDue();
  await Promise.all([run(first), run(second), run(first)]);
  await run(second);
  expect(runs).toBe(1);
  expect(await rows()).toEqual([{ due: false }]);
});

test('R241 work that lasts longer than its lease stays with its gateway', async () => {
  const { work, finish } = longWork();
  await first.runDue('work', hour, work);
  await makeDue();
  const running = first.runDue('work', hour, work);
  await sleep(1.5 * leaseFor);
  await second.runDue('work', hour, () => expect.unreachable('it runs already'));
  finish();
  await running;
});

test('R241 work of a gateway that no longer renews its lease runs on another one, and the first cannot go on', async () => {
  const steps: string[] = [];
  const { work, finish } = longWork();
  await first.runDue('work', hour, work);
  await makeDue();
  const stopped = first.runDue('work', hour, async (confirm) => {
    await work();
    await confirm();
    steps.push('first');
  });
  await expect.poll(isClaimed).toBe(true);
  await endLeases();
  const other = longWork();
  const running = second.runDue('work', hour, async (confirm) => {
    await confirm();
    steps.push('second');
    await other.work();
  });
  await expect.poll(() => steps).toEqual(['second']);
  finish();
  await stopped;
  // The woken gateway has not ended the claim of its successor either.
  expect(await rows()).toEqual([{ due: true }]);
  await first.runDue('work', hour, () => expect.unreachable('the second one runs it'));
  other.finish();
  await running;
  expect([steps, await rows()]).toEqual([['second'], [{ due: false }]]);
});

test('work that a closing gateway interrupts is due at once, and work that fails is due a period later', async () => {
  const run = (error: Error) => first.runDue('work', hour, () => Promise.reject(error));
  await first.runDue('work', hour, async () => undefined);
  await makeDue();
  await run(new WorkInterrupted());
  expect(await rows()).toEqual([{ due: true }]);
  await expect(run(new Error('it failed'))).rejects.toThrow('it failed');
  expect(await rows()).toEqual([{ due: false }]);
});

test('R241 what a dead gateway left is done once; nothing is done for one that has closed', async () => {
  let takenOver = 0;
  const watch = (leases: Leases) => leases.watchGateways(async () => void (takenOver += 1));
  const [unwatchFirst, unwatchSecond] = [watch(first), watch(second)];
  await expect.poll(rows).toHaveLength(2);
  await sleep(1.5 * leaseFor);
  expect(takenOver).toBe(0);
  await store.pool.query("insert into lease (name, leased_until, due_at) values ('gateway dead', now(), now())");
  await expect.poll(() => takenOver).toBe(1);
  await expect.poll(rows).toHaveLength(2);
  await unwatchFirst();
  await sleep(1.5 * leaseFor);
  await unwatchSecond();
  expect([takenOver, await rows(), errors]).toEqual([1, [], []]);
});
