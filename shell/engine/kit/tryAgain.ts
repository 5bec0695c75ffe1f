// Tries again what failed because nobody answered: further and further apart, while the connection stands.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { createLater } from './later.ts';
import { createPatience, unanswered } from './patience.ts';

export interface TryAgain {
  /**
   * Runs this after a pause that grows with each failure. Does nothing where `thrown` says that it would fail again, and
   * while the connection is gone: the next one begins with all of it.
   */
  later(name: string, thrown: unknown, run: () => void): void;
  /** It went well. */
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
      // Not all devices at the same moment.
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
