import { api } from '@amber/client/engine';
import { fakeHost } from '@amber/client/testing';
import { expect, test } from 'vitest';
import { spaceNames } from './spaceNames.ts';

test('R154 a team tests what its remote does with an answer, without the host and without a gateway', async () => {
  await fakeHost({
    api: { groupChat: { querySpaceByNamePart: async () => ({ spaceInfo: [{ spaceName: 'B' }, { spaceName: 'A' }] }) } },
  });
  expect(await spaceNames(api)).toEqual(['A', 'B']);
});

test('R154 a call that the test has not given says so', async () => {
  await fakeHost({});
  await expect(spaceNames(api)).rejects.toThrow('groupChat.querySpaceByNamePart');
});
