// What a feed shows: what had come when the reader looked, and how much is newer.
import { compareMoments } from '@amber/client/moments';
import type { Blog } from '@amber/proto';

/** A place in a feed. */
export type FeedPosition = Pick<Blog, 'time' | 'blogId'>;

/**
 * Moments at or after `top` in the feed, and one's own; the number of others' that are newer. Everything where nothing
 * that is left is as old as `top`.
 */
export function splitFeed(
  list: readonly Blog[],
  top: FeedPosition | null,
  me: string,
): { shown: readonly Blog[]; fresh: number } {
  const isSeen = (blog: Blog) => !top || compareMoments(blog, top) >= 0;
  if (!list.some(isSeen)) return { shown: list, fresh: 0 };
  const shown = list.filter((blog) => isSeen(blog) || blog.user?.identifier === me);
  return { shown, fresh: list.length - shown.length };
}
