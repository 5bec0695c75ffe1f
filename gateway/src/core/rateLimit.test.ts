import { describe, expect, test } from 'vitest';
import { createEviction, createNetworkRateLimit, createKeyRateLimit, keysMax } from './rateLimit.ts';

const minute = 60_000;
let now = 0;
const elapsed = () => now;

/** How many of these are allowed. */
const allowed = (limit: ReturnType<typeof createNetworkRateLimit>, addresses: string[]) =>
  addresses.filter((address) => limit.allow(address)).length;
const times = (count: number, address: (at: number) => string) => Array.from({ length: count }, (_, at) => address(at));

describe("R227 a network's share", () => {
  test('R227 is one for a /24, whoever of it asks, and given again with the next minute', () => {
    const limit = createNetworkRateLimit({ perMinute: 5, elapsed });
    expect(
      allowed(
        limit,
        times(10, (at) => `203.0.113.${at}`),
      ),
    ).toBe(5);
    expect(
      allowed(
        limit,
        times(10, (at) => `203.0.114.${at}`),
      ),
    ).toBe(5);
    now += minute;
    expect(limit.allow('203.0.113.1')).toBe(true);
  });

  test('R227 is one for a /64, and a /48 has a larger one', () => {
    const limit = createNetworkRateLimit({ perMinute: 5, elapsed });
    expect(
      allowed(
        limit,
        times(100, (at) => `2001:db8:7:1::${at.toString(16)}`),
      ),
    ).toBe(5);
    expect(
      allowed(
        limit,
        times(1_000, (at) => `2001:db8:8:${at.toString(16)}::1`),
      ),
    ).toBe(40);
    expect(limit.allow('2001:db8:9::1')).toBe(true);
  });

  test('R227 spares this machine', () => {
    const limit = createNetworkRateLimit({ perMinute: 1, elapsed });
    expect(
      allowed(
        limit,
        times(10, () => '127.0.0.1'),
      ),
    ).toBe(10);
  });

  test('R227 counts what is asked for, not how often, where that is wanted', () => {
    const limit = createNetworkRateLimit({ perMinute: 100, elapsed });
    expect([limit.allow('203.0.113.1', 60), limit.allow('203.0.113.1', 60)]).toEqual([true, false]);
  });
});

test('R227 an account has its share', () => {
  const limit = createKeyRateLimit({ perMinute: 5, elapsed });
  expect(times(10, () => 'alice').filter((account) => limit.allow(account))).toHaveLength(5);
  expect(limit.allow('bob')).toBe(true);
});

describe('R227 a limit counts on, however many keys there are', () => {
  test('R227 somebody over the limit stays over it while others use up the keys', () => {
    const limit = createKeyRateLimit({ perMinute: 5, elapsed });
    times(5, () => 'mallory').forEach((key) => limit.allow(key));
    for (let at = 0; at < 1.5 * keysMax; at += 1) limit.allow(`address ${at}`);
    expect(limit.allow('mallory')).toBe(false);
    expect(limit.allow('bob')).toBe(true);
  });

  test('R227 the lowest count goes, each time among others', () => {
    const evict = createEviction<number>((count) => count);
    const counts = new Map(times(64, String).map((key) => [key, Number(key) % 16 === 3 ? 1 : 9]));
    expect(times(4, () => '').map(() => evict(counts))).toEqual([1, 1, 1, 1]);
    expect(counts.size).toBe(60);
    for (let left = 60; left > 0; left -= 1) expect(evict(counts)).toBe(9);
    expect(evict(counts)).toBeUndefined();
  });
});
