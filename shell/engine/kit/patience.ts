// How long to go on with what fails: counts failures by name, and says how long to wait after each.
import { limits } from '@amber/proto/limits';

export interface Patience {
  /** How often this has failed so far. */
  failures(name: string): number;
  /** It has failed once more. Returns the pause before it is tried again, in milliseconds; undefined when it was tried often enough, and begins anew. */
  pauseFor(name: string): number | undefined;
  /** It went well, or was given up for another reason. */
  forget(name: string): void;
}

/** What failed as nobody foresaw: a few tries, further and further apart. */
export const unforeseen = (before: number): number | undefined =>
  before + 1 === limits.unforeseenTries ? undefined : limits.unforeseenPause * 2 ** before;

/** What nobody answered: as long as it takes, further and further apart up to a minute. */
export const unanswered = (before: number): number =>
  Math.min(limits.reconnectEvery * 2 ** before, limits.reconnectSlowlyTo);

/** Counts in memory: an engine that starts again gives everything its tries again. */
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
