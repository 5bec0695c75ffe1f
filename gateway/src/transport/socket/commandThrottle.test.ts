import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { createCommandThrottle } from './commandThrottle.ts';

const of = { ...limits, commandsPerSecond: 10, commandsBurst: 5, bytesPerExtraCommand: 100 };

function paceAt(start: number) {
  const clock = { now: start };
  return { clock, pace: createCommandThrottle(of, () => clock.now) };
}

test('R254 so many commands run at once, later ones at the rate', () => {
  const { clock, pace } = paceAt(1_000);
  expect(Array.from({ length: 7 }, () => pace.delayFor(0))).toEqual([0, 0, 0, 0, 0, 100, 200]);
  clock.now += 200;
  expect(pace.delayFor(0)).toBe(100);
});

test('R254 whoever was silent has the whole burst again, and no more', () => {
  const { clock, pace } = paceAt(0);
  for (let commands = 0; commands < 5; commands += 1) pace.delayFor(0);
  clock.now += 60_000;
  expect(Array.from({ length: 6 }, () => pace.delayFor(0))).toEqual([0, 0, 0, 0, 0, 100]);
});

test('R254 a large command counts as several', () => {
  const { pace } = paceAt(0);
  expect([pace.delayFor(99), pace.delayFor(399), pace.delayFor(100)]).toEqual([0, 0, 200]);
});

test('R254 a clock that was set back makes nobody wait for longer', () => {
  const { clock, pace } = paceAt(10_000);
  clock.now = 0;
  expect(pace.delayFor(0)).toBe(0);
});
