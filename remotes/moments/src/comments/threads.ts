// Comments as they are shown: those that came, those that were written here since, without those that were removed here.
import type { BlogComment } from '@amber/proto';

const threadIdOf = ({ commentId, parentId }: BlogComment) => parentId || commentId;

/** Each comment once; one written here stands at the end of its thread, or at the end where it begins one. */
export function threads(
  loaded: readonly BlogComment[],
  written: readonly BlogComment[],
  removed: ReadonlySet<string>,
): BlogComment[] {
  const byThread = new Map<string, BlogComment[]>();
  const seenIds = new Set<string>();
  for (const comment of [...loaded, ...written]) {
    if (seenIds.has(comment.commentId) || removed.has(comment.commentId) || removed.has(threadIdOf(comment))) continue;
    seenIds.add(comment.commentId);
    byThread.set(threadIdOf(comment), [...(byThread.get(threadIdOf(comment)) ?? []), comment]);
  }
  return [...byThread.values()].flat();
}
