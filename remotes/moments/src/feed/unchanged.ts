// Rows are new objects each time they are read: what has not changed stays the object it was, and is not rendered again.
import type { Blog } from '@amber/proto';

/** For the reads of one list. */
export function createUnchanged(): (list: Blog[]) => Blog[] {
  let known = new Map<string, { blog: Blog; text: string }>();
  return (list) => {
    const now = list.map((blog) => {
      const text = JSON.stringify(blog);
      const before = known.get(blog.blogId);
      return before?.text === text ? before : { blog, text };
    });
    known = new Map(now.map((one) => [one.blog.blogId, one]));
    return now.map(({ blog }) => blog);
  };
}
