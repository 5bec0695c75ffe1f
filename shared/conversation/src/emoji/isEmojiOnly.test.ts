import { expect, test } from 'vitest';
import { isEmojiOnly } from './isEmojiOnly.ts';

test.each([
  ['😀', true],
  ['👩‍🚀 🇬🇧 👍🏽', true],
  ['😀😀😀😀', false],
  ['ok 😀', false],
  ['123', false],
  ['', false],
  [' '.repeat(20_000), false],
])('R179 %.20j shown large: %s', (text, large) => {
  expect(isEmojiOnly(text)).toBe(large);
});
