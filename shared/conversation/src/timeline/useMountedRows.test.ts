import { expect, test } from 'vitest';
import { nextRange } from './useMountedRows.ts';

test('B12 what is held is kept while it holds what is needed', () => {
  const held = { from: 10, to: 40 };
  expect(nextRange(held, { from: 10, to: 40 }, 99)).toBe(held);
  expect(nextRange(held, { from: 20, to: 30 }, 99)).toBe(held);
  expect(nextRange(held, { from: 20, to: 60 }, 40)).toBe(held);
});

test('B12 several rows come in at once, and those left behind go', () => {
  const next = nextRange({ from: 50, to: 99 }, { from: 49, to: 60 }, 99);
  expect(next.from).toBeLessThan(49 - 3);
  expect(next.to).toBeLessThan(99);
  expect(next.to).toBeGreaterThan(60);
  expect(nextRange(next, { from: 47, to: 58 }, 99)).toBe(next);
});

test('B13 rows that have come in below wait while the reader goes up', () => {
  expect(nextRange({ from: 50, to: 65 }, { from: 49, to: 60 }, 80).to).toBe(65);
  expect(nextRange({ from: 50, to: 65 }, { from: 55, to: 66 }, 80)).toEqual({ from: 50, to: 78 });
});

test('B12 it ends where the rows end', () => {
  expect(nextRange(null, { from: 1, to: 4 }, 5)).toEqual({ from: 0, to: 5 });
  expect(nextRange({ from: 0, to: 5 }, { from: 0, to: 4 }, 5)).toEqual({ from: 0, to: 5 });
});
