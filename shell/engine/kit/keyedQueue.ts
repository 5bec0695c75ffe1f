// One at a time for each key: a ratchet that is read twice before it is written loses a message.

export interface KeyedQueue {
  /**
   * Runs work when everything queued before for any of its keys is done. All keys are taken together, so there is no
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
