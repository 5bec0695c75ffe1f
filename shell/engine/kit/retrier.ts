// Retries failed requests with backoff while the connection is up.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { createDelayedTasks } from './delayedTasks.ts';
import { createBackoff, noAnswer } from './backoff.ts';

export interface Retrier {
  /**
   * Runs `run` after a delay that grows with each failure. Does nothing when `thrown` is not worth a retry, or while
   * disconnected, because a new connection restarts everything.
   */
  schedule(name: string, thrown: unknown, run: () => void): void;
  /** Resets the backoff after a success, and cancels a scheduled retry. */
  reset(name: string): void;
  close(): void;
}

export function createRetrier({ clock, connected }: { clock: SchedulerLike; connected(): boolean }): Retrier {
  const backoff = createBackoff(noAnswer);
  const later = createDelayedTasks(clock);

  return {
    schedule(name, thrown, run) {
      const { kind } = Fault.of(thrown);
      const isRetryable =
        kind === 'network' || (kind === 'unforeseen' && backoff.failures(name) < limits.unexpectedErrorAttempts);
      if (later.has(name) || !connected() || !isRetryable) return;
      // The jitter spreads the retries of all devices over time.
      later.schedule(name, (backoff.nextDelay(name)! * (1 + Math.random())) / 2, () => {
        if (connected()) run();
      });
    },
    reset(name) {
      backoff.reset(name);
      later.cancel(name);
    },
    close: later.close,
  };
}
