// Retries what waits in queues: after a missing answer while connected, and with backoff after an unexpected error.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from './accountContext.ts';
import { createBackoff, unexpectedError } from './backoff.ts';
import { createDelayedTasks } from './delayedTasks.ts';

export interface QueueRetries {
  /** Whether `name` waits for a retry after an unexpected error. Nothing overtakes it, and nothing shortens the wait. */
  isBackingOff(name: string): boolean;
  /**
   * Handles the fault of an item. After an unexpected error it returns true: `name` waits, and `run` retries. It returns
   * false if the item has failed, because it was refused for good or too many attempts failed.
   * @throws the fault, if it is any other: the item keeps its position in the queue.
   */
  backOff(name: string, item: string, fault: Fault, run: () => void): boolean;
  /** Ends the wait. False when there was none. */
  endWait(name: string): boolean;
  /** Forgets the failures of an item that was processed or removed. */
  reset(item: string): void;
  /** Retries a queue after an error, unless the session has ended. While disconnected, the reconnect retries instead. */
  retryLater(queue: string, thrown: unknown, run: () => void): void;
  /** Cancels all retries and accepts no new ones. */
  close(): void;
}

export function createQueueRetries({ clock, connected }: Pick<AccountContext, 'clock' | 'connected'>): QueueRetries {
  const retryTimers = createDelayedTasks(clock);
  const backoffTimers = createDelayedTasks(clock);
  const backoff = createBackoff(unexpectedError);

  return {
    isBackingOff: backoffTimers.has,
    backOff(name, item, fault, run) {
      const delay = fault.kind === 'unforeseen' ? backoff.nextDelay(item) : undefined;
      if (delay !== undefined) {
        backoffTimers.schedule(name, delay, run);
        return true;
      }
      if (fault.kind !== 'unforeseen' && fault.kind !== 'business') throw fault;
      backoff.reset(item);
      return false;
    },
    endWait: backoffTimers.cancel,
    reset: backoff.reset,
    retryLater(queue, thrown, run) {
      const { kind, code } = Fault.of(thrown);
      if (kind !== 'session' && code !== 'SIGNED_OUT' && connected())
        retryTimers.schedule(queue, limits.reconnectEvery, run);
    },
    close() {
      retryTimers.close();
      backoffTimers.close();
    },
  };
}
