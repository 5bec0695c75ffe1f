// Backoff: counts failures by name, and determines the delay before the next attempt.
import { limits } from '@amber/proto/limits';

export interface Backoff {
  /** Returns the number of failures so far. */
  failures(name: string): number;
  /**
   * Records a failure. Returns the delay before the next attempt in milliseconds, or undefined after the last attempt,
   * which also resets the count.
   */
  nextDelay(name: string): number | undefined;
  /** Resets the count, after a success or when the task was given up for another reason. */
  reset(name: string): void;
}

/** For unexpected errors: a limited number of attempts, with exponentially growing delays. */
export const unexpectedError = (failureCount: number): number | undefined =>
  failureCount + 1 === limits.unexpectedErrorAttempts ? undefined : limits.unexpectedErrorBackoff * 2 ** failureCount;

/** For missing answers: unlimited attempts, with delays that grow exponentially up to a minute. */
export const noAnswer = (failureCount: number): number =>
  Math.min(limits.reconnectEvery * 2 ** failureCount, limits.reconnectSlowlyTo);

/** Creates a backoff that counts in memory, so a restarted engine starts from zero. */
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
