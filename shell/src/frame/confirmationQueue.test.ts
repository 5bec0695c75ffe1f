import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agreementDelay, createConfirmationQueue } from './confirmationQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const becomesAgreeable = async (awaitAgreeable: () => Promise<void>) => {
  const agreeable = awaitAgreeable();
  await vi.advanceTimersByTimeAsync(agreementDelay);
  await agreeable;
};

test('two requests at once are shown one after the other, and each gets its own answer', async () => {
  const { confirm, request$ } = createConfirmationQueue();
  const answers = [confirm({ kind: 'startOver' }), confirm({ kind: 'sendUnencrypted', id: 'm' })];
  const first = request$.value!;
  expect(first.action.kind).toBe('startOver');
  await becomesAgreeable(first.awaitAgreeable);
  first.answer(true);
  first.answer(false); // its dialog closes late
  expect(request$.value!.action.kind).toBe('sendUnencrypted');
  request$.value!.answer(false);
  expect(await Promise.all(answers)).toEqual([true, false]);
  expect(request$.value).toBeNull();
});

test('a refusal refuses every waiting request, and later ones are shown', async () => {
  const { confirm, request$ } = createConfirmationQueue();
  const answers = Array.from({ length: 3 }, () => confirm({ kind: 'startOver' }));
  request$.value!.answer(false);
  expect(await Promise.all(answers)).toEqual([false, false, false]);
  expect(request$.value).toBeNull();
  void confirm({ kind: 'startOver' });
  expect(request$.value).not.toBeNull();
});

test('agreement counts only once the dialog has been visible for a while, for each request', async () => {
  const { confirm, request$ } = createConfirmationQueue();
  const answers = [confirm({ kind: 'startOver' }), confirm({ kind: 'startOver' })];
  for (let request = request$.value; request; request = request$.value) {
    await vi.advanceTimersByTimeAsync(agreementDelay * 10); // its code loads
    request.answer(true);
    const agreeable = request.awaitAgreeable();
    await vi.advanceTimersByTimeAsync(agreementDelay - 1);
    request.answer(true);
    expect(request$.value).toBe(request);
    await vi.advanceTimersByTimeAsync(1);
    await agreeable;
    request.answer(true);
  }
  expect(await Promise.all(answers)).toEqual([true, true]);
});
