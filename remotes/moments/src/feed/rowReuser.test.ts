import type { Blog } from '@amber/proto';
import { expect, test } from 'vitest';
import { createRowReuser } from './rowReuser.ts';

const read = (...likes: number[]) => likes.map((count, index) => ({ blogId: `${index}`, likes: count })) as Blog[];

test('what is read again without a change is the same object, what has changed is not', () => {
  const unchanged = createRowReuser();
  const [first, second] = unchanged(read(0, 3));
  const [again, changed, added] = unchanged(read(0, 4, 1));
  expect(again).toBe(first);
  expect(changed).not.toBe(second);
  expect([changed!.likes, added!.likes]).toEqual([4, 1]);
  unchanged([]);
  expect(unchanged(read(0))[0]).not.toBe(first); // what has left is not remembered
});
