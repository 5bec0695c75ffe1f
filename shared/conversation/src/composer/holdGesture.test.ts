import { expect, test } from 'vitest';
import { holdProgress, releaseOutcome } from './holdGesture.ts';

test.each([
  ['nothing has moved', { forwards: 0, down: 0 }, { cancel: 0, lock: 0 }],
  ['half the way back', { forwards: -55, down: 0 }, { cancel: 0.5, lock: 0 }],
  ['all the way back', { forwards: -300, down: -10 }, { cancel: 1, lock: 0 }],
  ['half the way up', { forwards: 4, down: -36 }, { cancel: 0, lock: 0.5 }],
  ['all the way up, and a little back', { forwards: -40, down: -90 }, { cancel: 0, lock: 1 }],
  ['forwards and down', { forwards: 200, down: 200 }, { cancel: 0, lock: 0 }],
])('R194 a slide cancels or locks, never both: %s', (_, move, progress) => {
  expect(holdProgress(move)).toEqual(progress);
});

test('R194 a click records hands-free, a longer press is sent when it ends', () => {
  expect([40, 399, 400, 5_000].map(releaseOutcome)).toEqual(['lock', 'lock', 'send', 'send']);
});
