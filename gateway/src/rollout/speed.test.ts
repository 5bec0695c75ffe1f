import { limits } from '@amber/proto/limits';
import { describe, expect, test } from 'vitest';
import { percentile, rankPValue, slowerReason, stepOf } from './speed.ts';

/** The histogram of these ranks, or times in steps. */
const histogram = (values: readonly number[]): number[] => {
  const counts = Array<number>(Math.max(...values, 0) + 1).fill(0);
  for (const value of values) counts[value]! += 1;
  return counts;
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('R157 the rank test', () => {
  // Expected values: scipy.stats.mannwhitneyu(one, other, alternative='greater', method='asymptotic').
  test.each([
    [[17, 18, 19, 20, 21, 22], [1, 2, 3, 4, 5, 6], 0.002_537_4],
    [range(10, 30), range(0, 20), 0.000_026_063],
    [[1, 2, 2, 3, 3, 3], [1, 1, 2, 2, 2, 3], 0.153_03],
    [[1, 2, 3], [1, 2, 3], 0.590_26],
  ])('%j against %j', (one, other, chance) => {
    expect(rankPValue(histogram(one), histogram(other)) / chance).toBeCloseTo(1, 3);
  });

  test('equal samples, empty ones and a million accounts', () => {
    expect(rankPValue([0, 9, 0], [0, 9, 0])).toBe(1);
    expect(rankPValue([], [3])).toBe(1);
    expect(rankPValue([500_000, 500_000], [500_000, 500_000])).toBeCloseTo(0.5, 2);
    expect(rankPValue([400_000, 600_000], [600_000, 400_000])).toBeLessThan(1e-9);
  });
});

test('R157 a release is slower when it is by a part that people notice, and not by chance', () => {
  const times = (milliseconds: number, count: number) => {
    const counts = Array<number>(stepOf(milliseconds * 2) + 1).fill(0);
    counts[stepOf(milliseconds)] = count;
    counts[stepOf(milliseconds * 2)] = 1;
    return counts;
  };
  expect(slowerReason(times(500, 40), times(250, 40), limits)).toMatch(/^it is ready after \d+ ms .*, against \d+ ms/);
  expect(slowerReason(times(250, 40), times(500, 40), limits)).toBeNull();
  expect(slowerReason(times(250, 400), times(250, 400), limits)).toBeNull();
  expect(slowerReason(times(500, 10), times(250, 400), limits)).toBeNull(); // too few accounts
  expect(percentile(times(500, 40), 0.5)).toBeGreaterThanOrEqual(500);
});
