// Runs tasks serially per key: if two tasks read a ratchet before either writes it, a message is lost.

export interface KeyedQueue {
  /**
   * Runs a task after everything queued earlier for any of its keys. All keys are claimed at once, so there is no
   * deadlock.
   */
  run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
      const done = Promise.allSettled(keys.map((key) => tails.get(key)))
        .then(task)
        .finally(() => {
          for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
        });
      const tail = done.catch(() => {});
      for (const key of keys) tails.set(key, tail);
      return done;
    },
  };
}
