// The confirmations that features request, shown to the person one at a time.
import type { HostAction } from '@amber/client/hostActions';
import { BehaviorSubject } from 'rxjs';

export interface ConfirmationRequest {
  action: HostAction;
  /** The first answer counts: the dialog also closes after one. */
  answer(agreed: boolean): void;
}

export function createConfirmationQueue() {
  const request$ = new BehaviorSubject<ConfirmationRequest | null>(null);
  let previous: Promise<unknown> = Promise.resolve();

  const show = (action: HostAction): Promise<boolean> =>
    new Promise((resolve) => {
      const request: ConfirmationRequest = {
        action,
        answer(agreed) {
          if (request$.value !== request) return;
          request$.next(null);
          resolve(agreed);
        },
      };
      request$.next(request);
    });

  return {
    /** The request to show; null while there is none. */
    request$,

    /** Resolves to whether the person agreed; the next request waits for the answer. */
    confirm(action: HostAction): Promise<boolean> {
      const answered = previous.then(() => show(action));
      previous = answered;
      return answered;
    },
  };
}
