import { expect, test } from 'vitest';
import { words } from '../words/gen/phoneNumbers.ts';
import { problemOf, toInternational } from './phoneNumbers.ts';

const china = { id: 'CN', callingCode: '86' };
const germany = { id: 'DE', callingCode: '49' };

test.each([
  ['138 1234 5678', china, undefined],
  ['8613812345678', china, undefined], // the gateway reads it without its plus, too
  ['4915112345678', china, undefined],
  ['004915112345678', china, undefined],
  ['+49 151 12345678', china, undefined],
  ['0151 12345678', germany, undefined],
  ['(0151) 123-456.78', germany, undefined],
  ['138 12', china, words.tooShort],
  ['+49 1', china, words.tooShort],
  ['+1 20255501234567', germany, words.tooLong],
  ['+999 12345678', germany, words.unknownCode],
  ['not a number', germany, words.notNumber],
  ['0151 12345678', null, words.noCountry],
  ['+49 151 12345678', null, undefined],
])('R259 %s', (text, country, problem) => {
  expect(problemOf(text, country)).toBe(problem);
});

test.each([
  ['0151 12345678', germany, '+4915112345678'],
  ['151 12345678', germany, '+4915112345678'],
  ['+86 138 1234 5678', germany, '+86 138 1234 5678'],
  ['0086 138 1234 5678', germany, '0086 138 1234 5678'],
])('R259 a number that is typed as at home in a chosen country gets its code: %s', (text, country, number) => {
  expect(toInternational(text, country)).toBe(number);
});
