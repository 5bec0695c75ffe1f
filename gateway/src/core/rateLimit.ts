// Rate limits per minute, by account and by network.
import { limits } from '@amber/proto/limits';
import { isLoopback, narrowNetworkOf, networkOf } from './address.ts';

const minute = 60_000;
/** At this many keys in one minute each new key displaces another one, because memory is bounded. */
export const keysMax = 200_000;
/** The number of keys that are compared when one is displaced. */
const compared = 16;

/**
 * Creates a function that removes a key, to make room for a new one: of the next few, the one with the lowest count.
 * Somebody who sends from many addresses has low counts and displaces mainly their own, while whoever is near a limit
 * stays counted.
 */
export function createEviction<Count>(valueOf: (count: Count) => number) {
  let from: Map<string, Count> | undefined;
  /** It continues where it stopped: from the beginning it would pass all keys that were removed before. */
  let entries: Iterator<[string, Count], undefined>;
  return (counts: Map<string, Count>): Count | undefined => {
    if (from !== counts) entries = counts.entries();
    from = counts;
    let lowest: [string, Count] | undefined;
    for (let left = Math.min(compared, counts.size); left > 0; left -= 1) {
      let { value: entry } = entries.next();
      if (!entry) {
        entries = counts.entries();
        entry = entries.next().value!;
      }
      if (!lowest || valueOf(entry[1]) < valueOf(lowest[1])) lowest = entry;
    }
    if (lowest) counts.delete(lowest[0]);
    return lowest?.[1];
  };
}

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
  const evict = createEviction<number>((count) => count);
  let countedMinute = 0;
  return (key: string, amount: number, max: number): boolean => {
    const current = Math.floor(elapsed() / minute);
    if (current !== countedMinute) counts = new Map();
    countedMinute = current;
    const before = counts.get(key);
    if (before === undefined && counts.size >= keysMax) evict(counts);
    const count = (before ?? 0) + amount;
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
  | 'callSignalsOfAccount'
  | 'relaysOfAccount'
  | 'healthReportsOfNetwork'
  | 'testerLinksOfNetwork'
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
