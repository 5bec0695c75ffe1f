import type { BlogNews, UserInfo } from '@amber/proto';
import { expect, test } from 'vitest';
import { countUnseenGroups, groupNotifications } from './notifications.ts';

const one = (kind: BlogNews['kind'], who: string, time: number, blogId = 'b1') =>
  ({ kind, blogId, text: 'words', time, user: { identifier: who } as UserInfo }) as BlogNews;

test('news are gathered by what was done with which moment, the seen and the unseen apart', () => {
  const list = [
    one('like', 'anna', 9),
    one('comment', 'ben', 8),
    one('like', 'ben', 7),
    one('like', 'carl', 3),
    one('like', 'anna', 2, 'b2'),
    one('follow', 'dora', 1, ''),
  ];
  const lines = groupNotifications({ list, seenAt: 5 });
  expect(
    lines.map(({ kind, blogId, people, isNew }) => [kind, blogId, people.map(({ identifier }) => identifier), isNew]),
  ).toEqual([
    ['like', 'b1', ['anna', 'ben'], true],
    ['comment', 'b1', ['ben'], true],
    ['like', 'b1', ['carl'], false],
    ['like', 'b2', ['anna'], false],
    ['follow', '', ['dora'], false],
  ]);
  expect(countUnseenGroups({ list, seenAt: 5, setting: null })).toBe(2);
  expect(countUnseenGroups(null)).toBe(0);
});
