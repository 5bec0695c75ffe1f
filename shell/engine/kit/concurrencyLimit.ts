// Limits how much work runs at a time; the rest waits in line.

/** Runs work as soon as fewer than `most` others run. */
export function createConcurrencyLimit(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < max) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      // A slot is passed on without being freed.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
