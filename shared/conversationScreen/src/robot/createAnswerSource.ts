// The answers that are being written in a chat, as the engine tells of them.
import type { EngineEvent } from '@amber/client/bus';
import { events$ } from '@amber/client/engine';
import type { AnswerSource } from '@amber/conversation/answerSource';
import { filter } from 'rxjs';

/** A separate chunk, which the first answer brings anyway. */
export const botActions = () => import(/* webpackChunkName: "dialogs" */ './botActions.ts');

export const createAnswerSource = (conversationId: string): AnswerSource => ({
  progress$: (id) =>
    events$.pipe(
      filter((event): event is Extract<EngineEvent, { type: 'answerGrew' }> => event.type === 'answerGrew'),
      filter((event) => event.id === id),
    ),
  regenerate: ({ id }) => void botActions().then(({ askAgain }) => askAgain(conversationId, id)),
});
