// Comments as they are shown: those that came, those that were written here since, without those that were removed here.
import type { BlogComment } from '@amber/proto';

const threadOf = ({ commentId, parentId }: BlogComment) => parentId || commentId;

/** Each comment once; one written here stands at the end of its thread, or at the end where it begins one. */
export function threads(
  came: readonly BlogComment[],
  written: readonly BlogComment[],
  removed: ReadonlySet<string>,
): BlogComment[] {
  const all = new Map<string, BlogComment[]>();
  const known = new Set<string>();
  for (const comment of [...came, ...written]) {
    if (known.has(comment.commentId) || removed.has(comment.commentId) || removed.has(threadOf(comment))) continue;
    known.add(comment.commentId);
    all.set(threadOf(comment), [...(all.get(threadOf(comment)) ?? []), comment]);
  }
  return [...all.values()].flat();
}
