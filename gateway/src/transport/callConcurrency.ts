// Limits how many calls of one account run at a time, and how many may wait for their turn.
// It counts per gateway, because it divides this gateway's work; how many calls a minute has counts for all gateways.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';

interface AccountQueue {
  running: number;
  /** Each starts a call that waits, in their order. */
  waiting: Set<() => void>;
}

/** The permit of one call to run. */
export interface CallPermit {
  /** Runs a task; the permit lasts until it has ended, even if the caller has disconnected meanwhile. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createCallConcurrency({
  callConcurrencyPerAccount,
  callsWaitingPerAccount,
  callQueueTimeout,
}: Pick<Limits, 'callConcurrencyPerAccount' | 'callsWaitingPerAccount' | 'callQueueTimeout'>) {
  /** Accounts without a call have no entry. */
  const queues = new Map<string, AccountQueue>();

  function queueOf(account: string): AccountQueue {
    const queue = queues.get(account) ?? { running: 0, waiting: new Set() };
    queues.set(account, queue);
    return queue;
  }

  function release(account: string): void {
    const queue = queueOf(account);
    const [next] = queue.waiting;
    // The permit passes straight to the call that has waited longest.
    if (next) return next();
    queue.running -= 1;
    if (queue.running === 0) queues.delete(account);
  }

  function waitForPermit(queue: AccountQueue, closed: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timeout);
        closed.removeEventListener('abort', refuse);
        queue.waiting.delete(start);
      };
      const refuse = () => {
        stopWaiting();
        reject(new Fault('UNAVAILABLE'));
      };
      const start = () => {
        stopWaiting();
        resolve();
      };
      const timeout = setTimeout(refuse, callQueueTimeout);
      closed.addEventListener('abort', refuse);
      queue.waiting.add(start);
    });
  }

  return {
    /**
     * Waits for a permit, which ends when the connection is closed (`closed`: the response has been sent, or the caller
     * has disconnected) and no work of the call runs.
     * @throws Fault UNAVAILABLE at once when too many calls wait, or when none ends for too long.
     */
    async acquire(account: string, closed: AbortSignal): Promise<CallPermit> {
      if (closed.aborted) throw new Fault('UNAVAILABLE');
      const queue = queueOf(account);
      if (queue.running < callConcurrencyPerAccount) queue.running += 1;
      else if (queue.waiting.size >= callsWaitingPerAccount) throw new Fault('UNAVAILABLE');
      else await waitForPermit(queue, closed);

      let uses = 1;
      const releaseUse = () => {
        uses -= 1;
        if (uses === 0) release(account);
      };
      if (closed.aborted) {
        releaseUse();
        throw new Fault('UNAVAILABLE');
      }
      closed.addEventListener('abort', releaseUse, { once: true });
      return {
        async run(task) {
          uses += 1;
          try {
            return await task();
          } finally {
            releaseUse();
          }
        },
      };
    },
    /** The number of calls that run and wait now. */
    count(account: string): { running: number; waiting: number } {
      const { running = 0, waiting } = queues.get(account) ?? {};
      return { running, waiting: waiting?.size ?? 0 };
    },
  };
}
