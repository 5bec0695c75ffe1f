import { limits } from '@amber/proto/limits';
import { noMetrics } from '../core/metrics/metrics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../db/store.ts';
import { insertAccounts, migratedDatabase, query } from '../testing/gateway.ts';
import { createHealth } from './health.ts';
import { percentile, stepOf } from './speed.ts';
import { createTickets } from './tickets.ts';
import { createUndelivered } from './undelivered.ts';

let store: Store;
let databaseUrl: string;
let now = 1_800_000_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;
const clock = () => now;
const tickets = createTickets({ secret: 'secret', clock, limits });
beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  store = await openStore({ databaseUrl });
  await insertAccounts({ databaseUrl }, ['alice', 'bob', 'carol', 'dora', 'identifier-of-frank']);
});
afterAll(() => store.close());

const event = (kind: 'load' | 'ready' | 'error' | 'crash', milliseconds = 0, type = '') => ({
  remote: 'chat',
  version: '1.0.0',
  kind,
  milliseconds,
  type,
  stack: '',
});
const create = () =>
  createHealth({
    db: store.db,
    clock,
    metrics: noMetrics,
    tickets,
    undelivered: createUndelivered({ clock, limits }),
    limits,
  });
const from = (identifier: string) => ({ identifier, address: '127.0.0.1' });
/** A time without reports yet. */
const later = () => (now += 2 * day);

test('R157 what accounts tell is added up over minutes, whichever gateway writes it', async () => {
  const [one, two] = [create(), create()];
  const start = now;
  await Promise.all([
    one.recordAccountReport(from('alice'), [event('load'), event('ready', 200)]),
    one.recordAccountReport(from('bob'), [event('load'), event('error', 0, 'timeout')]),
    two.recordAccountReport(from('carol'), [event('load'), event('crash', 0, 'thrown')]),
  ]);
  now += minute;
  await two.recordAccountReport(from('dora'), [event('load'), event('ready', 3_000)]);
  const [health] = await one.summarySince(start);
  expect(health).toMatchObject({ remote: 'chat', version: '1.0.0', loads: 4, errors: 1, crashes: 1 });
  expect(health!.readyP50).toBeLessThan(250);
  expect(health!.readyP95).toBeGreaterThan(2_900);
  expect(health!.hours.at(-1)).toEqual({ loads: 4, failures: 2 });
  expect(await one.summarySince(now)).toMatchObject([{ loads: 1, errors: 0 }]);
  expect(await one.summarySince(start, 'moments')).toEqual([]);
  // Network errors are nobody's failure.
  expect(await one.sampleOf({ remote: 'chat', version: '1.0.0', from: start })).toEqual({ accounts: 4, failed: 1 });
});

test('R208 one account counts once a day, however often and by however many gateways it tells', async () => {
  const start = later();
  const gateways = [create(), create(), create()];
  for (let times = 0; times < 5; times += 1) {
    await Promise.all(
      gateways.map((one) =>
        one.recordAccountReport(
          from('alice'),
          Array(50)
            .fill(event('load'))
            .concat(Array(50).fill(event('crash', 0, 'hung'))),
        ),
      ),
    );
  }
  expect(await gateways[0]!.summarySince(start)).toMatchObject([
    { loads: 1, crashes: 1, failures: [{ type: 'hung', count: 1 }] },
  ]);
  expect(await gateways[0]!.sampleOf({ remote: 'chat', version: '1.0.0', from: start })).toEqual({
    accounts: 1,
    failed: 1,
  });
  now += day;
  await gateways[1]!.recordAccountReport(from('alice'), [event('load')]);
  expect(await gateways[0]!.summarySince(start)).toMatchObject([{ loads: 2, crashes: 1 }]);
  expect(await gateways[0]!.sampleOf({ remote: 'chat', version: '1.0.0', from: start })).toEqual({
    accounts: 1,
    failed: 1,
  });
});

test('R208 who has not loaded it has no failure of it, and visitors are counted apart', async () => {
  const start = later();
  const health = create();
  expect(await health.recordAccountReport(from('erin'), [event('crash', 0, 'thrown'), event('ready', 5)])).toEqual([]);
  await health.recordVisitorReports([event('load'), event('crash', 0, 'thrown'), event('ready', 1e15)]);
  expect(await health.summarySince(start)).toMatchObject([
    { loads: 0, crashes: 0, failures: [], readyP95: 0, visitorLoads: 1, visitorFailures: 1 },
  ]);
  expect(await health.sampleOf({ remote: 'chat', version: '1.0.0', from: start })).toEqual({ accounts: 0, failed: 0 });
});

test('R208 nobody can read out of the tables who has had a release', async () => {
  later();
  await create().recordAccountReport(from('identifier-of-frank'), [event('load')]);
  const { rows } = await query<{ text: string }>({ databaseUrl }, 'select h::text as text from health_account h');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/frank|6672616e6b/);
});

test('R157 why releases fail is counted by reason, the most frequent first, and what somebody makes up is one reason', async () => {
  const start = later();
  const [one, two] = [create(), create()];
  const fails = (who: string, type: string) =>
    one.recordAccountReport(from(who), [event('load'), event('crash', 0, type)]);
  await fails('a', 'thrown');
  await fails('b', 'toString');
  await fails('c', 'x'.repeat(60));
  await two.recordAccountReport(from('d'), [event('load'), event('error', 0, 'timeout')]);
  await fails('e', 'thrown');
  await fails('f', 'thrown');
  await two.recordAccountReport(from('g'), [event('load'), event('error', 0, 'timeout')]);
  now += minute;
  await one.recordAccountReport(from('h'), [event('load'), event('error', 0, 'CSS_CHUNK_LOAD_FAILED')]);
  expect((await one.summarySince(start))[0]!.failures).toMatchObject([
    { type: 'thrown', count: 3 },
    { type: 'other', count: 2 },
    { type: 'timeout', count: 2 },
    { type: 'CSS_CHUNK_LOAD_FAILED', count: 1 },
  ]);
  expect((await one.summarySince(now))[0]!.failures).toMatchObject([{ type: 'CSS_CHUNK_LOAD_FAILED', count: 1 }]);
  expect(await one.summarySince(start, 'moments')).toEqual([]);
});

test('R157 a percentile is within a fifth of the truth', () => {
  const ready = Array<number>(stepOf(120_000) + 1).fill(0);
  expect(percentile(ready, 0.5)).toBe(0);
  for (let milliseconds = 1; milliseconds <= 1_000; milliseconds += 1) ready[stepOf(milliseconds)]! += 1;
  for (const [part, truth] of [
    [0.5, 500],
    [0.95, 950],
  ] as const) {
    expect(percentile(ready, part)).toBeGreaterThanOrEqual(truth);
    expect(percentile(ready, part)).toBeLessThanOrEqual(truth * 1.2 * 1.01);
  }
});

test.each([-1, 0, 1e15])('R157 a time of %d is counted somewhere', (milliseconds) => {
  expect(Array(stepOf(120_000) + 1).fill(0)[stepOf(milliseconds)]).toBe(0);
});
