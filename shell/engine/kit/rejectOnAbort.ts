// A promise for work that may be cancelled while it waits.
import { Fault } from '@amber/proto/faults';

/** Rejects with CANCELLED as soon as this is cancelled; else never settles. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const rejectCancelled = () => reject(new Fault('CANCELLED'));
    if (signal.aborted) rejectCancelled();
    else signal.addEventListener('abort', rejectCancelled, { once: true });
  });
