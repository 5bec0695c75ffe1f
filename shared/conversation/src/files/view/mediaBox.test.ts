import { expect, test } from 'vitest';
import { mediaBox } from './mediaBox.ts';

test('B13 a picture keeps its place from its measures alone', () => {
  expect(mediaBox({ width: 4000, height: 3000 })).toEqual({ width: 340, aspectRatio: 4 / 3 });
  expect(mediaBox({ width: 3000, height: 4000 })).toEqual({ width: 255, aspectRatio: 3 / 4 });
  expect(mediaBox({ width: 200, height: 200 })).toEqual({ width: 200, aspectRatio: 1 });
});

test('a picture without measures has a place too', () => {
  expect(mediaBox({})).toEqual({ width: 340, aspectRatio: 4 / 3 });
});

test.each([
  [1, 1e9],
  [1e9, 1],
  [1, 1],
  [1e-300, 1e300],
  [1e300, 1e-300],
])(
  'measures of %d by %d, told by somebody else, make no place that fills the screen or none at all',
  (width, height) => {
    const box = mediaBox({ width, height });
    expect(box.width).toBeGreaterThanOrEqual(128);
    expect(box.width).toBeLessThanOrEqual(340);
    expect(box.width / box.aspectRatio).toBeLessThanOrEqual(341);
    expect(box.width / box.aspectRatio).toBeGreaterThanOrEqual(49);
  },
);
