import type { BlogComment } from '@amber/proto';
import { expect, test } from 'vitest';
import { threads } from './threads.ts';

const comment = (commentId: string, parentId = '') => ({ commentId, parentId }) as BlogComment;
const ids = (list: readonly BlogComment[]) => list.map(({ commentId }) => commentId);

test('an answer written here stands in its thread, once, and goes with the comment that it answers', () => {
  const came = [comment('a'), comment('a1', 'a'), comment('b')];
  const written = [comment('a2', 'a'), comment('c'), comment('b')];
  expect(ids(threads(came, written, new Set()))).toEqual(['a', 'a1', 'a2', 'b', 'c']);
  expect(ids(threads(came, written, new Set(['a', 'c'])))).toEqual(['b']);
  expect(ids(threads(came, written, new Set(['a1'])))).toEqual(['a', 'a2', 'b', 'c']);
});
