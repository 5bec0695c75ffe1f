import { expect, test } from 'vitest';
import { timeLeft } from './Countdown.tsx';

test.each([
  [0, '00:00:00'],
  [-5_000, '00:00:00'],
  [1, '00:00:01'],
  [18_729_000, '05:12:09'],
  [86_399_001, '1 day 0 h'],
  [3 * 86_400_000 + 4 * 3_600_000, '3 days 4 h'],
])('%s ms are %s', (milliseconds, shown) => {
  expect(timeLeft(milliseconds)).toBe(shown);
});
