// Splits a feed into the moments that the reader sees and the number of newer ones.
import { compareMoments } from '@amber/client/moments';
import type { Blog } from '@amber/proto';

/** A position in a feed. */
export type FeedPosition = Pick<Blog, 'time' | 'blogId'>;

/**
 * Returns the moments at or after `top` in the feed and the reader's own, and the number of other people's newer ones.
 * If all remaining moments are newer than `top`, everything is shown.
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
