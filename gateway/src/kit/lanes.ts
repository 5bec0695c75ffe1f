// Bounds how much of one kind of work runs at a time, and how much may wait for it.
import { Fault } from '@amber/proto/faults';

/** Runs at most `count` at a time. @throws Fault UNAVAILABLE, in the promise, when `waitingMax` wait already. */
export function createLanes({ count, waitingMax }: { count: number; waitingMax: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function inLane<T>(work: () => Promise<T>): Promise<T> {
    if (running < count) running += 1;
    else if (waiting.length >= waitingMax) throw new Fault('UNAVAILABLE');
    else
      await new Promise<void>((go) => {
        waiting.push(go);
      });
    try {
      return await work();
    } finally {
      // The lane is handed on, not given back, to whoever waits.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
