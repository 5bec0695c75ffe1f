import { expect, test } from 'vitest';
import { restOf, tryOf } from './saying.ts';

test('a comment keeps its id for the same words alone: other words are never dropped as a repetition', () => {
  const first = tryOf(null, 'Well', '');
  expect(tryOf(first, 'Well', '')).toBe(first);
  expect(tryOf(first, 'Well said', '').commentId).not.toBe(first.commentId);
  expect(tryOf(first, 'Well', 'c1').commentId).not.toBe(first.commentId);
});

test.each([
  ['Well', ''],
  ['Well, and more', ', and more'],
  ['Something else', 'Something else'],
])('what is typed while a comment is on its way is the next one: %s', (typed, rest) => {
  expect(restOf(typed, 'Well')).toBe(rest);
});
