// The questions of features to the person, one at a time.
import type { HostAction } from '@amber/client/hostActions';
import { BehaviorSubject } from 'rxjs';

export interface HostQuestion {
  action: HostAction;
  /** The first answer counts: the dialog also closes after one. */
  answer(agreed: boolean): void;
}

export function createHostQuestions() {
  const question$ = new BehaviorSubject<HostQuestion | null>(null);
  let previous: Promise<unknown> = Promise.resolve();

  const show = (action: HostAction): Promise<boolean> =>
    new Promise((resolve) => {
      const question: HostQuestion = {
        action,
        answer(agreed) {
          if (question$.value !== question) return;
          question$.next(null);
          resolve(agreed);
        },
      };
      question$.next(question);
    });

  return {
    /** The question to show; null while nothing is asked. */
    question$,

    /** Resolves to whether the person agreed; the next question waits for the answer. */
    ask(action: HostAction): Promise<boolean> {
      const answered = previous.then(() => show(action));
      previous = answered;
      return answered;
    },
  };
}
