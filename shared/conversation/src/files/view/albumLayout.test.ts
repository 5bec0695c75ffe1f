import fc from 'fast-check';
import { expect, test } from 'vitest';
import { albumLayout, shownRatio } from './albumLayout.ts';

test('R212 every picture has its place, in order, and the album is never a tower', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.6, max: 2.2, noNaN: true }), { minLength: 2, maxLength: 10 }), (ratios) => {
      const lines = albumLayout(ratios);
      expect(lines.flatMap(({ items }) => items)).toEqual(ratios.map((_, index) => index));
      for (const { items, ratio } of lines) expect(ratio).toBeCloseTo(items.reduce((sum, at) => sum + ratios[at]!, 0));
      expect(lines.reduce((sum, { ratio }) => sum + 1 / ratio, 0)).toBeLessThan(1.75);
    }),
  );
});

test('R212 two wide pictures are one above the other, two high ones side by side', () => {
  expect(albumLayout([1.9, 1.9]).map(({ items }) => items)).toEqual([[0], [1]]);
  expect(albumLayout([0.75, 0.75]).map(({ items }) => items)).toEqual([[0, 1]]);
});

test('a shape is bounded, whatever the sender claims', () => {
  expect([
    shownRatio({}),
    shownRatio({ width: 1e9, height: 1 }),
    shownRatio({ width: 1, height: 1e9 }),
    shownRatio({ width: 3, height: 2 }),
  ]).toEqual([1, 2.2, 0.6, 1.5]);
});
