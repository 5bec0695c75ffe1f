import type { Blog } from '@amber/proto';
import { expect, test } from 'vitest';
import { emptyFeed, withPage, withPost } from './feed.ts';

const blog = (blogId: string): Blog => ({ blogId, text: blogId, time: 1, user: null });
const page = (more: boolean, ...ids: string[]) => ({ list: ids.map(blog), more });
const ids = (feed: typeof emptyFeed) => feed.blogs.map(({ blogId }) => blogId);

test('pages follow each other, and what slipped from one to the next is shown once', () => {
  const first = withPage(emptyFeed, page(true, 'd', 'c'));
  const posted = withPost(first, blog('e'));
  const second = withPage(posted, page(false, 'c', 'b'));
  expect(ids(second)).toEqual(['e', 'd', 'c', 'b']);
  expect(second).toMatchObject({ next: 2, more: false });
});

test('a post that came back twice stands once, at the top', () => {
  expect(ids(withPost(withPost(emptyFeed, blog('a')), blog('a')))).toEqual(['a']);
});
