// Cancellation of tasks that wait.
import { Fault } from '@amber/proto/faults';

/** Returns a promise that rejects with the Fault CANCELLED when the signal aborts, and otherwise never settles. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const rejectCancelled = () => reject(new Fault('CANCELLED'));
    if (signal.aborted) rejectCancelled();
    else signal.addEventListener('abort', rejectCancelled, { once: true });
  });
