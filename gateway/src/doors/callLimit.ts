// How much an account, or a network, may ask for in a minute.
import { limits } from '@amber/proto/limits';
import { isLoopback, narrowNetworkOf, networkOf } from './address.ts';

const minute = 60_000;
/** From how many networks in one minute counting begins again: memory is worth more than their count. */
const keysMax = 200_000;

/** Milliseconds since whenever. The usual ones only ever grow; by a clock that is set, counting begins again. */
export type Elapsed = () => number;

const usualElapsed: Elapsed = () => performance.now();

interface LimitPorts {
  perMinute: number;
  elapsed?: Elapsed;
}

/** Counts by the minute. */
function createCounts(elapsed: Elapsed) {
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

/** Counts by network: a /24 of IPv4, a /64 of IPv6 and, more of it, a /48. Addresses of this machine are spared. */
export function createCallLimit({ perMinute, elapsed = usualElapsed }: LimitPorts) {
  const add = createCounts(elapsed);
  return {
    /** False when this is more than the address may have. */
    allow(address: string, amount = 1): boolean {
      if (isLoopback(address)) return true;
      const [narrow, wide] = [narrowNetworkOf(address), networkOf(address)];
      const isNarrowRight = add(narrow, amount) <= perMinute;
      return narrow === wide
        ? isNarrowRight
        : add(`${wide}/48`, amount) <= perMinute * limits.wideNetworkFactor && isNarrowRight;
    },
  };
}

/** Counts by whatever a key names, such as an account. */
export function createKeyLimit({ perMinute, elapsed = usualElapsed }: LimitPorts) {
  const add = createCounts(elapsed);
  return {
    /** False when this is one too many. */
    allow: (key: string): boolean => add(key, 1) <= perMinute,
  };
}
