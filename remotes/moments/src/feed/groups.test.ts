import { expect, test } from 'vitest';
import { groupItems, type Groups } from './groups.ts';

const feed = (...numbers: number[]) => numbers.map((n) => ({ blogId: `${n}` }));
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const shown = (numbers: number[], known: Groups) =>
  groupItems(feed(...numbers), known).map(({ key, items }) => [key, ...items.map(({ blogId }) => Number(blogId))]);

test('a moment that comes or goes moves no other into another group', () => {
  const known: Groups = new Map();
  expect(shown(upTo(10, 17), known)).toEqual([
    [0, 10, 11, 12, 13, 14, 15],
    [1, 16, 17],
  ]);
  // A page at the end, one of the middle gone, and seven new ones.
  expect(shown([...upTo(3, 11), ...upTo(13, 23)], known)).toEqual([
    [-2, 3],
    [-1, 4, 5, 6, 7, 8, 9],
    [0, 10, 11, 13, 14, 15],
    [1, 16, 17, 18, 19, 20, 21],
    [2, 22, 23],
  ]);
  expect(shown(upTo(16, 18), known)).toEqual([[1, 16, 17, 18]]);
  // A feed that began anew.
  expect(shown(upTo(100, 101), known)).toEqual([[0, 100, 101]]);
});
