import { expect, test } from 'vitest';
import { createHostQuestions } from './hostQuestions.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('two questions at once are asked one after the other, and each gets its own answer', async () => {
  const { ask, question$ } = createHostQuestions();
  const answers = [ask({ kind: 'startOver' }), ask({ kind: 'sendUnencrypted' })];
  await settled();
  const first = question$.value!;
  expect(first.action.kind).toBe('startOver');
  first.answer(true);
  await settled();
  first.answer(false); // its dialog closes late
  expect(question$.value!.action.kind).toBe('sendUnencrypted');
  question$.value!.answer(false);
  expect(await Promise.all(answers)).toEqual([true, false]);
  expect(question$.value).toBeNull();
});
