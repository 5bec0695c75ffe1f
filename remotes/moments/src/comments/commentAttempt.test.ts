import { expect, test } from 'vitest';
import { remainingText, attemptOf } from './commentAttempt.ts';

test('a comment keeps its id for the same words alone: other words are never dropped as a repetition', () => {
  const first = attemptOf(null, 'Well', '');
  expect(attemptOf(first, 'Well', '')).toBe(first);
  expect(attemptOf(first, 'Well said', '').commentId).not.toBe(first.commentId);
  expect(attemptOf(first, 'Well', 'c1').commentId).not.toBe(first.commentId);
});

test.each([
  ['Well', ''],
  ['Well, and more', ', and more'],
  ['Something else', 'Something else'],
])('what is typed while a comment is on its way is the next one: %s', (typed, rest) => {
  expect(remainingText(typed, 'Well')).toBe(rest);
});
