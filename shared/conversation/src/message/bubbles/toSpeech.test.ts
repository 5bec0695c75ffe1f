import { expect, test } from 'vitest';
import { toSpeech } from './toSpeech.ts';

test('marks of the format are not read', () => {
  expect(toSpeech('**Bold** and `code`.\n')).toBe('Bold and code.');
});
