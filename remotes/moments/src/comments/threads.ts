// Merges the loaded comments with those written and removed here since.
import type { BlogComment } from '@amber/proto';

const threadIdOf = ({ commentId, parentId }: BlogComment) => parentId || commentId;

/**
 * Returns each comment once. A comment written here is at the end of its thread; a new thread is at the end of the
 * list.
 */
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
