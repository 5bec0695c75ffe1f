import { expect, test } from 'vitest';
import { parsePattern, patternOf } from './pathPatterns.ts';

test.each([
  ['/polls', false, 'polls'],
  ['polls/results/', false, 'polls/results'],
  [' /channels ', true, '=/channels'],
  ['/', false, '=/'],
  ['/settings', false, null],
  ['/Polls', false, null],
  ['/polls/:id', false, null],
])('R205 the path %j, exact: %s, is kept as %j', (path, isExact, pattern) => {
  expect(patternOf(path, isExact)).toBe(pattern);
  if (pattern !== null) expect(patternOf(parsePattern(pattern).path, parsePattern(pattern).isExact)).toBe(pattern);
});
