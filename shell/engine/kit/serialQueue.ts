// Runs pieces of work one at a time, in the order in which they were added.

export interface SerialQueue {
  /** Runs this when everything added before is done, whether or not that succeeded. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when everything added so far is done. */
  idle(): Promise<unknown>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => {});
      return result;
    },
    idle: () => last,
  };
}
