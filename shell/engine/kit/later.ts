// Delays tasks; at most one task waits under each name.
import { type SchedulerLike, type Subscription, timer } from 'rxjs';

export interface Later {
  /** Runs this after so many milliseconds, unless something waits under this name already. */
  run(name: string, pause: number, work: () => void): void;
  /** Whether something waits under this name. */
  has(name: string): boolean;
  /** Cancels what waits; false when nothing did. */
  cancel(name: string): boolean;
  /** Cancels everything that waits, and accepts nothing more. */
  close(): void;
}

export function createLater(clock: SchedulerLike): Later {
  const waiting = new Map<string, Subscription>();
  let closed = false;
  return {
    run(name, pause, work) {
      if (closed || waiting.has(name)) return;
      waiting.set(
        name,
        timer(pause, clock).subscribe(() => {
          waiting.delete(name);
          work();
        }),
      );
    },
    has: (name) => waiting.has(name),
    cancel(name) {
      waiting.get(name)?.unsubscribe();
      return waiting.delete(name);
    },
    close() {
      closed = true;
      waiting.forEach((wait) => wait.unsubscribe());
    },
  };
}
