// Reuses unchanged rows: each read returns new objects, and the same object is not rendered again.
import type { Blog } from '@amber/proto';

/** Create one for the reads of one list. */
export function createRowReuser(): (list: Blog[]) => Blog[] {
  let previous = new Map<string, { blog: Blog; text: string }>();
  return (list) => {
    const now = list.map((blog) => {
      const text = JSON.stringify(blog);
      const before = previous.get(blog.blogId);
      return before?.text === text ? before : { blog, text };
    });
    previous = new Map(now.map((one) => [one.blog.blogId, one]));
    return now.map(({ blog }) => blog);
  };
}
