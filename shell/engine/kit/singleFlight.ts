// Lets many callers share one run of a piece of work.

/** While a run is under way, every caller gets that run; the next call after it starts another. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
}
