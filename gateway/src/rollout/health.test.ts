import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../store/store.ts';
import { migratedDatabase } from '../testing/gateway.ts';
import { createHealth, percentile, stepOf } from './health.ts';

let store: Store;
let now = 1_800_000_000_000;
const minute = 60_000;
beforeAll(async () => {
  store = await openStore({ databaseUrl: await migratedDatabase() });
});
afterAll(() => store.close());

const event = (kind: 'load' | 'ready' | 'error' | 'crash', milliseconds = 0, type = '') => ({
  remote: 'chat',
  version: '1.0.0',
  kind,
  milliseconds,
  type,
});

test('R157 what pages tell is added up over minutes, whoever writes it', async () => {
  const [one, two] = [
    createHealth({ db: store.db, clock: () => now }),
    createHealth({ db: store.db, clock: () => now }),
  ];
  const start = now;
  await Promise.all([
    one.record([event('load'), event('ready', 200)]),
    one.record([event('load'), event('error')]),
    two.record([event('load'), event('crash')]),
  ]);
  now += minute;
  await two.record([event('load'), event('ready', 3_000)]);
  const [health] = await one.since(start);
  expect(health).toMatchObject({ remote: 'chat', version: '1.0.0', loads: 4, errors: 1, crashes: 1 });
  expect(health!.readyP50).toBeLessThan(250);
  expect(health!.readyP95).toBeGreaterThan(2_900);
  expect(await one.since(now)).toMatchObject([{ loads: 1, errors: 0 }]);
  expect(await one.since(start, 'moments')).toEqual([]);
});

test('R157 why releases fail is counted by reason, the most frequent first, and what anybody makes up is one reason', async () => {
  now += 10 * minute;
  const start = now;
  const [one, two] = [
    createHealth({ db: store.db, clock: () => now }),
    createHealth({ db: store.db, clock: () => now }),
  ];
  await Promise.all([
    one.record([event('error', 0, 'timeout'), event('crash', 0, 'thrown'), event('crash', 0, 'toString')]),
    two.record([event('error', 0, 'timeout'), event('crash', 0, 'thrown'), event('crash', 0, 'x'.repeat(10_000))]),
    one.record([event('ready', 5, 'thrown'), event('crash', 0, 'thrown')]),
  ]);
  now += minute;
  await one.record([event('error', 0, 'CSS_CHUNK_LOAD_FAILED')]);
  expect((await one.since(start))[0]!.failures).toMatchObject([
    { type: 'thrown', count: 3 },
    { type: 'other', count: 2 },
    { type: 'timeout', count: 2 },
    { type: 'CSS_CHUNK_LOAD_FAILED', count: 1 },
  ]);
  expect((await one.since(now))[0]!.failures).toMatchObject([{ type: 'CSS_CHUNK_LOAD_FAILED', count: 1 }]);
  expect(await one.since(start, 'moments')).toEqual([]);
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
