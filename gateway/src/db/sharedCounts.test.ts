import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSharedNodes, type SharedNode, type SharedNodes } from '../testing/sharedNodes.ts';
import { keysMax } from '../core/rateLimit.ts';
import { createSharedCounts, type SharedCounts } from './sharedCounts.ts';

const minute = 60_000;
const max = 300;

/** A stopped clock, so that a minute ends where a test says so. */
let now = Math.floor(Date.now() / minute) * minute;
let nodes: SharedNodes;
beforeAll(async () => {
  nodes = await openSharedNodes({ clock: () => now });
});
afterEach(async () => {
  await nodes.stop();
  now += minute;
});
afterAll(() => nodes.close());

const call = async ({ sharedCounts }: { sharedCounts: SharedCounts }, amount = 1): Promise<number> =>
  (await sharedCounts.counterOf('calls')('alice', amount, max)) ? amount : 0;
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
/** Calls that arrive together; the sum of what is allowed. */
const burst = async (some: readonly SharedNode[], count: number, amount = 1) =>
  sum(await Promise.all(some.flatMap((node) => Array.from({ length: count }, () => call(node, amount)))));

const attacks: Record<string, (some: SharedNode[]) => Promise<number>> = {
  'all at once at every gateway': (some) => burst(some, 2 * max),
  'as few calls of a large size': (some) => burst(some, 10, 50),
  async 'one after the other, at the gateways in turn'(some) {
    let allowed = 0;
    for (let at = 0; at < 2 * max; at += 1) allowed += await call(some[at % some.length]!);
    return allowed;
  },
  async 'in bursts, each at another gateway'(some) {
    let allowed = 0;
    for (let at = 0; at < 12; at += 1) allowed += await burst([some[at % some.length]!], max / 4);
    return allowed;
  },
  async 'at one gateway up to the limit, and then at the others'(some) {
    let allowed = 0;
    for (const node of some) allowed += await burst([node], 2 * max);
    return allowed;
  },
};

describe('R227 R241 an account at several gateways has one limit', () => {
  test.each(Object.entries(attacks))('R227 R241 %s', async (_, attack) => {
    const allowed = await attack(await nodes.start(3));
    expect(allowed).toBeGreaterThanOrEqual(max);
    expect(allowed).toBeLessThanOrEqual(1.1 * max);
  });

  test('R227 R241 calls that wait while the minute ends count in the minute in which they came', async () => {
    const waiting = burst(await nodes.start(3), max);
    now += minute;
    expect(await waiting).toBeLessThanOrEqual(1.1 * max);
  });

  test('R227 R241 the next minute has a count of its own, and old counts are removed', async () => {
    const two = await nodes.start(2);
    expect(await burst(two, max)).toBeLessThanOrEqual(1.1 * max);
    now += minute;
    expect(await burst(two, max)).toBeGreaterThanOrEqual(max);
    await nodes.pool.query('update shared_count set minute = minute - 1000');
    now += minute;
    await burst(two, max);
    const { rows } = await nodes.pool.query<{ minutes: number }>(
      'select count(distinct minute)::int as minutes from shared_count',
    );
    expect(rows[0]!.minutes).toBe(1);
  });
});

describe('R241 a database that is gone stops no call: the gateway counts for itself', () => {
  test.each([
    ['refuses', () => Promise.reject(new Error('gone'))],
    ['does not answer', () => new Promise<never>(() => undefined)],
  ])('R241 one that %s', async (_, query) => {
    const errors: unknown[] = [];
    const sharedCounts = createSharedCounts({
      pool: { query } as unknown as pg.Pool,
      clock: () => now,
      limits: { leaseFor: 5_000 },
      node: 'alone',
      onError: (error) => errors.push(error),
      timing: { every: 3_600_000, patience: 20 },
    });
    const allowed = await Promise.all(Array.from({ length: 2 * max }, () => call({ sharedCounts })));
    expect(sum(allowed)).toBe(max);
    expect(sharedCounts.counterOf('calls')('bob', 1, max)).toBe(true);
    expect(errors.length).toBeLessThanOrEqual(1);
  });

  test('R227 R241 a limit counts on, however many keys there are', async () => {
    const sharedCounts = createSharedCounts({
      pool: { query: () => Promise.reject(new Error('gone')) } as unknown as pg.Pool,
      clock: () => now,
      limits: { leaseFor: 5_000 },
      node: 'alone',
      onError: () => undefined,
      timing: { every: 3_600_000, patience: 20 },
    });
    const count = sharedCounts.counterOf('calls');
    await count('mallory', max, max);
    for (let at = 0; at < 1.2 * keysMax; at += 1) void count(`address ${at}`, 1, max);
    expect(await count('mallory', 1, max)).toBe(false);
    expect(await count('bob', 1, max)).toBe(true);
  });
});
