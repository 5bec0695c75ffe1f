import { limits } from '@amber/proto/limits';
import { describe, expect, test } from 'vitest';
import {
  binomialPValue,
  fisherPValue,
  checkpointAt,
  firstReleaseReason,
  lossReason,
  regressionReason,
  type Sample,
} from './regression.ts';

const sample = (accounts: number, failed: number): Sample => ({ accounts, failed });

describe("R208 Fisher's test", () => {
  // The lady tasting tea, and other tables with values counted by hand or taken from textbooks.
  test.each([
    [sample(4, 3), sample(4, 1), 17 / 70],
    [sample(4, 4), sample(4, 0), 1 / 70],
    [sample(20, 10), sample(20, 0), 184_756 / 847_660_528],
    [sample(10, 0), sample(10, 5), 1],
    [sample(13, 10), sample(17, 2), 0.000_465_2],
    [sample(10, 5), sample(0, 0), 1],
  ])('R208 %j against %j', (one, other, chance) => {
    expect(fisherPValue([[one, other]]) / chance).toBeCloseTo(1, 3);
  });

  test('R208 a million accounts are no more trouble than ten', () => {
    expect(fisherPValue([[sample(1_000_000, 10_000), sample(1_000_000, 10_000)]])).toBeCloseTo(0.503, 2);
    expect(fisherPValue([[sample(1_000_000, 20_000), sample(1_000_000, 10_000)]])).toBeLessThan(1e-50);
  });
});

test.each([
  [0, 0],
  [19, 0],
  [20, 20],
  [39, 20],
  [40, 40],
  [79, 40],
  [10_000, 5_120],
  [10_240, 10_240],
])('R208 with %d accounts the last look is at %d', (accounts, look) => {
  expect(checkpointAt(accounts, limits)).toBe(look);
});

describe('R157 R208 what is a verdict', () => {
  test.each([
    ['nobody fails', sample(20, 0), sample(1_000, 0), false],
    ['four, however few they are of', sample(20, 4), sample(100_000, 0), false],
    ['five of twenty, where nobody fails otherwise', sample(20, 5), sample(1_000, 0), true],
    ['five of twenty, where others are too few to tell', sample(20, 5), sample(20, 0), false],
    ['less than five points', sample(10_000, 490), sample(100_000, 0), false],
    ['five points', sample(10_000, 500), sample(100_000, 0), true],
    ['as bad as the other', sample(160, 80), sample(160, 80), false],
    ['better than the other', sample(160, 1), sample(160, 80), false],
    ['nothing to compare with', sample(160, 160), sample(0, 0), false],
  ])('R208 %s', (_, one, usual, isBad) => {
    expect(regressionReason(one, usual, limits) !== null).toBe(isBad);
  });

  test('R157 it says both rates', () => {
    expect(regressionReason(sample(80, 20), sample(200, 2), limits)).toBe(
      'it failed 25 % of 80 accounts, against 1 % of 200',
    );
  });

  test('R208 of a thousand good releases, looked at as they grow, hardly one is taken back', () => {
    let state = 7;
    const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const isTakenBack = () => {
      const [one, other] = [sample(0, 0), sample(0, 0)];
      while (one.accounts < 640) {
        for (const each of [one, other, other, other]) {
          each.accounts += 1;
          if (random() < 0.1) each.failed += 1;
        }
        if (checkpointAt(one.accounts, limits) === one.accounts && regressionReason(one, other, limits)) return true;
      }
      return false;
    };
    expect(Array.from({ length: 1_000 }, isTakenBack).filter(Boolean).length).toBeLessThanOrEqual(5);
  });
});

describe('R255 failures that may be the network’s', () => {
  const periods = (...samples: [accounts: number, lost: number][]) =>
    samples.map(([accounts, lost], period) => ({ period, accounts, failed: 0, lost }));

  test('a release whose files do not load is told from one that works in the same minutes', () => {
    expect(lossReason(periods([10, 10], [10, 10]), periods([40, 0], [40, 1]), limits)).toBe(
      '100 % of 20 accounts could not use it, against 1.3 % at the same times',
    );
  });

  test('of few people each period says little, and all together say enough', () => {
    const pairs = Array.from({ length: 12 }, (): [number, number] => [1, 1]);
    const working = Array.from({ length: 12 }, (): [number, number] => [1, 0]);
    expect(lossReason(periods(...pairs.slice(0, 9)), periods(...working), limits)).toBeNull();
    expect(lossReason(periods(...pairs), periods(...working), limits)).not.toBeNull();
  });

  test('an outage hurts both, also when most people got the candidate just before it', () => {
    const candidate = periods([2, 0], [2, 0], [60, 50]);
    const stable = periods([200, 0], [200, 0], [60, 48]);
    expect(lossReason(candidate, stable, limits)).toBeNull();
    // All periods together would blame the candidate.
    expect(fisherPValue([[sample(64, 50), sample(460, 48)]])).toBeLessThan(1e-9);
  });

  test('periods in which nobody had the other release decide nothing', () => {
    expect(lossReason(periods([100, 100]), [{ period: 7, accounts: 100, failed: 0, lost: 0 }], limits)).toBeNull();
    expect(lossReason(periods([100, 100]), [], limits)).toBeNull();
  });
});

describe('R255 a first release', () => {
  test.each([
    [sample(1, 1), 0.01],
    [sample(2, 1), 1 - 0.99 ** 2],
    [sample(20, 0), 1],
    [sample(20, 20), 1e-40],
  ])('%j fails by chance', (one, chance) => {
    expect(binomialPValue(one, 0.01) / chance).toBeCloseTo(1, 6);
  });

  test.each([
    ['four of twenty are few', sample(20, 4), false],
    ['five of twenty are not chance', sample(20, 5), true],
    ['five of a hundred are less than five points', sample(100, 5), false],
    ['seven of a hundred are not chance', sample(100, 7), true],
    ['one in a hundred may fail', sample(10_000, 100), false],
  ])('%s', (_, one, isBad) => {
    expect(firstReleaseReason(one, limits) !== null).toBe(isBad);
  });
});
