// Retries what failed without an answer, with growing pauses, while the connection is up.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { createLater } from './later.ts';
import { createPatience, unanswered } from './patience.ts';

export interface TryAgain {
  /**
   * Runs this after a pause that grows with each failure. Does nothing where `thrown` would only be thrown again, or
   * while disconnected: a new connection starts with all of it.
   */
  later(name: string, thrown: unknown, run: () => void): void;
  /** It succeeded. */
  forget(name: string): void;
  close(): void;
}

export function createTryAgain({ clock, connected }: { clock: SchedulerLike; connected(): boolean }): TryAgain {
  const patience = createPatience(unanswered);
  const later = createLater(clock);

  return {
    later(name, thrown, run) {
      const { kind } = Fault.of(thrown);
      const isWorthIt =
        kind === 'network' || (kind === 'unforeseen' && patience.failures(name) < limits.unforeseenTries);
      if (later.has(name) || !connected() || !isWorthIt) return;
      // Jitter: not all devices at the same moment.
      later.run(name, (patience.pauseFor(name)! * (1 + Math.random())) / 2, () => {
        if (connected()) run();
      });
    },
    forget(name) {
      patience.forget(name);
      later.cancel(name);
    },
    close: later.close,
  };
}
