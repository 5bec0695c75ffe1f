import type { Member } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../db/pageCursor.ts';
import { sendCommand, groupOf, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let alice: Person;
let bob: Person;
let carol: Person;
let group: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  [alice, bob, carol] = [
    await signIn(gateway, { name: 'Zoe Alice' }),
    await signIn(gateway, { name: 'Bob' }),
    await signIn(gateway, { name: 'Carol' }),
  ];
});
afterAll(() => gateway.close());

/** Alice's group with Bob and many members created by SQL: `Person 1` to the last. */
async function largeGroup(others: number, name = "'Person ' || n"): Promise<string> {
  const id = await groupOf(alice, bob);
  await query(
    gateway,
    `insert into person (identifier, phone, avatar, last_name, created_at) select $1 || n, $1 || '+' || n, '/chat/avatars/fox.svg', ${name}, n from generate_series(1, $2::int) n`,
    [id, others],
  );
  await query(
    gateway,
    `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) select $1, $1 || n, 'member', 0, n, '{}' from generate_series(1, $2::int) n`,
    [id, others],
  );
  return id;
}

/** All pages to the end, at most a hundred. */
async function all(
  who: Person,
  conversationId: string,
  asked: { word?: string } = {},
): Promise<{ pages: Member[][]; names: string[] }> {
  const pages: Member[][] = [];
  for (let after = ''; pages.length < 100;) {
    const { members, next } = await who.api.conversation.queryMembers({ conversationId, after, ...asked });
    pages.push(members);
    if (next === '') break;
    after = next;
  }
  return { pages, names: pages.flat().map(({ groupNickname, lastName }) => groupNickname || lastName) };
}

describe('the members of a group in pages', () => {
  test('R228 the owner is first, then everybody once by name, page after page', async () => {
    group = await largeGroup(230);
    const { pages, names } = await all(bob, group);
    expect(pages.map((page) => page.length).every((count) => count <= limits.membersPage + 1)).toBe(true);
    expect(pages).toHaveLength(5);
    const others = ['Bob', ...Array.from({ length: 230 }, (_, n) => `Person ${n + 1}`)].sort((a, b) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : 1,
    );
    expect(names).toEqual(['Zoe Alice', ...others]);
    expect(pages[0]![0]).toMatchObject({
      identifier: alice.identifier,
      role: 'owner',
      conversionId: group,
      left: false,
    });
  });

  test('R228 a group is opened with its first page, oneself and the count', async () => {
    const { members, next, me, memberCount, seq } = await bob.api.conversation.getGroupConversationDetail({
      conversationId: group,
    });
    expect([members.length, memberCount, seq]).toEqual([51, 232, 1]);
    expect(me).toMatchObject({ identifier: bob.identifier, role: 'member' });
    expect(next).not.toBe('');
    const small = await groupOf(alice, bob, carol);
    expect(await bob.api.conversation.getGroupConversationDetail({ conversationId: small })).toMatchObject({
      next: '',
      memberCount: 3,
      members: [{ role: 'owner' }, {}, {}],
    });
  });

  test('R228 R115 whoever is called by the word comes before whoever has it within the name', async () => {
    const { names } = await all(bob, group, { word: 'person 12' });
    expect(names).toEqual(['Person 12', ...Array.from({ length: 10 }, (_, n) => `Person 12${n}`)]);
    const within = await all(bob, group, { word: 'SON 23' });
    expect(within.names).toEqual(['Person 23', 'Person 230']);
    expect((await all(bob, group, { word: 'nobody' })).names).toEqual([]);
    expect((await all(bob, group, { word: 'zoe' })).names).toEqual(['Zoe Alice']);
  });

  test('R228 a search goes through a bounded number for a page, and on to the end', async () => {
    const many = await largeGroup(
      limits.membersScanned + 500,
      "case when n % 1000 = 0 then 'Anna Needle' else 'Person ' || lpad(n::text, 5, '0') end",
    );
    const { pages, names } = await all(bob, many, { word: 'needle' });
    expect(names).toEqual(['Anna Needle', 'Anna Needle']);
    expect(pages).toHaveLength(2);
    const common = await all(bob, many, { word: 'e' });
    expect(common.names).toHaveLength(limits.membersScanned + 501); // Bob does not match, Alice does
    expect(new Set(common.pages.flat().map(({ identifier }) => identifier)).size).toBe(common.names.length);
  });

  test('R228 R115 a nickname is listed and found, and so is the name behind it; a new name at once', async () => {
    const small = await groupOf(alice, bob, carol);
    await sendCommand(carol, small, 'nickname', { body: { nickname: 'Aardvark' } });
    expect((await all(alice, small)).names).toEqual(['Zoe Alice', 'Aardvark', 'Bob']);
    for (const word of ['aard', 'carol']) expect((await all(alice, small, { word })).names).toEqual(['Aardvark']);
    await bob.api.user.updateUserInfo({ lastName: 'Émile', avatar: '/chat/avatars/fern.svg' });
    expect((await all(alice, small, { word: 'ÉMI' })).names).toEqual(['Émile']);
    expect((await all(alice, small, { word: 'bob' })).names).toEqual([]);
    await bob.api.user.updateUserInfo({ lastName: 'Bob', avatar: '/chat/avatars/fern.svg' });
  });

  test('R167 people are told of by their identifiers, those too who left while one was in it, and nobody else', async () => {
    const stranger = await signIn(gateway, { name: 'Stranger' });
    const dave = await signIn(gateway, { name: 'Dave' });
    const small = await groupOf(alice, bob, carol);
    await sendCommand(alice, small, 'deleteMember', { targets: [carol.identifier] });
    await sendCommand(alice, small, 'inviteMember', { targets: [dave.identifier] });
    const asked = { conversationId: small, identifiers: [bob, carol, stranger].map(({ identifier }) => identifier) };
    const told = async (who: Person) =>
      (await who.api.conversation.queryMembers(asked)).members
        .map(({ lastName, left }) => `${lastName}${left ? ' left' : ''}`)
        .sort();
    expect(await told(alice)).toEqual(['Bob', 'Carol left']);
    // A later member has none of her messages to read.
    expect(await told(dave)).toEqual(['Bob']);
    expect((await all(alice, small)).names).toEqual(['Zoe Alice', 'Bob', 'Dave']);
    expect((await alice.api.conversation.getGroupConversationDetail({ conversationId: small })).memberCount).toBe(3);
  });

  test('R228 a place that is none, a word that none can be, too many at once are refused', async () => {
    const ask = (asked: object) => outcomeCode(bob.api.conversation.queryMembers({ conversationId: group, ...asked }));
    for (const after of [
      'nonsense',
      encodeCursor(['begins', 'a']),
      encodeCursor(['other', 'a', 'b']),
      encodeCursor(['holds', 1, 'b']),
    ])
      expect(await ask({ after })).toBe('BAD_REQUEST');
    expect(await ask({ word: 'a\0b' })).toBe('BAD_REQUEST');
    expect(await ask({ word: '%_\\' })).toBe('SUCCESS');
    expect(await ask({ identifiers: Array.from({ length: limits.membersPerLookup + 1 }, (_, n) => `p${n}`) })).not.toBe(
      'SUCCESS',
    );
    expect(await ask({ identifiers: ['a\0b'] })).toBe('BAD_REQUEST');
  });
});
