import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, outcome, signIn, type Person } from '../testClient.ts';
import { query, startTestGateway, type TestGateway } from '../testing.ts';

let gateway: TestGateway;
let me: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  me = await signIn(gateway);
  await query(gateway, `insert into space (id, name, intro, owner, is_public, sort_time) values
    ('rust', 'Rust Belt', 'Iron', $1, true, 1), ('hidden', 'Hidden Rust', '', $1, false, 2)`, [me.identifier]);
});
afterAll(() => gateway.close());

const found = async (namePart: string) => (await me.api.groupChat.querySpaceByNamePart({ namePart })).spaceInfo.map(({ spaceId }) => spaceId);

test('R22 everybody begins in the Welcome space, whose members are counted', async () => {
  const other = await signIn(gateway);
  const { spaceInfo } = await me.api.groupChat.querySpace({ page: 0, pageSize: 999 });
  expect(spaceInfo).toEqual([expect.objectContaining({ spaceId: 'welcome', spaceName: 'Welcome', isMember: true, memberCount: 2, spaceClassification: 'community' })]);
  expect(spaceInfo[0]!.sortTime).toBeGreaterThan(0);
  expect((await other.api.groupChat.querySpace({ page: 1, pageSize: 1 })).spaceInfo).toEqual([]);
});

test('public spaces are found by any part of the name, whatever its case, the latest first', async () => {
  expect(await found('RUST')).toEqual(['rust']);
  expect(await found('')).toEqual(['welcome', 'rust']);
  expect(await found('%')).toEqual([]);
  expect(await outcome(me.api.groupChat.querySpaceByNamePart({ namePart: 'x'.repeat(65) }))).toBe('BAD_REQUEST');
});

test('a space that is not public is seen by its members, and to others as if it were not there', async () => {
  for (const spaceId of ['hidden', 'absent']) expect(await outcome(me.api.groupChat.querySpaceDetail({ spaceId }))).toBe('NO_AUTH');
  await query(gateway, 'insert into space_member values ($1, $2)', ['hidden', me.identifier]);
  expect((await me.api.groupChat.querySpaceDetail({ spaceId: 'hidden' })).spaceInfo).toMatchObject({ spaceName: 'Hidden Rust', isMember: true });
  expect((await me.api.groupChat.querySpace({})).spaceInfo.map(({ spaceId }) => spaceId)).toEqual(['welcome', 'hidden']);
  expect(await outcome(apiOf(gateway.url).groupChat.querySpaceDetail({ spaceId: 'rust' }))).toBe('9001');
});

test('R32 a visitor sees some of the public spaces, the largest first, and nobody who is in them', async () => {
  const { spaceInfo } = await apiOf(gateway.url).groupChat.queryPublicSpace({});
  expect(spaceInfo.map(({ spaceId }) => spaceId)).toEqual(['welcome', 'rust']);
  expect(spaceInfo[0]!.memberCount).toBeGreaterThan(0);
  expect(spaceInfo.every(({ identifier, isMember }) => identifier === '' && !isMember)).toBe(true);
  for (let more = 0; more < 10; more += 1) {
    await query(gateway, `insert into space (id, name, owner, is_public, sort_time) values ($1, $1, $2, true, 3)`, [`more${more}`, me.identifier]);
  }
  expect((await apiOf(gateway.url).groupChat.queryPublicSpace({})).spaceInfo).toHaveLength(6);
});
