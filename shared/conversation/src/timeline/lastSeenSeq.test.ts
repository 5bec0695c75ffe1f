import { expect, test } from 'vitest';
import { lastSeenSeq } from './lastSeenSeq.ts';

const view = { top: 100, bottom: 500 };

test.each([
  [
    'the last one that is whole in view',
    [
      [120, 160],
      [460, 500],
      [500, 540],
    ],
    2,
  ],
  [
    'one of which half is in view',
    [
      [120, 160],
      [480, 520],
    ],
    2,
  ],
  [
    'not one of which less than half is in view',
    [
      [120, 160],
      [481, 521],
    ],
    1,
  ],
  [
    'one that is taller than the view and fills half of it',
    [
      [0, 200],
      [300, 2_000],
    ],
    2,
  ],
  [
    'not a tall one of which only the first lines are in view',
    [
      [100, 400],
      [400, 2_000],
    ],
    1,
  ],
  [
    'nothing where no row is in view',
    [
      [0, 100],
      [500, 540],
    ],
    0,
  ],
] as const)('R67 what is read is %s', (_, edges, seq) => {
  const rows = edges.map(([top, bottom], index) => ({ top, bottom, seq: index + 1 }));
  expect(lastSeenSeq(rows, view)).toBe(seq);
});

test('a message that is not sent yet moves no read position', () => {
  expect(
    lastSeenSeq(
      [
        { top: 120, bottom: 160, seq: 7 },
        { top: 160, bottom: 200, seq: 0 },
      ],
      view,
    ),
  ).toBe(7);
});
