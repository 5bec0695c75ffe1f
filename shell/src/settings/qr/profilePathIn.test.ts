import { expect, it } from 'vitest';
import { profilePathIn } from './profilePathIn.ts';

const code = 'abcdefghij234567';

it('R108 a code leads to a person’s page, on whatever server it was made', () => {
  for (const end of ['', '/', '?a=b', '#c'])
    expect(profilePathIn(`https://amber.example/chat/${code}${end}`)).toBe(`/${code}`);
});

it.each([
  '',
  code,
  'hello',
  `https://amber.example/${code}`,
  `javascript:alert(1)//chat/${code}`,
  'https://amber.example/chat/settings',
  `https://amber.example/chat/${code}/x`,
])('R108 %j leads nowhere', (text) => {
  expect(profilePathIn(text)).toBe(null);
});
