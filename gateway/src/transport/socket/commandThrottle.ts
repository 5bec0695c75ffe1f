// Throttles the commands of one connection with a token bucket; commands are delayed, never rejected.
// It belongs to its connection, and so to one gateway; how many connections an account has counts for all gateways.
import type { Limits } from '@amber/proto/limits';
import { monotonicClock, type MonotonicClock } from '../../core/rateLimit.ts';

const second = 1_000;

export function createCommandThrottle(
  { commandsPerSecond, commandsBurst, bytesPerExtraCommand }: Limits,
  elapsed: MonotonicClock = monotonicClock,
) {
  let tokens = commandsBurst;
  let countedAt = elapsed();
  return {
    /**
     * Counts a command of this many bytes, and returns how many milliseconds it must wait. A large command counts as
     * several.
     */
    delayFor(bytes: number): number {
      const now = elapsed();
      const refill = (Math.max(now - countedAt, 0) / second) * commandsPerSecond;
      tokens = Math.min(tokens + refill, commandsBurst) - 1 - Math.floor(bytes / bytesPerExtraCommand);
      countedAt = now;
      return tokens >= 0 ? 0 : (-tokens / commandsPerSecond) * second;
    },
  };
}
