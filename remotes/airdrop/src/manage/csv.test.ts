import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
  ['a name', '"a name"'],
  ['=HYPERLINK("http://evil")', '"\'=HYPERLINK(""http://evil"")"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['a,b\n"c"', '"a,b\n""c"""'],
])('R137 %j is text in a spreadsheet', (text, cell) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${cell}\r\n`);
});

test('rows are lines', () => {
  expect(toCsv([['a', 'b'], ['c']])).toBe('\uFEFF"a","b"\r\n"c"\r\n');
});
