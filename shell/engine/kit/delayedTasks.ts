// Delays tasks; at most one task waits under each name.
import { type SchedulerLike, type Subscription, timer } from 'rxjs';

export interface DelayedTasks {
  /** Runs this after so many milliseconds, unless something waits under this name already. */
  schedule(name: string, delay: number, task: () => void): void;
  /** Whether something waits under this name. */
  has(name: string): boolean;
  /** Cancels what waits; false when nothing did. */
  cancel(name: string): boolean;
  /** Cancels everything that waits, and accepts nothing more. */
  close(): void;
}

export function createDelayedTasks(clock: SchedulerLike): DelayedTasks {
  const timers = new Map<string, Subscription>();
  let closed = false;
  return {
    schedule(name, delay, task) {
      if (closed || timers.has(name)) return;
      timers.set(
        name,
        timer(delay, clock).subscribe(() => {
          timers.delete(name);
          task();
        }),
      );
    },
    has: (name) => timers.has(name),
    cancel(name) {
      timers.get(name)?.unsubscribe();
      return timers.delete(name);
    },
    close() {
      closed = true;
      timers.forEach((wait) => wait.unsubscribe());
    },
  };
}
