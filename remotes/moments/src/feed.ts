// The moments that have come so far, the latest first.
import type { Blog, GetUserBlogListReply } from '@amber/proto';

export interface Feed {
  blogs: readonly Blog[];
  /** The page to ask for next. */
  next: number;
  more: boolean;
}

export const emptyFeed: Feed = { blogs: [], next: 0, more: true };

/** With the next page. What others post meanwhile pushes rows on to it that are here already. */
export function withPage(feed: Feed, { list, more }: GetUserBlogListReply): Feed {
  const known = new Set(feed.blogs.map(({ blogId }) => blogId));
  return { blogs: [...feed.blogs, ...list.filter(({ blogId }) => !known.has(blogId))], next: feed.next + 1, more };
}

/** With one's own post at the top. */
export const withPost = (feed: Feed, blog: Blog): Feed =>
  ({ ...feed, blogs: [blog, ...feed.blogs.filter(({ blogId }) => blogId !== blog.blogId)] });
