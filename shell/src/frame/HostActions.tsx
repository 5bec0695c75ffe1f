// Asks the person before a feature ends a guarantee, in a dialog that no feature can draw.
import { answerHostActions, type HostAction } from '@amber/client/hostActions';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { BehaviorSubject, filter, firstValueFrom } from 'rxjs';
import { lazyWithRetry } from './lazyWithRetry.tsx';

const HostActionDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ './HostActionDialog.tsx')).HostActionDialog,
);

interface Question {
  action: HostAction;
  answer(agreed: boolean): void;
}

const question$ = new BehaviorSubject<Question | null>(null);

/** One question at a time; the next one waits for the answer. */
answerHostActions(async (action) => {
  await firstValueFrom(question$.pipe(filter((question) => question === null)));
  return new Promise<boolean>((resolve) => {
    const question: Question = {
      action,
      answer(agreed) {
        // The dialog also closes after an answer.
        if (question$.value !== question) return;
        question$.next(null);
        resolve(agreed);
      },
    };
    question$.next(question);
  });
});

/** Renders nothing while nothing is asked. */
export function HostActions() {
  const question = useBehaviorSubject(question$);
  return question && <HostActionDialog action={question.action} onAnswer={question.answer} />;
}
