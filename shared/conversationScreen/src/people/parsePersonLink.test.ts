import { expect, it } from 'vitest';
import { parsePersonLink } from './parsePersonLink.ts';

const anna = 'abcdefghij234567';

it('R100 R108 a profile link leads to its person, on whatever server it was made', () => {
  expect(
    ['', '/', '?from=qr', '#top'].map((end) => parsePersonLink(` https://amber.example/chat/${anna}${end} `)),
  ).toEqual([anna, anna, anna, anna]);
  expect(parsePersonLink(anna)).toBe(anna);
});

it.each([
  'Anna',
  '',
  'https://amber.example/',
  `https://amber.example/${anna}`,
  'https://amber.example/chat/settings',
  `https://amber.example/chat/channels/${anna}`,
  `javascript:alert(1)//chat/${anna}`,
  `https://amber.example/chat/${anna}/more`,
  `https://amber.example/chat/${anna.toUpperCase()}`,
])('R108 %j is about nobody', (text) => {
  expect(parsePersonLink(text)).toBe(null);
});
