// Asks the person before a feature ends a guarantee, in a dialog that no feature can draw.
import { answerHostActions } from '@amber/client/hostActions';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { createHostQuestions } from './hostQuestions.ts';
import { lazyWithRetry } from './lazyWithRetry.tsx';

const HostActionDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ './HostActionDialog.tsx')).HostActionDialog,
);

const { ask, question$ } = createHostQuestions();
answerHostActions(ask);

/** Renders nothing while nothing is asked. */
export function HostActions() {
  const question = useBehaviorSubject(question$);
  return question && <HostActionDialog action={question.action} onAnswer={question.answer} />;
}
