import { expect, test } from 'vitest';
import { stripMarkdown } from './stripMarkdown.ts';

test.each([
  ['the pictures from **yesterday**', 'the pictures from yesterday'],
  ['a *b ~~c~~* `d` [e](https://x.example)', 'a b c d e'],
  ['# Plan\n- one\n- two\n\n> said', 'Plan one two said'],
  ['```ts\nlet x = 1;\n```', 'let x = 1;'],
  ['2 * 3 * 4 and a_name_of_a_file', '2 * 3 * 4 and a_name_of_a_file'],
  ['two\nlines', 'two lines'],
  ['', ''],
])('R180 %j in one line', (text, line) => {
  expect(stripMarkdown(text)).toBe(line);
});

test('R180 of a long text the beginning', () => {
  expect(stripMarkdown('word '.repeat(5_000)).length).toBeLessThan(201);
});
