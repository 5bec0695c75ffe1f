// How long to go on with what failed as nobody foresaw: a few tries, further and further apart.
import { limits } from '@amber/proto/limits';

export interface Patience {
  /** The pause before this is tried again, in milliseconds; undefined when it was tried often enough, and begins anew. */
  pauseFor(id: string): number | undefined;
  /** It went well, or was given up for another reason. */
  forget(id: string): void;
}

/** Counts in memory: an engine that starts again gives everything its tries again. */
export function createPatience(): Patience {
  const failures = new Map<string, number>();
  return {
    pauseFor(id) {
      const before = failures.get(id) ?? 0;
      if (before + 1 === limits.unforeseenTries) {
        failures.delete(id);
        return undefined;
      }
      failures.set(id, before + 1);
      return limits.unforeseenPause * 2 ** before;
    },
    forget: (id) => void failures.delete(id),
  };
}
