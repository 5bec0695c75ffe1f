// Runs tasks one at a time, in the order in which they were added.

export interface SerialQueue {
  /** Runs a task after everything added before has settled, whether or not it succeeded. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when everything added so far has settled. */
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
