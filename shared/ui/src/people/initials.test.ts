import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ada', 'A'],
  ['Ada Lovelace', 'AL'],
  ['ada augusta king', 'AK'],
  ['👩‍🚀 Ada', '👩‍🚀A'],
  ['  ', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
