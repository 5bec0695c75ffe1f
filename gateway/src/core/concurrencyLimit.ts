// Limits how many tasks of one kind run at a time, and how many may wait.
// It counts per gateway, because it divides what this gateway has: processor, memory, database connections.
import { Fault } from '@amber/proto/faults';

/** Runs at most `count` at a time. @throws Fault UNAVAILABLE, in the promise, when `waitingMax` already wait. */
export function createConcurrencyLimit({ count, waitingMax }: { count: number; waitingMax: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function runLimited<T>(task: () => Promise<T>): Promise<T> {
    if (running < count) running += 1;
    else if (waiting.length >= waitingMax) throw new Fault('UNAVAILABLE');
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    try {
      return await task();
    } finally {
      // The slot passes straight to the next waiting task instead of being released.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
