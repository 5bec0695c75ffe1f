// Rate limits per minute, by account and by network.
import { limits } from '@amber/proto/limits';
import { isLoopback, narrowNetworkOf, networkOf } from './address.ts';

const minute = 60_000;
/** At this many keys in one minute the counts are reset: memory matters more than exact counts. */
export const keysMax = 200_000;

/** Milliseconds from any origin. Clocks usually only move forward; a clock that is set restarts the count. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

interface RateLimitOptions {
  perMinute: number;
  elapsed?: MonotonicClock;
}

/**
 * Adds an amount to the count of a key in this minute. False when the count is over `max` then; a promise where that
 * depends on other gateways.
 */
export type Counter = (key: string, amount: number, max: number) => boolean | Promise<boolean>;

/** Counts on this gateway. */
function createCounter(elapsed: MonotonicClock) {
  let counts = new Map<string, number>();
  let countedMinute = 0;
  return (key: string, amount: number, max: number): boolean => {
    const current = Math.floor(elapsed() / minute);
    if (current !== countedMinute || counts.size >= keysMax) counts = new Map();
    countedMinute = current;
    const count = (counts.get(key) ?? 0) + amount;
    counts.set(key, count);
    return count <= max;
  };
}

/**
 * The counts to which an address belongs: a /24 of IPv4, a /64 of IPv6 and, with a higher limit, a /48. Loopback
 * addresses belong to none.
 */
function networksOf(address: string): { key: string; factor: number }[] {
  if (isLoopback(address)) return [];
  const [narrow, wide] = [narrowNetworkOf(address), networkOf(address)];
  const narrowCount = { key: narrow, factor: 1 };
  return narrow === wide ? [narrowCount] : [narrowCount, { key: `${wide}/48`, factor: limits.wideNetworkFactor }];
}

/** Counts by network, on this gateway only: for limits that protect the gateway itself. */
export function createNetworkRateLimit({ perMinute, elapsed = monotonicClock }: RateLimitOptions) {
  const count = createCounter(elapsed);
  return {
    /** False when the address is over its limit. */
    allow: (address: string, amount = 1): boolean =>
      networksOf(address)
        .map(({ key, factor }) => count(key, amount, perMinute * factor))
        .every(Boolean),
  };
}

/** Counts by any key, such as an account, on this gateway only. */
export function createKeyRateLimit({ perMinute, elapsed = monotonicClock }: RateLimitOptions) {
  const count = createCounter(elapsed);
  return {
    /** False when over the limit. */
    allow: (key: string, amount = 1): boolean => count(key, amount, perMinute),
  };
}

/** The limits that count once for all gateways of a database. */
export type SharedLimit =
  | 'callsOfNetwork'
  | 'callsOfStrangers'
  | 'callsOfAccount'
  | 'upgradesOfNetwork'
  | 'picturesOfNetwork'
  | 'filesOfNetwork'
  | 'voicesOfAccount'
  | 'healthReportsOfNetwork'
  | 'healthReportsOfAccount'
  | 'problemReportsOfAccount'
  | 'problemLinesOfAccount'
  | 'problemLinesOfAll';

export interface RateLimit {
  /** False when over the limit; a promise where that depends on other gateways. */
  allow(key: string, amount?: number): boolean | Promise<boolean>;
}

/** Creates rate limits that count once for all gateways. */
export interface RateLimits {
  /** Counts by the networks of addresses; loopback addresses are exempt. */
  perNetwork(limit: SharedLimit, options: RateLimitOptions): RateLimit;
  /** Counts by any key, such as an account. */
  perKey(limit: SharedLimit, options: RateLimitOptions): RateLimit;
}

/** One gateway counts in its memory alone. */
export const localRateLimits: RateLimits = {
  perNetwork: (_, options) => createNetworkRateLimit(options),
  perKey: (_, options) => createKeyRateLimit(options),
};

/** Several gateways count by these counters, whose minute is that of their common clock. */
export const createSharedRateLimits = (counterOf: (limit: SharedLimit) => Counter): RateLimits => ({
  perNetwork(limit, { perMinute }) {
    const count = counterOf(limit);
    return {
      allow(address, amount = 1) {
        const answers = networksOf(address).map(({ key, factor }) => count(key, amount, perMinute * factor));
        if (answers.includes(false)) return false;
        return answers.every((answer) => answer === true) || Promise.all(answers).then((all) => all.every(Boolean));
      },
    };
  },
  perKey(limit, { perMinute }) {
    const count = counterOf(limit);
    return { allow: (key, amount = 1) => count(key, amount, perMinute) };
  },
});
