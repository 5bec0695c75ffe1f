import { afterEach, expect, test, vi } from 'vitest';
import { gridRows, rowOfItem } from './gridRows.ts';
import { nextGridIndex } from './nextGridIndex.ts';

// 0 1 2 | 3 4 and, in the next section, 5 6 7 | 8
const rows = gridRows(
  [
    { title: 'first', items: [0, 1, 2, 3, 4] },
    { title: 'none', items: [] },
    { title: 'second', items: [5, 6, 7, 8] },
  ],
  3,
);
const reading = (dir: 'ltr' | 'rtl') => vi.stubGlobal('document', { documentElement: { dir } });
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 8, 8],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 3, 5],
  ['ArrowDown', 4, 6],
  ['ArrowDown', 7, 8],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 8, 5],
  ['ArrowUp', 6, 4],
  ['ArrowUp', 7, 4],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 2, -1],
  ['Enter', 3, null],
])('R179 %s from emoji %i leads to %j', (key, at, next) => {
  reading('ltr');
  expect(nextGridIndex(key, at, rows)).toBe(next);
});

test.each([
  ['ArrowLeft', 2, 3],
  ['ArrowRight', 3, 2],
  ['ArrowUp', 8, 5],
])('R213 where lines run from right to left, %s from emoji %i leads to %j', (key, at, next) => {
  reading('rtl');
  expect(nextGridIndex(key, at, rows)).toBe(next);
});

test('R179 rows of the grid: a title and its cells for each section that has items', () => {
  expect(rows.map((row) => (row.kind === 'title' ? row.title : row.items))).toEqual([
    'first',
    [0, 1, 2],
    [3, 4],
    'second',
    [5, 6, 7],
    [8],
  ]);
  expect([0, 2, 3, 5, 8].map((item) => rowOfItem(rows, item))).toEqual([1, 1, 2, 4, 5]);
});
