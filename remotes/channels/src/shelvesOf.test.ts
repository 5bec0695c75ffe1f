import { api } from '@amber/client/engine';
import { fakeHost } from '@amber/client/testing';
import { expect, test } from 'vitest';
import { shelvesOf } from './shelvesOf.ts';

const space = (spaceId: string, sortTime: number, isMember = false) => ({ spaceId, sortTime, isMember });
const ids = async (namePart = '', spaceClassification = '') =>
  (await shelvesOf(api, { namePart, spaceClassification })).map(({ spaces }) => spaces.map(({ spaceId }) => spaceId));

test('R22 my spaces stand first, the latest before the others, and none of them twice', async () => {
  const host = await fakeHost({ api: { groupChat: {
    querySpace: async () => ({ spaceInfo: [space('old', 1, true), space('new', 2, true)] }),
    querySpaceByNamePart: async () => ({ spaceInfo: [space('new', 2, true), space('other', 3)] }),
  } } });
  expect(await ids()).toEqual([['new', 'old'], ['other']]);
  expect(host.asked).toContainEqual(['groupChat.querySpace', { page: 0, pageSize: 999 }]);
});

test('R110 a search shows what was found, or nothing', async () => {
  await fakeHost({ api: { groupChat: { querySpaceByNamePart: async ({ namePart }) => ({ spaceInfo: namePart === 'new' ? [space('new', 2)] : [] }) } } });
  expect(await ids('new')).toEqual([['new']]);
  expect(await ids('nothing')).toEqual([]);
});

test('R110 a classification alone is a search, too', async () => {
  await fakeHost({ api: { groupChat: {
    querySpaceByNamePart: async ({ spaceClassification }) => ({ spaceInfo: spaceClassification === 'games' ? [space('chess', 2)] : [space('other', 1)] }),
  } } });
  expect(await ids('', 'games')).toEqual([['chess']]);
});
