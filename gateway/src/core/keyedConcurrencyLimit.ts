// Runs one task at a time for each key, such as an account.
// It works per gateway, because it divides a queue of this gateway.
import { createConcurrencyLimit } from './concurrencyLimit.ts';

/** Tasks of different keys do not wait for each other. @throws Fault UNAVAILABLE when `waitingMax` of a key wait. */
export function createKeyedConcurrencyLimit({ waitingMax }: { waitingMax: number }) {
  /** Keys without a task have no entry. */
  const queues = new Map<string, { run: ReturnType<typeof createConcurrencyLimit>; tasks: number }>();
  return async function runLimited<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { run: createConcurrencyLimit({ count: 1, waitingMax }), tasks: 0 };
    queues.set(key, queue);
    queue.tasks += 1;
    try {
      return await queue.run(task);
    } finally {
      queue.tasks -= 1;
      if (queue.tasks === 0) queues.delete(key);
    }
  };
}
