// Rate limits per minute, by account and by network.
import { limits } from '@amber/proto/limits';
import { isLoopback, narrowNetworkOf, networkOf } from './address.ts';

const minute = 60_000;
/** At this many networks in one minute the counts are reset: memory matters more than exact counts. */
const keysMax = 200_000;

/** Milliseconds from any origin. Clocks usually only move forward; a clock that is set restarts the count. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

interface RateLimitOptions {
  perMinute: number;
  elapsed?: MonotonicClock;
}

/** Counts per minute. */
function createCounts(elapsed: MonotonicClock) {
  let counts = new Map<string, number>();
  let countedMinute = 0;
  return (key: string, amount: number): number => {
    const current = Math.floor(elapsed() / minute);
    if (current !== countedMinute || counts.size >= keysMax) counts = new Map();
    countedMinute = current;
    const count = (counts.get(key) ?? 0) + amount;
    counts.set(key, count);
    return count;
  };
}

/** Counts by network: a /24 of IPv4, a /64 of IPv6 and, with a higher limit, a /48. Loopback addresses are exempt. */
export function createNetworkRateLimit({ perMinute, elapsed = monotonicClock }: RateLimitOptions) {
  const add = createCounts(elapsed);
  return {
    /** False when the address is over its limit. */
    allow(address: string, amount = 1): boolean {
      if (isLoopback(address)) return true;
      const [narrow, wide] = [narrowNetworkOf(address), networkOf(address)];
      const isNarrowAllowed = add(narrow, amount) <= perMinute;
      return narrow === wide
        ? isNarrowAllowed
        : add(`${wide}/48`, amount) <= perMinute * limits.wideNetworkFactor && isNarrowAllowed;
    },
  };
}

/** Counts by any key, such as an account. */
export function createKeyRateLimit({ perMinute, elapsed = monotonicClock }: RateLimitOptions) {
  const add = createCounts(elapsed);
  return {
    /** False when over the limit. */
    allow: (key: string, amount = 1): boolean => add(key, amount) <= perMinute,
  };
}
