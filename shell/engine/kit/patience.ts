// Backoff for what fails: counts failures by name, and says how long to wait after each.
import { limits } from '@amber/proto/limits';

export interface Patience {
  /** How often this has failed so far. */
  failures(name: string): number;
  /**
   * It has failed once more. Returns the pause before the next try, in milliseconds; undefined after the last try,
   * which also resets the count.
   */
  pauseFor(name: string): number | undefined;
  /** It succeeded, or was given up for another reason. */
  forget(name: string): void;
}

/** Unexpected errors: a few tries, with growing pauses. */
export const unforeseen = (before: number): number | undefined =>
  before + 1 === limits.unforeseenTries ? undefined : limits.unforeseenPause * 2 ** before;

/** No answer: unlimited tries, with pauses growing up to a minute. */
export const unanswered = (before: number): number =>
  Math.min(limits.reconnectEvery * 2 ** before, limits.reconnectSlowlyTo);

/** Counts in memory: a restarted engine starts counting from zero. */
export function createPatience(pauseAfter: (before: number) => number | undefined): Patience {
  const counts = new Map<string, number>();
  const failures = (name: string) => counts.get(name) ?? 0;
  return {
    failures,
    pauseFor(name) {
      const pause = pauseAfter(failures(name));
      if (pause === undefined) counts.delete(name);
      else counts.set(name, failures(name) + 1);
      return pause;
    },
    forget: (name) => void counts.delete(name),
  };
}
