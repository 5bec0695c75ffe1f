// Backoff for what fails: counts failures by name, and says how long to wait after each.
import { limits } from '@amber/proto/limits';

export interface Backoff {
  /** How often this has failed so far. */
  failures(name: string): number;
  /**
   * It has failed once more. Returns the pause before the next try, in milliseconds; undefined after the last try,
   * which also resets the count.
   */
  nextDelay(name: string): number | undefined;
  /** It succeeded, or was given up for another reason. */
  reset(name: string): void;
}

/** Unexpected errors: a few tries, with growing pauses. */
export const unexpectedError = (failureCount: number): number | undefined =>
  failureCount + 1 === limits.unexpectedErrorAttempts ? undefined : limits.unexpectedErrorBackoff * 2 ** failureCount;

/** No answer: unlimited tries, with pauses growing up to a minute. */
export const noAnswer = (failureCount: number): number =>
  Math.min(limits.reconnectEvery * 2 ** failureCount, limits.reconnectSlowlyTo);

/** Counts in memory: a restarted engine starts counting from zero. */
export function createBackoff(delayAfter: (failureCount: number) => number | undefined): Backoff {
  const counts = new Map<string, number>();
  const failures = (name: string) => counts.get(name) ?? 0;
  return {
    failures,
    nextDelay(name) {
      const delay = delayAfter(failures(name));
      if (delay === undefined) counts.delete(name);
      else counts.set(name, failures(name) + 1);
      return delay;
    },
    reset: (name) => void counts.delete(name),
  };
}
