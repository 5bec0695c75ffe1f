import { expect, test } from 'vitest';
import { relativeTime } from './relativeTime.ts';

const now = new Date('2026-11-21T12:00:00').getTime();

test.each([
  ['a moment', 59_000, 'now'],
  ['a clock that runs ahead', -5_000, 'now'],
  ['minutes', 61_000, '1 min'],
  ['hours', 3 * 3_600_000, '3 h'],
  ['days', 6 * 86_400_000, '6 d'],
  ['weeks', 20 * 86_400_000, '1 Nov'],
  ['years', 400 * 86_400_000, '17 Oct 2025'],
])('%s', (_, ago, expected) => {
  expect(relativeTime(now - ago, now)).toBe(expected);
});
