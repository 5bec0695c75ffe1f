// Limits how many tasks run concurrently; the others wait in a queue.

/** Returns a function that runs a task as soon as fewer than `max` others run. */
export function createConcurrencyLimit(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < max) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      // The slot passes to the next task without being freed, so no task can jump the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
