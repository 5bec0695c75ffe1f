import { expect, test } from 'vitest';
import { lastSentenceEnd, sentenceEnds } from './sentences.ts';

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

test('a text that grows keeps the sentences that it has', () => {
  const text = 'He said: “Go!” It is 3.5 degrees.\n\n1. One? 二。三！(Four.) …and five';
  const all = sentenceEnds(text, true);
  for (let length = 0; length < text.length; length += 1) {
    const some = sentenceEnds(text.slice(0, length), false);
    expect(all.slice(0, some.length)).toEqual(some);
  }
  expect(all.at(-1)).toBe(text.length);
  expect(sentenceEnds('', true)).toEqual([]);
});
