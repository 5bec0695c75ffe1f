// Lets concurrent callers share one run of a task.
import { createSerialQueue } from './serialQueue.ts';

/** Returns a function whose calls share the run in flight; the next call after it starts another run. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
}

/**
 * Returns a function whose callers share the next run that has not started yet. Whoever calls during a run gets another
 * one, because the run may lack what that caller knows of. `runSerially` runs it after the work in progress.
 */
export function shareNextRun(
  run: () => Promise<void>,
  runSerially: <T>(run: () => Promise<T>) => Promise<T> = createSerialQueue().run,
): () => Promise<void> {
  let next: Promise<void> | undefined;
  return () =>
    (next ??= runSerially(() => {
      next = undefined;
      return run();
    }));
}
