// One at a time for each address: a ratchet that is read twice before it is written loses a message.

export type Queue = <T>(addresses: readonly string[], work: () => Promise<T>) => Promise<T>;

/** Runs work when all that was queued before for any of its addresses is done. Taken all at once, so nothing waits in a ring. */
export function createQueue(): Queue {
  const tails = new Map<string, Promise<unknown>>();
  return function run<T>(addresses: readonly string[], work: () => Promise<T>): Promise<T> {
    const running = Promise.allSettled(addresses.map((address) => tails.get(address))).then(work);
    const done = running.catch(() => {}).finally(() => {
      for (const address of addresses) if (tails.get(address) === done) tails.delete(address);
    });
    for (const address of addresses) tails.set(address, done);
    return running;
  };
}
