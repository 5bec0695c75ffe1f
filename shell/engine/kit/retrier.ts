// Retries what failed without an answer, with growing pauses, while the connection is up.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { createDelayedTasks } from './delayedTasks.ts';
import { createBackoff, noAnswer } from './backoff.ts';

export interface Retrier {
  /**
   * Runs this after a pause that grows with each failure. Does nothing where `thrown` would only be thrown again, or
   * while disconnected: a new connection starts with all of it.
   */
  schedule(name: string, thrown: unknown, run: () => void): void;
  /** It succeeded. */
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
      // Jitter: not all devices at the same moment.
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
