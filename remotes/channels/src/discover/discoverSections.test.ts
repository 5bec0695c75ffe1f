import type { Space } from '@amber/proto';
import { expect, test } from 'vitest';
import { discoverSections } from './discoverSections.ts';

const space = (spaceId: string, sortTime: number, isMember = false) => ({ spaceId, sortTime, isMember }) as Space;
const mine = [space('old', 1, true), space('new', 2, true)];
const shelves = (rows: Space[], { isSearch = false, hasMore = false } = {}) =>
  discoverSections({ rows, hasMore, first: { isSearch } }, mine);
const ids = (found: ReturnType<typeof shelves>) => found.map(({ spaces }) => spaces.map(({ spaceId }) => spaceId));

test('R22 my spaces stand first, the latest before the others, and none of them twice', () => {
  expect(ids(shelves([space('new', 2, true), space('other', 3)]))).toEqual([['new', 'old'], ['other']]);
});

test('R110 a search shows what was found, mine among them', () => {
  expect(ids(shelves(mine, { isSearch: true }))).toEqual([['old', 'new']]);
});

test('that there are no others is said once all have come', () => {
  const note = (hasMore: boolean) => shelves(mine, { hasMore }).at(-1)!.note;
  expect([note(true), note(false)]).toEqual([undefined, 'You have joined every public space on this server.']);
});
