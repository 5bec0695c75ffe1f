// Tries again what failed because nobody answered: further and further apart, while the connection stands.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { type SchedulerLike, type Subscription, timer } from 'rxjs';

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
  const failures = new Map<string, number>();
  const waiting = new Map<string, Subscription>();
  let closed = false;

  return {
    later(name, thrown, run) {
      const before = failures.get(name) ?? 0;
      const { kind } = Fault.of(thrown);
      const isWorthIt = kind === 'network' || (kind === 'unforeseen' && before < limits.unforeseenTries);
      if (closed || waiting.has(name) || !connected() || !isWorthIt) return;
      failures.set(name, before + 1);
      const most = Math.min(limits.reconnectEvery * 2 ** before, limits.reconnectSlowlyTo);
      // Not all devices at the same moment.
      waiting.set(name, timer(most * (1 + Math.random()) / 2, clock).subscribe(() => {
        waiting.delete(name);
        if (connected()) run();
      }));
    },
    forget(name) {
      failures.delete(name);
      waiting.get(name)?.unsubscribe();
      waiting.delete(name);
    },
    close() {
      closed = true;
      waiting.forEach((wait) => wait.unsubscribe());
    },
  };
}
