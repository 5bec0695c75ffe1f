import type { Blog } from '@amber/proto';
import { expect, test } from 'vitest';
import { splitFeed } from './splitFeed.ts';

const blog = (time: number, identifier = 'bob') => ({ time, blogId: `b${time}`, user: { identifier } }) as Blog;
const times = (list: readonly Blog[]) => list.map(({ time }) => time);

test('R135 what is new waits behind a number, and one’s own posts do not', () => {
  const list = [blog(9), blog(8, 'me'), blog(7), blog(5), blog(4)];
  const { shown, fresh } = splitFeed(list, blog(5), 'me');
  expect([times(shown), fresh]).toEqual([[8, 5, 4], 2]);
  expect(splitFeed(list, null, 'me')).toEqual({ shown: list, fresh: 0 });
});

test('the place holds when its post was deleted, and a feed that begins anew is shown whole', () => {
  const list = [blog(9), blog(5), blog(4)];
  expect(times(splitFeed(list, blog(6), 'me').shown)).toEqual([5, 4]);
  expect(splitFeed(list, blog(3), 'me')).toEqual({ shown: list, fresh: 0 });
});
