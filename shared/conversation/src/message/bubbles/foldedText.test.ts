import { expect, test } from 'vitest';
import { isFoldable } from './foldedText.ts';

test.each([
  ['many short lines', 'line\n'.repeat(31), true],
  ['a screen of lines', Array.from({ length: 30 }, () => 'line').join('\n'), false],
  ['one line without an end', 'word '.repeat(500), true],
  ['a long paragraph', 'word '.repeat(300), false],
  ['nothing', '', false],
])('R215 a text is folded beyond about a screen: %s', (_, text, isLong) => {
  expect(isFoldable(text)).toBe(isLong);
});
