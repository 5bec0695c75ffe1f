// Runs pieces of work one at a time, in the order in which they were added.

export interface Turns {
  /** Runs this when everything added before is done, whether or not that succeeded. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything added so far is done. */
  idle(): Promise<unknown>;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = last.then(work);
      last = result.catch(() => {});
      return result;
    },
    idle: () => last,
  };
}
