import { expect, test } from 'vitest';
import { toSpeech, lastSentenceEnd } from './sentences.ts';

test.each([
  ['Half a sen', 0],
  ['One. Half', 4],
  ['It is 3.5 now', 0],
  ['It is 3.', 0],
  ['Really? Yes! No', 12],
  ['第一句。第二', 4],
  ['A line\nand', 7],
])('what can be read aloud of %j', (text, end) => {
  expect(lastSentenceEnd(text, false)).toBe(end);
  expect(lastSentenceEnd(text, true)).toBe(text.length);
});

test('marks of the format are not read', () => {
  expect(toSpeech('**Bold** and `code`.\n')).toBe('Bold and code.');
});
