import { expect, test } from 'vitest';
import { comparePathSpecificity, isPathMatch, pathOwner, titleIn } from './pathRouting.ts';
import { seedPathOwners } from './seedPlacements.ts';

const words = [...seedPathOwners, { pattern: 'polls', remote: 'polls' }];

test.each([
  ['/', 'chat'],
  ['/channels', 'chat'],
  ['/channels/me', 'chat'],
  ['/channels/me/c1', 'chat'],
  ['/channels/mellow', 'channels'],
  ['/channels/:sid', 'channels'],
  ['/channels/s1/c1', 'channels'],
  ['/spaces/s1/join', 'channels'],
  ['/polls', 'polls'],
  ['/polls/1/no/such/page', 'polls'],
  ['/pollster', undefined],
  ['/abcdefghijklmnop', undefined],
  ['/settings/polls', undefined],
])('R205 %s is of %s', (path, owner) => {
  expect(pathOwner(path, words)).toBe(owner);
});

test('R205 fixed before parameter, longer before shorter', () => {
  expect(['/:a', '/x/:b/y', '/x/:b', '/x', '/:a/y', '/x/fixed', '/x/fixed/y'].toSorted(comparePathSpecificity)).toEqual(
    ['/x/fixed/y', '/x/fixed', '/x/:b/y', '/x/:b', '/x', '/:a/y', '/:a'],
  );
});

test.each([
  ['/', '/', true],
  ['/polls/:id', '/polls/1', true],
  ['/polls/:id', '/polls/1/', true],
  ['/polls/:id', '/polls', false],
  ['/polls/:id', '/polls/1/2', false],
  ['/polls/new', '/polls/:id', false],
])('R205 of %s is %s: %s', (pattern, path, expected) => {
  expect(isPathMatch(pattern, path)).toBe(expected);
});

test('R205 a title is in the page’s language, else in English', () => {
  const titles = [
    { language: 'zh-Hans', text: '投票' },
    { language: 'en', text: 'Polls' },
  ];
  expect([titleIn(titles, 'zh-Hans'), titleIn(titles, 'de'), titleIn([], 'en')]).toEqual(['投票', 'Polls', undefined]);
});
