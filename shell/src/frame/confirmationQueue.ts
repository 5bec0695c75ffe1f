// The confirmations that features request, shown to the person one at a time.
import type { HostAction } from '@amber/client/hostActions';
import { BehaviorSubject } from 'rxjs';

/** A click or Enter that was meant for what the dialog covers arrives within this time, and must agree to nothing. */
export const agreementDelay = 500;

export interface ConfirmationRequest {
  action: HostAction;
  /** To be called once the dialog is visible. Resolves when the person can agree; agreement before is ignored. */
  awaitAgreeable(): Promise<void>;
  /** The first answer counts: the dialog also closes after one. A refusal refuses the waiting requests too. */
  answer(agreed: boolean): void;
}

export function createConfirmationQueue() {
  const request$ = new BehaviorSubject<ConfirmationRequest | null>(null);
  const waiting: { action: HostAction; resolve(agreed: boolean): void }[] = [];

  function showNext(): void {
    const next = waiting.shift();
    if (!next) return request$.next(null);
    let isAgreeable = false;
    const request: ConfirmationRequest = {
      action: next.action,
      async awaitAgreeable() {
        await new Promise((done) => setTimeout(done, agreementDelay));
        isAgreeable = true;
      },
      answer(agreed) {
        if (request$.value !== request || (agreed && !isAgreeable)) return;
        next.resolve(agreed);
        if (!agreed) for (const { resolve } of waiting.splice(0)) resolve(false);
        showNext();
      },
    };
    request$.next(request);
  }

  return {
    /** The request to show; null while there is none. */
    request$,

    /** Resolves to whether the person agreed; the next request waits for the answer. */
    confirm: (action: HostAction): Promise<boolean> =>
      new Promise((resolve) => {
        waiting.push({ action, resolve });
        if (!request$.value) showNext();
      }),
  };
}
