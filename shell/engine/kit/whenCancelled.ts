// A promise for work that may be called off while it waits.
import { Fault } from '@amber/proto/faults';

/** Rejects with CANCELLED as soon as this is called off; else never settles. */
export const whenCancelled = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const refuse = () => reject(new Fault('CANCELLED'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
