import { expect, test } from 'vitest';
import type { Place, PlaceTab } from '../gen/types.ts';
import { isPathPattern, isOwnablePrefix, placementError } from './placementRules.ts';
import { seedPlacementOf, seedPathOwners } from './seedPlacements.ts';

const words = [...seedPathOwners, { pattern: 'polls', remote: 'polls' }];
const taken = new Set(['chats', 'moments']);
const icon = 'M4 4h16v16H4z';
const place = (change: Partial<Place> = {}): Place => ({
  titles: [{ language: 'en', text: 'Polls' }],
  paths: [
    { path: '/polls', access: 'members', fills: false },
    { path: '/polls/:id', access: 'public', fills: false },
  ],
  entries: [{ to: '/polls', order: 70, underMe: false, titles: [], icon, badge: 'own' }],
  settings: true,
  operators: '',
  tabs: [{ on: 'profile', titles: [], icon: '' }],
  news: ['campaignNews'],
  ...change,
});
const fault = (change: Partial<Place>, remote = 'polls') =>
  placementError(remote, place(change), { pathOwners: words, takenTitles: taken });
const paths = (...all: string[]): Partial<Place> => ({
  paths: ['/polls', ...all].map((path) => ({ path, access: 'members', fills: false })),
});
const entry = (change: object): Partial<Place> => ({ entries: [{ ...place().entries[0]!, ...change }] });
const tab = (change: Partial<PlaceTab>): Partial<Place> => ({ tabs: [{ ...place().tabs[0]!, ...change }] });
const title = (text: string, language = 'en') => [{ language, text }];

test('R205 a place of one’s own words is given', () => {
  expect(fault({})).toBeNull();
  expect(fault({ titles: [...title('Polls'), ...title('投票', 'zh-Hans')] })).toBeNull();
});

test('R205 a place from before there were tabs and words for news is one without', () => {
  const { tabs: _, news: __, ...older } = place();
  expect(placementError('polls', older as Place, { pathOwners: words, takenTitles: taken })).toBeNull();
});

test.each([
  ['no title in English', { titles: title('投票', 'zh-Hans') }],
  ['a title that is another’s', { titles: title('chats') }],
  ['a long title', { titles: title('x'.repeat(25)) }],
  ['an empty title', { titles: title('') }],
  ['a title that turns the line', { titles: title('Polls\u202e') }],
  ['markup in a title', { titles: title('<b>') }],
  ['a language that is none', { titles: [...title('Polls'), ...title('x', '../en')] }],
  ['another remote’s word', paths('/moments/polls')],
  ['a profile’s path', paths('/:identifier')],
  ['a path of the host', paths('/settings/polls')],
  ['a path that is lent to somebody else', paths('/channels/me/polls')],
  ['capital letters', paths('/polls/New')],
  ['a path out', paths('/polls/../ai')],
  ['anything at the end', paths('/polls/*')],
  ['two paths of one shape', paths('/polls/:one', '/polls/:other')],
  ['an access that it may not have', { paths: [{ path: '/polls', access: 'login' as never, fills: false }] }],
  ['an entry to elsewhere', entry({ to: '/chat' })],
  ['an order out of bounds', entry({ order: -1 })],
  ['markup as an icon', entry({ icon: '"/><script>' })],
  ['a large icon', entry({ icon: `M${'0 '.repeat(200)}` })],
  ['news of the host', { news: ['toast'] }],
  ['the same news twice', { news: ['campaignNews', 'campaignNews'] }],
  ['a tab elsewhere', tab({ on: 'settings' as never })],
  ['a tab nowhere', tab({ on: 'none' })],
  ['two tabs on one page', { tabs: [...place().tabs, ...place().tabs] }],
  ['markup as the icon of a tab', tab({ icon: '"/><script>' })],
  ['a tab called as another feature', tab({ titles: title('Moments') })],
  ['a tab without an icon', { ...tab({}), entries: [] }],
  ['a badge of its own making', entry({ badge: 'everything' })],
])('R205 refused: %s', (_, change) => {
  expect(fault(change)).not.toBeNull();
});

test('R205 the five keep what people rely on', () => {
  for (const remote of ['chat', 'channels', 'ai', 'moments', 'airdrop']) {
    const own = seedPlacementOf(remote)!;
    const check = (change: Partial<Place>) =>
      placementError(remote, { ...own, ...change }, { pathOwners: words, takenTitles: new Set() });
    expect(check({})).toBeNull();
    expect(check({ paths: own.paths.slice(1) })).not.toBeNull();
    const [first, ...rest] = own.paths;
    expect(
      check({ paths: [{ ...first!, access: first!.access === 'public' ? 'members' : 'public' }, ...rest] }),
    ).toMatch(/must stay/);
  }
});

test.each([
  ['polls', true],
  ['a-word', true],
  ['x', false],
  ['abcdefghijklmno', true],
  ['abcdefghijklmnop', false],
  ['Polls', false],
  ['settings', false],
  ['remotes', false],
  ['_kit', false],
])('R205 the word %s may be had: %s', (word, expected) => {
  expect(isOwnablePrefix(word)).toBe(expected);
});

test.each([
  ['=/', true],
  ['=/channels', true],
  ['channels/me', true],
  ['polls', true],
  ['/polls', false],
  ['polls/', false],
  ['polls//x', false],
  ['channels/:sid', false],
  ['settings/polls', false],
  ['', false],
])('R205 an operator may lend %s: %s', (pattern, expected) => {
  expect(isPathPattern(pattern)).toBe(expected);
});
