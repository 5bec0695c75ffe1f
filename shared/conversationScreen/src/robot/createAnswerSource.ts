// The source of streaming answers of a chat, from engine events.
import { events$ } from '@amber/client/engine';
import type { AnswerSource } from '@amber/conversation/answerSource';
import { filter } from 'rxjs';

/** Loads the actions from the chunk that the first answer loads anyway. */
export const botActions = () => import(/* webpackChunkName: "dialogs" */ './botActions.ts');

export const createAnswerSource = (conversationId: string): AnswerSource => ({
  progress$: (id) =>
    events$.pipe(
      filter((event) => event.type === 'answerGrew'),
      filter((event) => event.id === id),
    ),
  regenerate: ({ id }) => void botActions().then(({ askAgain }) => askAgain(conversationId, id)),
});
