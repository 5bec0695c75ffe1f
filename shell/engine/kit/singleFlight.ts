// Lets concurrent callers share one run of a task.

/** Returns a function whose calls share the run in flight; the next call after it starts another run. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
}
