import { limits } from '@amber/proto/limits';
import { describe, expect, test } from 'vitest';
import { verdict, type Counts } from './verdict.ts';

const counts = (loads: number, errors: number, crashes = 0): Counts => ({ loads, errors, crashes });

describe('R157 when the gateway takes a candidate back', () => {
  test.each([
    ['too few loads to tell', counts(49, 49), counts(1_000, 0), false],
    ['just enough of them', counts(50, 50), counts(1_000, 0), true],
    ['nothing fails', counts(1_000, 0), counts(1_000, 0), false],
    ['below five points above nothing', counts(100, 4), counts(1_000, 0), false],
    ['five points above nothing', counts(100, 5), counts(1_000, 0), true],
    ['crashes count as errors do', counts(100, 2, 3), counts(1_000, 0), true],
    ['twice as often, but not more', counts(100, 20), counts(1_000, 100), false],
    ['more than twice as often', counts(100, 21), counts(1_000, 100), true],
    ['more than twice as often, less than five points', counts(1_000, 30), counts(1_000, 10), false],
    ['as bad as the stable one', counts(100, 50), counts(100, 50), false],
    ['better than the stable one', counts(100, 1), counts(100, 50), false],
    ['there is no stable one to compare with', counts(100, 10), counts(0, 0), true],
  ])('R157 %s', (_, candidate, stable, goes) => {
    expect(verdict(candidate, stable, limits) !== null).toBe(goes);
  });

  test('R157 it says both rates, and the most frequent reason', () => {
    const failures = [
      { type: 'timeout', count: 7 },
      { type: 'thrown', count: 3 },
    ];
    expect(verdict({ ...counts(80, 10), failures }, counts(200, 2), limits)).toContain(
      '12.5 % of 80 loads failed (most often: timeout), against',
    );
    expect(verdict(counts(80, 9, 1), counts(200, 2), limits)).toBe(
      '12.5 % of 80 loads failed, against 1 % of 200 of the stable release',
    );
  });
});
