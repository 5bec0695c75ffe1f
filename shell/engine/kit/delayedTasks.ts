// Delayed tasks, at most one under each name.
import { type SchedulerLike, type Subscription, timer } from 'rxjs';

export interface DelayedTasks {
  /** Runs the task after `delay` milliseconds, unless a task already waits under this name. */
  schedule(name: string, delay: number, task: () => void): void;
  /** Whether a task waits under this name. */
  has(name: string): boolean;
  /** Cancels the waiting task. False when there was none. */
  cancel(name: string): boolean;
  /** Cancels all waiting tasks and accepts no new ones. */
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
