import { expect, test } from 'vitest';
import { createConfirmationQueue } from './confirmationQueue.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('two requests at once are shown one after the other, and each gets its own answer', async () => {
  const { confirm, request$ } = createConfirmationQueue();
  const answers = [confirm({ kind: 'startOver' }), confirm({ kind: 'sendUnencrypted' })];
  await settled();
  const first = request$.value!;
  expect(first.action.kind).toBe('startOver');
  first.answer(true);
  await settled();
  first.answer(false); // its dialog closes late
  expect(request$.value!.action.kind).toBe('sendUnencrypted');
  request$.value!.answer(false);
  expect(await Promise.all(answers)).toEqual([true, false]);
  expect(request$.value).toBeNull();
});
