import { expect, test } from 'vitest';
import { digitGroups, isSafetyNumber, parseSafetyNumber, safetyQrText } from './safetyQrText.ts';

const number = Array.from({ length: 60 }, (_, index) => index % 10).join('');

test('R79 a safety number is twelve groups of five, and is found again in what was scanned or pasted', () => {
  expect(digitGroups(number)).toHaveLength(12);
  expect(digitGroups(number).every((group) => group.length === 5)).toBe(true);
  for (const text of [
    number,
    digitGroups(number).join(' '),
    ` ${digitGroups(number).join('\n')} `,
    safetyQrText(number),
  ])
    expect(parseSafetyNumber(text)).toBe(number);
});

test('other texts are no safety number', () => {
  for (const text of ['', number.slice(1), `${number}0`, number.replace('0', 'o'), 'https://amber.example'])
    expect(isSafetyNumber(parseSafetyNumber(text)), text).toBe(false);
  expect(isSafetyNumber(number)).toBe(true);
});
