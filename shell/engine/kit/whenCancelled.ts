// A promise for work that may be cancelled while it waits.
import { Fault } from '@amber/proto/faults';

/** Rejects with CANCELLED as soon as this is cancelled; else never settles. */
export const whenCancelled = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const refuse = () => reject(new Fault('CANCELLED'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
