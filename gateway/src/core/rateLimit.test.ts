import { describe, expect, test } from 'vitest';
import { createNetworkRateLimit, createKeyRateLimit } from './rateLimit.ts';

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
