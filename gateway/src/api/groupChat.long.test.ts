import type { Input, ModifySpaceRequest } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeCursor } from '../db/pageCursor.ts';
import {
  apiOf,
  connectAs,
  sendCommand,
  groupOf,
  historyOf,
  newMessageId,
  outcomeCode,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
/** After the time at which the migration created the Welcome space. */
let now = Date.now() + 60_000;
let owner: Person;
let bob: Person;
let carol: Person;
const opened: TestSocket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => (now += 1), joinSpaces: ['absent', 'welcome'] });
});
beforeEach(async () => {
  [owner, bob, carol] = [
    await signIn(gateway, { name: 'Olga' }),
    await signIn(gateway, { name: 'Bob' }),
    await signIn(gateway, { name: 'Carol' }),
  ];
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(() => gateway.close());

const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const make = async (fields: object = {}, by = owner) => {
  const { spaceInfo, rooms } = await by.api.groupChat.createSpace({ spaceName: 'Rowing', ...fields });
  return { spaceId: spaceInfo!.spaceId, space: spaceInfo!, rooms: rooms.map(({ conversionId }) => conversionId) };
};
const join = (person: Person, spaceId: string, more: object = {}) =>
  person.api.conversation.directJoin({ spaceId, ...more });
const invite = async (by: Person, spaceId: string) =>
  (await by.api.groupChat.createInvitation({ spaceId })).invitation!.invitation;
const modify = (request: Input<ModifySpaceRequest>, by = owner) => by.api.groupChat.modifySpace(request);
const createRoom = async (spaceId: string, room: object, more: object = {}) =>
  (await modify({ op: 'CREATE', spaceId, room, ...more })).room!.conversionId;
const roomsOf = async (person: Person, spaceId: string) =>
  (await person.api.conversation.queryListByUserIdAndSpaceId({ spaceId })).list;
const namesOf = async (person: Person, spaceId: string) => (await roomsOf(person, spaceId)).map(({ name }) => name);
const peopleIn = async (person: Person, conversationId: string) =>
  (await person.api.conversation.getGroupConversationDetail({ conversationId })).members
    .map(({ identifier }) => identifier)
    .toSorted();
const spacesOf = async (person: Person) =>
  (await person.api.groupChat.querySpace({ page: 0, pageSize: 999 })).spaceInfo.map(({ spaceId }) => spaceId);
const idsOf = (...people: Person[]) => people.map(({ identifier }) => identifier).toSorted();
const lastRow = async (person: Person, conversationId: string) =>
  (await historyOf(person, conversationId)).at(-1)!.content!;
const changes = ({ notices }: TestSocket) =>
  notices
    .filter(({ type }) => type === 'spaceChange')
    .map(({ body }) => JSON.parse(body) as { op: string; spaceId: string; conversationId?: string });
const hidden = { visibility: false, supportAnonymous: false };
const shown = { visibility: true, supportAnonymous: false };

describe('finding', () => {
  const found = async (namePart: string, spaceClassification = '') =>
    (await owner.api.groupChat.querySpaceByNamePart({ namePart, spaceClassification })).spaceInfo.map(
      ({ spaceId }) => spaceId,
    );

  test('R110 public spaces are found by any part of the name, whatever its case, and by what they are about; others are not', async () => {
    const rust = await make({ spaceName: 'Rust Belt', spaceClassification: 'technology' });
    const second = await make({ spaceName: 'Rust never sleeps', spaceClassification: 'art' });
    await make({ spaceName: 'Hidden Rust', invitationOnly: true, spaceClassification: 'art' });
    expect(await found('RUST')).toEqual([rust.spaceId, second.spaceId]);
    expect(await found('never')).toEqual([second.spaceId]);
    expect(await found('elt')).toEqual([rust.spaceId]);
    expect(await found('rust', 'art')).toEqual([second.spaceId]);
    expect(await found('%')).toEqual([]);
    expect(await found('', 'travel')).toEqual([]);
    for (const asked of [{ namePart: 'x'.repeat(65) }, { spaceClassification: 'toString' }])
      expect(await outcomeCode(owner.api.groupChat.querySpaceByNamePart(asked))).toBe('BAD_REQUEST');
    const { list } = await owner.api.groupChat.querySpaceClassification({});
    expect(list.find(({ spaceClassification }) => spaceClassification === 'art')).toEqual({
      spaceClassification: 'art',
      name: 'Art & music',
      spaceCount: 1,
    });
  });

  test('R110 R228 page after page reaches all public spaces, each once: by time, by name, of one classification', async () => {
    await query(
      gateway,
      `insert into space (id, name, owner, classification, sort_time)
      select 'found' || n, (array['Lake ', 'Blue lake ', 'Snowflake '])[1 + n % 3] || n || ' lake', 'amber', (array['art', 'games'])[1 + n % 2], 1000 + n / 4 from generate_series(1, 100) n`,
    );
    const pages = async (asked: object) => {
      const seen: { spaceId: string; spaceName: string; sortTime: number }[] = [];
      let after = '';
      do {
        const page = await owner.api.groupChat.querySpaceByNamePart({ ...asked, after });
        expect(page.spaceInfo.length).toBeLessThanOrEqual(limits.spacesFoundPage);
        seen.push(...page.spaceInfo);
        after = page.next;
      } while (after !== '');
      const ours = seen.filter(({ spaceId }) => spaceId.startsWith('found'));
      expect(new Set(ours.map(({ spaceId }) => spaceId)).size).toBe(ours.length);
      return ours;
    };
    const all = await pages({});
    expect(all).toHaveLength(100);
    expect(all.map(({ sortTime }) => sortTime)).toEqual(all.map(({ sortTime }) => sortTime).toSorted((a, b) => b - a));
    expect(await pages({ spaceClassification: 'art' })).toHaveLength(50);
    const named = await pages({ namePart: 'lake' });
    expect(named).toHaveLength(100);
    expect(named.findIndex(({ spaceName }) => !spaceName.startsWith('Lake'))).toBe(33);
    expect(await pages({ namePart: 'lake', spaceClassification: 'games' })).toHaveLength(50);
    expect(await pages({ namePart: 'snow' })).toHaveLength(33);
    for (const asked of [
      { after: 'x' },
      { namePart: 'lake', after: encodeCursor([1, 'found1']) },
      { after: encodeCursor([0, 'lake', 'found1']) },
      { namePart: 'lake', after: encodeCursor([3, 'lake', 'found1']) },
    ]) {
      expect(await outcomeCode(owner.api.groupChat.querySpaceByNamePart(asked))).toBe('BAD_REQUEST');
    }
    await query(gateway, "delete from space where id like 'found%'");
    expect(await pages({ namePart: 'lake' })).toEqual([]);
  });

  test('R109 the spaces that I am in, the latest first, a page at a time', async () => {
    const [first, second] = [await make(), await make()];
    expect(await spacesOf(owner)).toEqual([second.spaceId, first.spaceId, 'welcome']);
    expect(
      (await owner.api.groupChat.querySpace({ page: 1, pageSize: 2 })).spaceInfo.map(({ spaceId }) => spaceId),
    ).toEqual(['welcome']);
    expect(await outcomeCode(owner.api.groupChat.querySpace({ page: -1 }))).toBe('BAD_REQUEST');
  });

  test('R32 a visitor sees some of the public spaces, the largest first, and nobody who is in them', async () => {
    for (let n = 0; n < 6; n += 1) await make({}, bob);
    const { spaceInfo } = await apiOf(gateway.url).groupChat.queryPublicSpace({});
    expect(spaceInfo).toHaveLength(6);
    expect(spaceInfo[0]!.spaceId).toBe('welcome');
    expect(spaceInfo.every(({ identifier, isMember }) => identifier === '' && !isMember)).toBe(true);
  });

  test('R118 a visitor sees what a public space is, and of its people who has invited him alone', async () => {
    const { spaceId } = await make();
    await join(bob, spaceId);
    const visitor = apiOf(gateway.url);
    expect(await visitor.groupChat.querySpaceDetail({ spaceId })).toMatchObject({
      spaceInfo: { spaceName: 'Rowing', identifier: '', memberCount: 2, isMember: false },
      inviter: null,
    });
    expect((await visitor.groupChat.querySpaceDetail({ spaceId, inviterId: bob.identifier })).inviter).toMatchObject({
      identifier: bob.identifier,
      lastName: 'Bob',
    });
    expect((await visitor.groupChat.querySpaceDetail({ spaceId, inviterId: carol.identifier })).inviter).toBeNull();
    expect((await bob.api.groupChat.querySpaceDetail({ spaceId })).spaceInfo).toMatchObject({
      identifier: owner.identifier,
      isMember: true,
    });
  });

  test('a space that is not public is seen by its members and the invited, and to others as if it were not there', async () => {
    const { spaceId } = await make({ invitationOnly: true });
    const invitation = await invite(owner, spaceId);
    for (const id of [spaceId, 'absent']) {
      expect(await outcomeCode(bob.api.groupChat.querySpaceDetail({ spaceId: id }))).toBe('NO_AUTH');
      expect(
        await outcomeCode(
          bob.api.groupChat.querySpaceDetail({ spaceId: id, inviterId: owner.identifier, invitation: 'absent' }),
        ),
      ).toBe('NO_AUTH');
      expect(await outcomeCode(apiOf(gateway.url).groupChat.querySpaceDetail({ spaceId: id }))).toBe('9001');
    }
    for (const api of [bob.api, apiOf(gateway.url)]) {
      expect(await api.groupChat.querySpaceDetail({ spaceId, invitation })).toMatchObject({
        spaceInfo: { spaceName: 'Rowing', invitationOnly: true },
        inviter: { identifier: owner.identifier },
        wayIn: 'direct',
      });
    }
  });
});

describe('R119 newcomers', () => {
  test('R22 R119 everybody begins in the Welcome space, with its rooms, once the profile is finished; what cannot be entered keeps nobody out', async () => {
    const { spaceInfo } = await bob.api.groupChat.querySpace({ page: 0, pageSize: 999 });
    expect(spaceInfo).toEqual([
      expect.objectContaining({
        spaceId: 'welcome',
        spaceName: 'Welcome',
        isMember: true,
        spaceClassification: 'community',
        invitationOnly: false,
      }),
    ]);
    expect(await roomsOf(bob, 'welcome')).toEqual([
      { conversionId: 'welcome-general', name: 'General', roomType: 'chat', spaceId: 'welcome', groupSetting: shown },
      { conversionId: 'welcome-help', name: 'Help', roomType: 'topic', spaceId: 'welcome', groupSetting: shown },
    ]);
    expect(
      JSON.parse(
        (await historyOf(bob, 'welcome-general')).find(({ content }) => content!.sender!.identifier === bob.identifier)!
          .content!.message,
      ).members,
    ).toEqual([expect.objectContaining({ lastName: 'Bob' })]);
  });

  test('R218 it leads each member to their own assistant, and to nobody else’s', async () => {
    const guideOf = async (person: Person, spaceId = 'welcome') =>
      (await person.api.groupChat.querySpaceDetail({ spaceId })).spaceInfo!.guide;
    const [guide, other] = [await guideOf(bob), await guideOf(carol)];
    expect(guide).toMatchObject({ lastName: 'Amber Assistant' });
    expect(guide!.identifier).not.toBe(other!.identifier);
    const talk = (person: Person, identifier: string) =>
      outcomeCode(person.api.conversation.create({ type: 'robot', identifiers: [identifier] }));
    expect(await talk(bob, guide!.identifier)).toBe('SUCCESS');
    expect(await talk(bob, other!.identifier)).toBe('NO_AUTH');
    expect((await bob.api.groupChat.querySpace({ page: 0, pageSize: 9 })).spaceInfo[0]!.guide).toEqual(guide);
    const { spaceId } = await make({}, bob);
    expect(await guideOf(bob, spaceId)).toBeNull();
    await bob.api.aiBot.updateUserClone({ aiBotInfo: { aiBotId: guide!.identifier, removed: true } });
    expect(await guideOf(bob)).toBeNull();
    await carol.api.conversation.quitSpace({ spaceId: 'welcome' });
    expect(await guideOf(carol)).toBeNull();
    expect((await apiOf(gateway.url).groupChat.queryPublicSpace({})).spaceInfo.map(({ guide: none }) => none)).toEqual(
      expect.not.arrayContaining([expect.anything()]),
    );
  });

  test('R119 R228 their space is never full; once it is large, nobody is named in its rooms, and what is said reaches all', async () => {
    const large = await startTestGateway({
      joinSpaces: ['welcome'],
      limits: { spaceMembersMax: 2, joinLinesBelow: 2 },
    });
    const all: Person[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) all.push(await signIn(large, { name }));
    const [one, , , four] = all as [Person, Person, Person, Person];
    expect((await four.api.groupChat.querySpaceDetail({ spaceId: 'welcome' })).spaceInfo).toMatchObject({
      memberCount: 4,
      isMember: true,
    });
    expect(
      (await historyOf(one, 'welcome-general')).map(({ content }) => [content!.cmdId, content!.sender!.identifier]),
    ).toEqual([
      ['joinMember', one.identifier],
      ['joinMember', all[1]!.identifier],
    ]);
    const [first, last] = [await listen(one), await listen(four)];
    await four.api.conversation.quitSpace({ spaceId: 'welcome' });
    await sendText(one, 'welcome-general', 'without you', { type: 'group' });
    expect(await outcomeCode(sendText(four, 'welcome-general', 'still here', { type: 'group' }))).toBe('NOT_MEMBER');
    await join(four, 'welcome');
    await sendText(four, 'welcome-general', 'back', { type: 'group' });
    await first.until(() => first.rows.some(({ content }) => content!.message === '{"text":"back"}'));
    await expect
      .poll(async () => {
        await sendText(one, 'welcome-general', 'hello', { type: 'group' });
        return last.rows.length;
      })
      .toBeGreaterThan(0);
    expect(first.rows.every(({ content }) => content!.cmdId === '')).toBe(true);
    await large.close();
  });

  test('R119 who has left does not come back by a change of the picture', async () => {
    await bob.api.conversation.quitSpace({ spaceId: 'welcome' });
    await bob.api.user.updateUserInfo({ avatar: '/chat/avatars/fox.svg', lastName: 'Bob' });
    expect(await spacesOf(bob)).toEqual([]);
  });
});

describe('R111 making a space', () => {
  test('R111 its rooms are called as the owner says, and otherwise as in the template', async () => {
    const made = await make({ templateId: 'friends', roomNames: ['客厅', '', ' Fotos '] });
    expect((await roomsOf(owner, made.spaceId)).map(({ name }) => name)).toEqual(['客厅', 'Plans', 'Fotos']);
    const plain = await make({ roomNames: ['综合'] });
    expect((await roomsOf(owner, plain.spaceId)).map(({ name }) => name)).toEqual(['综合']);
  });

  test('R111 from a template: its rooms, the manage room for the owner alone; from none: one room', async () => {
    const { list, avatars, banners } = await owner.api.groupChat.querySpaceTemplate({});
    expect(list.length).toBeGreaterThan(2);
    for (const { templateId, rooms } of list) {
      const made = await make({ templateId });
      expect(
        (await roomsOf(owner, made.spaceId)).map(({ name, roomType, groupSetting }) => ({
          name,
          roomType,
          groupSetting,
        })),
      ).toEqual(rooms.map(({ name, roomType, groupSetting }) => ({ name, roomType, groupSetting })));
      expect(rooms[0]).toMatchObject({ roomType: 'chat', groupSetting: { visibility: true } });
    }
    const fields = {
      spaceName: ' Rowing ',
      intro: 'Early',
      avatar: avatars[0]!,
      banner: banners[0]!,
      socialMediaLinks: ['https://example.org/rowing', '', 'https://example.org/rowing'],
      spaceClassification: 'sport',
      invitationOnly: true,
    };
    const { space, rooms } = await make(fields);
    expect(space).toMatchObject({
      ...fields,
      spaceName: 'Rowing',
      socialMediaLinks: ['https://example.org/rowing'],
      identifier: owner.identifier,
      memberCount: 1,
      isMember: true,
    });
    expect(rooms).toHaveLength(1);
    expect(
      (await owner.api.conversation.list({})).list.find(({ conversionId }) => conversionId === rooms[0]),
    ).toMatchObject({ type: 'group', name: 'General', spaceId: space.spaceId, roomType: 'chat' });
  });

  test("asked again by the same request it is made once, also at the same time; another person's request is another", async () => {
    const requestId = newMessageId();
    const all = await Promise.all([1, 2, 3].map(() => make({ requestId, templateId: 'friends' })));
    all.push(await make({ requestId }));
    expect(new Set(all.map(({ spaceId }) => spaceId)).size).toBe(1);
    expect((await spacesOf(owner)).length).toBe(2);
    expect(all.every(({ rooms }) => rooms.length === 3)).toBe(true);
    expect((await make({ requestId }, bob)).spaceId).not.toBe(all[0]!.spaceId);
  });

  test.each([
    ['no name', { spaceName: ' ' }, 'BAD_NAME'],
    ['a long name', { spaceName: 'x'.repeat(65) }, 'BAD_NAME'],
    ['a name that turns around', { spaceName: 'a\u202Eb' }, 'BAD_NAME'],
    ['a long intro', { intro: 'x'.repeat(1_001) }, 'BAD_REQUEST'],
    ['a picture from elsewhere', { avatar: 'https://example.org/a.png' }, 'BAD_REQUEST'],
    ['a banner from elsewhere', { banner: '/chat/avatars/fox.svg' }, 'BAD_REQUEST'],
    ['a link that runs', { socialMediaLinks: ['javascript:alert(1)'] }, 'BAD_LINK'],
    ['a link in clear', { socialMediaLinks: ['http://example.org'] }, 'BAD_LINK'],
    [
      'too many links',
      { socialMediaLinks: Array.from({ length: 9 }, (_, n) => `https://example.org/${n}`) },
      'TOO_LARGE',
    ],
    ['an unknown classification', { spaceClassification: 'constructor' }, 'BAD_REQUEST'],
    ['an unknown template', { templateId: 'x' }, 'BAD_REQUEST'],
    ['more names than rooms', { requestId: '', roomNames: ['One', 'Two'] }, 'BAD_REQUEST'],
    ['a short request', { requestId: 'x' }, 'BAD_REQUEST'],
  ])('R111 %s is refused, and nothing is made', async (_, fields, code) => {
    expect(await outcomeCode(make(fields))).toBe(code);
    expect(await spacesOf(owner)).toEqual(['welcome']);
    const { spaceId, space } = await make();
    if ('templateId' in fields || 'requestId' in fields) return;
    expect(await outcomeCode(modify({ op: 'CHANGE', spaceId, space: { ...space, ...fields } }))).toBe(code);
    expect((await owner.api.groupChat.querySpaceDetail({ spaceId })).spaceInfo).toEqual(space);
  });

  test('T21 nobody makes more of them than an hour allows', async () => {
    const tries = [];
    for (let n = 0; n < 21; n += 1) tries.push(await outcomeCode(make()));
    expect(tries).toEqual([...Array<string>(20).fill('SUCCESS'), 'TOO_MANY']);
  });
});

test('T21 nobody comes and goes, nor changes a space, more often than an hour allows', async () => {
  const small = await startTestGateway({ limits: { spaceJoinsPerHour: 2, spaceChangesPerHour: 2 } });
  const [one, two] = [await signIn(small), await signIn(small)];
  const { spaceId } = await make({}, one);
  const tries = [];
  for (let n = 0; n < 3; n += 1) {
    tries.push(await outcomeCode(join(two, spaceId)), await outcomeCode(join(two, spaceId)));
    await outcomeCode(two.api.conversation.quitSpace({ spaceId }));
  }
  expect(tries).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY', 'TOO_MANY']);
  const changed = [];
  for (const name of ['a', 'b', 'c'])
    changed.push(await outcomeCode(modify({ op: 'CREATE', spaceId, room: { name } }, one)));
  expect(changed).toEqual(['SUCCESS', 'SUCCESS', 'TOO_MANY']);
  await small.close();
});

describe('R118 R24 joining', () => {
  test('R24 R118 enters all rooms that are visible, and begins in the one that was asked for, or the first', async () => {
    const {
      spaceId,
      rooms: [general, , , organizers],
    } = await make({ templateId: 'community' });
    const questions = (await roomsOf(owner, spaceId)).find(({ name }) => name === 'Questions')!.conversionId;
    expect(await join(bob, spaceId)).toEqual({ spaceId, conversationId: general });
    expect(await namesOf(bob, spaceId)).toEqual(['General', 'Introductions', 'Questions']);
    expect(
      await bob.api.conversation.directJoin({
        fromIdentifier: owner.identifier,
        invitedIdentifier: bob.identifier,
        conversationId: questions,
        type: 'directJoin',
      }),
    ).toEqual({ spaceId, conversationId: questions });
    expect(await join(carol, spaceId, { conversationId: organizers })).toEqual({ spaceId, conversationId: general });
    expect(await peopleIn(bob, general!)).toEqual(idsOf(owner, bob, carol));
    expect((await roomsOf(carol, spaceId)).every(({ spaceId: of }) => of === spaceId)).toBe(true);
    expect(
      (await bob.api.conversation.getGroupConversationDetail({ conversationId: general! })).members[0],
    ).toMatchObject({ identifier: owner.identifier, role: 'owner', spaceId });
  });

  test('who comes sees what was said before, as read; the others see who came, once', async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make();
    await sendText(owner, general!, 'before', { type: 'group' });
    const socket = await listen(owner);
    await join(bob, spaceId);
    await join(bob, spaceId);
    expect((await historyOf(bob, general!)).map(({ content }) => content!.cmdId || content!.message)).toEqual([
      '{"text":"before"}',
      'joinMember',
    ]);
    const part = (await bob.api.message.sync({})).parts.find(
      ({ conversation }) => conversation!.conversionId === general,
    )!;
    expect(part).toMatchObject({ lastSeq: 2, readSeq: 1, joinedSeq: 0 });
    await sendText(bob, general!, 'hello', { type: 'group' });
    await socket.until(() => socket.rows.length === 2);
    expect(socket.rows.map(({ content }) => content!.cmdId)).toEqual(['joinMember', '']);
  });

  test('R121 a room is entered with its space alone', async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make({ templateId: 'community' });
    expect(await outcomeCode(sendCommand(owner, general!, 'inviteMember', { targets: [bob.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    expect(await bob.api.conversation.joinGroupConversation({ conversationId: general! })).toMatchObject({
      conversation: { conversionId: general },
      joinApply: null,
    });
    expect(await namesOf(bob, spaceId)).toEqual(['General', 'Introductions', 'Questions']);
    expect(await outcomeCode(bob.api.conversation.joinGroupConversation({ conversationId: general! }))).toBe('SUCCESS');
  });

  test('R118 a space that is not public takes in by the invitation of a member alone', async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make({ invitationOnly: true });
    for (const inviter of ['', carol.identifier, owner.identifier, 'nobody'])
      expect(await outcomeCode(join(bob, spaceId, { fromIdentifier: inviter, invitation: inviter }))).toBe('NO_AUTH');
    expect(await outcomeCode(bob.api.conversation.directJoin({ conversationId: general! }))).toBe('NO_AUTH');
    await join(bob, spaceId, { invitation: await invite(owner, spaceId) });
    await join(carol, spaceId, { invitation: await invite(bob, spaceId) });
    expect(await peopleIn(carol, general!)).toEqual(idsOf(owner, bob, carol));
  });

  test('nobody is joined by somebody else, nor to what is not there, nor whom the owner has blocked', async () => {
    const { spaceId } = await make();
    expect(await outcomeCode(join(bob, spaceId, { invitedIdentifier: carol.identifier }))).toBe('NO_AUTH');
    for (const request of [
      { spaceId: 'absent' },
      {},
      { conversationId: 'absent' },
      { conversationId: await groupOf(owner, carol) },
    ]) {
      expect(await outcomeCode(bob.api.conversation.directJoin(request))).toBe('NO_AUTH');
    }
    expect(await outcomeCode(join(bob, spaceId, { type: 7 }))).toBe('BAD_REQUEST');
    await owner.api.contact.block({ identifier: bob.identifier });
    expect(await outcomeCode(join(bob, spaceId))).toBe('BLOCKED');
    expect(await spacesOf(bob)).toEqual(['welcome']);
  });

  test('a space takes no more than its limit, and nobody is in more spaces than a page holds', async () => {
    const small = await startTestGateway({ limits: { spaceMembersMax: 2, spacesMax: 2 } });
    const [one, two, three] = [await signIn(small), await signIn(small), await signIn(small)];
    const { spaceId } = await make({}, one);
    await join(two, spaceId);
    expect(await outcomeCode(join(three, spaceId))).toBe('SPACE_FULL');
    const other = await make({}, three);
    await make({}, two);
    expect([await outcomeCode(join(two, other.spaceId)), await outcomeCode(make({}, two))]).toEqual([
      'SPACES_FULL',
      'SPACES_FULL',
    ]);
    await small.close();
  });
});

describe('R117 R25 leaving', () => {
  test('R117 all rooms end for who leaves, with the space; the others see it; what comes after is not for him', async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make({ templateId: 'friends' });
    await join(bob, spaceId);
    const socket = await listen(owner);
    await bob.api.conversation.quitSpace({ spaceId });
    expect(await outcomeCode(bob.api.conversation.queryListByUserIdAndSpaceId({ spaceId }))).toBe('NO_AUTH');
    expect((await bob.api.conversation.list({})).list.filter(({ spaceId: of }) => of === spaceId)).toEqual([]);
    expect(await outcomeCode(sendText(bob, general!, 'still here', { type: 'group' }))).toBe('NOT_MEMBER');
    await sendText(owner, general!, 'without you', { type: 'group' });
    await socket.until(() => socket.rows.length === 3);
    expect(socket.rows.map(({ content }) => content!.cmdId)).toEqual(['quitMember', 'quitMember', 'quitMember']);
    const { parts } = await bob.api.message.sync({ cursors: [{ conversationId: general!, epoch: 1, seq: 0 }] });
    expect(parts.find(({ conversation }) => conversation!.conversionId === general)).toMatchObject({
      conversation: { status: 'delete', spaceId },
      rows: [{ content: { cmdId: 'joinMember' } }, { content: { cmdId: 'quitMember' } }],
    });
    expect(await outcomeCode(bob.api.conversation.quitSpace({ spaceId }))).toBe('NO_AUTH');
    await join(bob, spaceId);
    expect((await historyOf(bob, general!)).map(({ content }) => content!.cmdId || 'text')).toEqual([
      'joinMember',
      'quitMember',
      'text',
      'joinMember',
    ]);
  });

  test('R117 R112 an owner hands over or dissolves first; then all goes on', async () => {
    const {
      spaceId,
      rooms: [general, , , organizers],
    } = await make({ templateId: 'community' });
    await join(bob, spaceId);
    expect(await outcomeCode(owner.api.conversation.quitSpace({ spaceId }))).toBe('SPACE_OWNER_STAYS');
    expect(await outcomeCode(modify({ op: 'CHANGE', spaceId, newOwner: carol.identifier }))).toBe('BAD_REQUEST');
    expect((await modify({ op: 'CHANGE', spaceId, newOwner: bob.identifier })).spaceInfo).toMatchObject({
      identifier: bob.identifier,
    });
    expect(await outcomeCode(modify({ op: 'CHANGE', spaceId, newOwner: owner.identifier }))).toBe('NO_AUTH');
    expect(await lastRow(owner, general!)).toMatchObject({ cmdId: 'handOver', targets: [bob.identifier] });
    expect(await namesOf(bob, spaceId)).toContain('Organizers');
    expect(
      (await bob.api.conversation.getGroupConversationDetail({ conversationId: organizers! })).members.map(
        ({ identifier, role }) => ({ identifier, role }),
      ),
    ).toEqual(
      expect.arrayContaining([
        { identifier: bob.identifier, role: 'owner' },
        { identifier: owner.identifier, role: 'member' },
      ]),
    );
    await owner.api.conversation.quitSpace({ spaceId });
    expect(await peopleIn(bob, organizers!)).toEqual([bob.identifier]);
    expect(await outcomeCode(modify({ op: 'CREATE', spaceId, room: { name: 'Mine' } }, bob))).toBe('SUCCESS');
  });

  test('R120 R25 dissolved, it is gone for everybody, and its rooms say so', async () => {
    const { spaceId, rooms } = await make({ templateId: 'community' });
    await join(bob, spaceId);
    const socket = await listen(bob);
    expect(await modify({ op: 'DISSOLVE', spaceId })).toEqual({ spaceInfo: null, room: null });
    await socket.until(() => socket.rows.length === 3 && changes(socket).length > 0);
    expect(socket.rows.map(({ content }) => content!.cmdId)).toEqual(['dismissGroup', 'dismissGroup', 'dismissGroup']);
    expect(changes(socket)).toEqual([{ op: 'DISSOLVE', spaceId }]);
    for (const person of [owner, bob]) {
      expect(await spacesOf(person)).toEqual(['welcome']);
      expect(await outcomeCode(person.api.groupChat.querySpaceDetail({ spaceId }))).toBe('NO_AUTH');
      for (const id of rooms)
        expect(await outcomeCode(sendText(person, id, 'hello?', { type: 'group' }))).toBe(
          person === bob && id === rooms[3] ? 'NO_AUTH' : 'NOT_MEMBER',
        );
      expect((await person.api.conversation.list({})).list.filter(({ spaceId: of }) => of !== 'welcome')).toEqual([]);
    }
    expect(await outcomeCode(join(carol, spaceId))).toBe('NO_AUTH');
  });
});

describe('R112 what the owner changes', () => {
  test('R112 R116 the fields of the space; all members are told', async () => {
    const { spaceId, space } = await make();
    await join(bob, spaceId);
    const sockets = [await listen(owner), await listen(bob), await listen(carol)];
    const fields = {
      ...space,
      spaceName: 'Sculling',
      intro: 'Later',
      spaceClassification: 'travel',
      invitationOnly: true,
      identifier: bob.identifier,
      memberCount: 99,
      sortTime: 1,
    };
    expect((await modify({ op: 'CHANGE', spaceId, space: fields })).spaceInfo).toMatchObject({
      spaceName: 'Sculling',
      intro: 'Later',
      spaceClassification: 'travel',
      invitationOnly: true,
      identifier: owner.identifier,
      memberCount: 2,
      sortTime: space.sortTime,
    });
    for (const socket of sockets.slice(0, 2)) await socket.until(() => changes(socket).length === 1);
    expect(sockets.map(changes)).toEqual([[{ op: 'CHANGE', spaceId }], [{ op: 'CHANGE', spaceId }], []]);
    expect(
      (await bob.api.message.sync({})).notices
        .filter(({ type }) => type === 'spaceChange')
        .map(({ body }) => JSON.parse(body).op),
    ).toEqual(['JOIN', 'JOIN', 'CHANGE']);
  });

  test('R112 members are removed from the space and all its rooms; the owner is not; who is none is passed over', async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make({ templateId: 'friends' });
    for (const person of [bob, carol]) await join(person, spaceId);
    const socket = await listen(bob);
    expect(await outcomeCode(modify({ op: 'CHANGE', spaceId, removed: [bob.identifier, owner.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    expect(await peopleIn(carol, general!)).toEqual(idsOf(owner, bob, carol));
    await modify({ op: 'CHANGE', spaceId, removed: [bob.identifier, 'nobody'] });
    await modify({ op: 'CHANGE', spaceId, removed: [bob.identifier] });
    await socket.until(() => socket.rows.length === 3 && changes(socket).length === 1);
    expect(socket.rows.map(({ content }) => [content!.cmdId, content!.targets])).toEqual(
      Array(3).fill(['deleteMember', [bob.identifier]]),
    );
    expect(changes(socket)).toEqual([{ op: 'REMOVE', spaceId }]);
    expect(await peopleIn(carol, general!)).toEqual(idsOf(owner, carol));
    expect(await outcomeCode(sendText(bob, general!, 'hey', { type: 'group' }))).toBe('NOT_MEMBER');
  });

  test('R112 all of a change is done or nothing, and nothing to do is no change', async () => {
    const {
      spaceId,
      space,
      rooms: [general],
    } = await make();
    await join(bob, spaceId);
    expect(
      await outcomeCode(
        modify({
          op: 'CHANGE',
          spaceId,
          space: { ...space, spaceName: 'Sculling' },
          removed: [bob.identifier],
          newOwner: carol.identifier,
        }),
      ),
    ).toBe('BAD_REQUEST');
    expect((await bob.api.groupChat.querySpaceDetail({ spaceId })).spaceInfo).toMatchObject({
      spaceName: 'Rowing',
      isMember: true,
    });
    for (const request of [
      {},
      { conversationId: general! },
      { invited: [bob.identifier] },
      { op: 9 as never },
      { op: 'CREATE' as const },
    ]) {
      expect(await outcomeCode(modify({ spaceId, ...request }))).toBe('BAD_REQUEST');
    }
  });

  test('R112 R63 a room is called otherwise, and takes anonymous messages: lines in it, and news', async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make();
    await join(bob, spaceId);
    const socket = await listen(bob);
    const { room } = await modify({
      op: 'CHANGE',
      spaceId,
      conversationId: general!,
      room: { name: 'Boathouse', groupSetting: { visibility: true, supportAnonymous: true } },
    });
    expect(room).toEqual({
      roomType: 'chat',
      spaceId,
      conversionId: general,
      name: 'Boathouse',
      groupSetting: { visibility: true, supportAnonymous: true },
    });
    await socket.until(() => socket.rows.length === 2 && changes(socket).length === 1);
    expect(socket.rows.map(({ content }) => content!.cmdId)).toEqual(['groupName', 'groupSetting']);
    expect(changes(socket)).toEqual([{ op: 'CHANGE', spaceId, conversationId: general }]);
    await bob.api.conversation.setUserSetting({ conversationId: general!, userSetting: { anonymous: true } });
    await bob.api.message.sendGroupMessage({
      id: newMessageId(),
      conversation: { conversationId: general!, spaceId, conversationType: 'group' },
      content: [{ type: 'text', message: '{"text":"psst"}', anonymous: true }],
    });
    expect((await historyOf(owner, general!)).at(-1)).toMatchObject({ sender: { identifier: '' } });
    // Repeating it changes nothing and notifies nobody.
    await modify({ op: 'CHANGE', spaceId, conversationId: general!, room: { name: 'Boathouse' } });
    expect(await lastRow(bob, general!)).toMatchObject({ type: 'text' });
  });

  test('R116 a room is made: visible to all, or to those invited; once per request', async () => {
    const { spaceId } = await make();
    for (const person of [bob, carol]) await join(person, spaceId);
    const socket = await listen(carol);
    const requestId = newMessageId();
    const races = await createRoom(spaceId, { name: 'Races', roomType: 'topic' }, { requestId });
    expect(await createRoom(spaceId, { name: 'Races', roomType: 'topic' }, { requestId })).toBe(races);
    await socket.until(() => changes(socket).length === 1);
    const crew = await createRoom(spaceId, { name: 'Crew', groupSetting: hidden }, { invited: [bob.identifier] });
    expect(await peopleIn(owner, crew)).toEqual(idsOf(owner, bob));
    expect(await namesOf(carol, spaceId)).toEqual(['General', 'Races']);
    expect(changes(socket)).toEqual([{ op: 'CREATE', spaceId, conversationId: races }]);
    expect(await outcomeCode(createRoom(spaceId, { name: 'X' }, { invited: [bob.identifier] }))).toBe('BAD_REQUEST');
    expect(
      await outcomeCode(
        createRoom(spaceId, { name: 'X', groupSetting: hidden }, { invited: [(await signIn(gateway)).identifier] }),
      ),
    ).toBe('BAD_REQUEST');
    expect(await outcomeCode(createRoom(spaceId, { name: 'X', roomType: 'cellar' }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(createRoom(spaceId, { name: '' }))).toBe('BAD_NAME');
  });

  test('R116 R26 a room is deleted, but not the last that all see', async () => {
    const {
      spaceId,
      rooms: [general, plans],
    } = await make({ templateId: 'friends' });
    await join(bob, spaceId);
    const socket = await listen(bob);
    await modify({ op: 'DELETE_ROOM', spaceId, conversationId: plans! });
    await socket.until(() => socket.rows.length === 1 && changes(socket).length === 1);
    expect(socket.rows[0]!.content).toMatchObject({ cmdId: 'dismissGroup' });
    expect(changes(socket)).toEqual([{ op: 'DELETE_ROOM', spaceId, conversationId: plans }]);
    expect(await namesOf(bob, spaceId)).toEqual(['Living room', 'Photos']);
    expect(await outcomeCode(modify({ op: 'DELETE_ROOM', spaceId, conversationId: plans! }))).toBe('NO_AUTH');
    await modify({
      op: 'CHANGE',
      spaceId,
      conversationId: (await roomsOf(bob, spaceId))[1]!.conversionId,
      room: { name: 'Photos', groupSetting: hidden },
    });
    for (const request of [{ op: 'DELETE_ROOM' as const }, { room: { name: 'Living room', groupSetting: hidden } }]) {
      expect(await outcomeCode(modify({ spaceId, conversationId: general!, ...request }))).toBe('LAST_ROOM');
    }
    expect(await outcomeCode(modify({ op: 'DELETE_ROOM', spaceId, conversationId: await groupOf(owner, bob) }))).toBe(
      'NO_AUTH',
    );
  });

  test('a space has no more rooms than its limit', async () => {
    const small = await startTestGateway({ limits: { roomsMax: 2 } });
    const one = await signIn(small);
    const { spaceId } = await make({}, one);
    const tries = [];
    for (const name of ['a', 'b'])
      tries.push(await outcomeCode(modify({ op: 'CREATE', spaceId, room: { name } }, one)));
    expect(tries).toEqual(['SUCCESS', 'ROOMS_FULL']);
    await small.close();
  });
});

describe('R114 R27 who sees a room', () => {
  const setVisible = (spaceId: string, conversationId: string, visibility: boolean, invited: string[] = []) =>
    modify({
      op: 'CHANGE',
      spaceId,
      conversationId,
      room: { name: 'Crew', groupSetting: { visibility, supportAnonymous: false } },
      invited,
    });

  test('R27 R114 hidden, it stays with those who were invited; the others lose it and are told', async () => {
    const { spaceId } = await make();
    const crew = await createRoom(spaceId, { name: 'Crew', groupSetting: hidden });
    for (const person of [bob, carol]) await join(person, spaceId);
    await sendCommand(owner, crew, 'inviteMember', { targets: [bob.identifier] });
    await setVisible(spaceId, crew, true);
    expect(await peopleIn(carol, crew)).toEqual(idsOf(owner, bob, carol));
    const [bobs, carols] = [await listen(bob), await listen(carol)];
    await setVisible(spaceId, crew, false);
    await Promise.all(
      [bobs, carols].map((socket) => socket.until(() => changes(socket).length === 1 && socket.rows.length === 1)),
    );
    expect(changes(bobs)).toEqual([{ op: 'CHANGE', spaceId, conversationId: crew }]);
    expect(changes(carols)).toEqual([{ op: 'DELETE_ROOM', spaceId, conversationId: crew }]);
    expect(carols.rows[0]!.content).toMatchObject({ cmdId: 'groupSetting' });
    expect(await peopleIn(bob, crew)).toEqual(idsOf(owner, bob));
    await sendText(owner, crew, 'among us', { type: 'group' });
    await bobs.until(() => bobs.rows.length === 2);
    expect(carols.rows).toHaveLength(1);
    expect(await outcomeCode(carol.api.message.history({ conversationId: crew }))).toBe('NO_AUTH');
  });

  test('R114 hidden with a list, it stays with those on it', async () => {
    const { spaceId } = await make();
    const crew = await createRoom(spaceId, { name: 'Crew' });
    for (const person of [bob, carol]) await join(person, spaceId);
    expect(await outcomeCode(setVisible(spaceId, crew, true, [bob.identifier]))).toBe('BAD_REQUEST');
    await setVisible(spaceId, crew, false, [carol.identifier]);
    expect(await peopleIn(carol, crew)).toEqual(idsOf(owner, carol));
    await setVisible(spaceId, crew, false, [bob.identifier]);
    expect(await peopleIn(carol, crew)).toEqual(idsOf(owner, bob, carol));
  });

  test('P7 what was said in a hidden room is not shown by making it visible, not to those who come later either', async () => {
    const { spaceId } = await make();
    const crew = await createRoom(spaceId, { name: 'Crew', groupSetting: hidden });
    await join(bob, spaceId);
    await sendText(owner, crew, 'secret', { type: 'group' });
    await setVisible(spaceId, crew, true);
    await sendText(owner, crew, 'public', { type: 'group' });
    await join(carol, spaceId);
    for (const person of [bob, carol]) {
      expect(
        (
          await historyOf(person, crew).catch(
            async () => (await person.api.message.history({ conversationId: crew })).rows,
          )
        ).map(({ content }) => content!.message),
      ).not.toContain('{"text":"secret"}');
      expect(
        (await person.api.message.history({ conversationId: crew })).rows
          .map(({ content }) => content!.cmdId || content!.message)
          .slice(0, 2),
      ).toEqual(['groupSetting', '{"text":"public"}']);
    }
  });

  test('R113 a manage room is never visible: the owner is in it, and whom the owner invites', async () => {
    const { spaceId } = await make();
    for (const person of [bob, carol]) await join(person, spaceId);
    const desk = await createRoom(
      spaceId,
      { name: 'Desk', roomType: 'manage', groupSetting: shown },
      { invited: [bob.identifier] },
    );
    expect(await peopleIn(owner, desk)).toEqual(idsOf(owner, bob));
    expect(await outcomeCode(sendCommand(bob, desk, 'inviteMember', { targets: [carol.identifier] }))).toBe('NO_AUTH');
    await setVisible(spaceId, desk, true);
    expect(await peopleIn(owner, desk)).toEqual(idsOf(owner, bob));
    await sendCommand(owner, desk, 'inviteMember', { targets: [carol.identifier] });
    await sendCommand(bob, desk, 'quitMember');
    await sendCommand(owner, desk, 'deleteMember', { targets: [carol.identifier] });
    expect(await peopleIn(owner, desk)).toEqual([owner.identifier]);
  });

  test('R114 into a hidden room its people invite members of the space, and nobody else', async () => {
    const { spaceId } = await make();
    for (const person of [bob, carol]) await join(person, spaceId);
    const crew = await createRoom(spaceId, { name: 'Crew', groupSetting: hidden }, { invited: [bob.identifier] });
    const outsider = await signIn(gateway);
    expect(await outcomeCode(sendCommand(bob, crew, 'inviteMember', { targets: [outsider.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    await sendCommand(bob, crew, 'inviteMember', { targets: [carol.identifier, outsider.identifier] });
    expect(await peopleIn(carol, crew)).toEqual(idsOf(owner, bob, carol));
    await carol.api.conversation.quitSpace({ spaceId });
    expect(await peopleIn(bob, crew)).toEqual(idsOf(owner, bob));
  });

  test("what is the space's to change is not changed in a room, and a visible room is not left alone", async () => {
    const {
      spaceId,
      rooms: [general],
    } = await make();
    await join(bob, spaceId);
    const crew = await createRoom(spaceId, { name: 'Crew', groupSetting: hidden });
    for (const room of [general!, crew]) {
      expect(await outcomeCode(sendCommand(owner, room, 'groupName', { body: { name: 'x' } }))).toBe('BAD_REQUEST');
      expect(await outcomeCode(sendCommand(owner, room, 'groupSetting', { body: shown }))).toBe('BAD_REQUEST');
      expect(await outcomeCode(sendCommand(owner, room, 'dismissGroup'))).toBe('BAD_REQUEST');
    }
    expect(await outcomeCode(sendCommand(owner, general!, 'handOver', { targets: [bob.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    expect(await outcomeCode(sendCommand(owner, general!, 'deleteMember', { targets: [bob.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    expect(await outcomeCode(sendCommand(bob, general!, 'quitMember'))).toBe('BAD_REQUEST');
    expect(await outcomeCode(sendCommand(owner, crew, 'quitMember'))).toBe('SPACE_OWNER_STAYS');
    expect(await outcomeCode(bob.api.conversation.remove({ conversationId: general! }))).toBe('BAD_REQUEST');
    expect((await historyOf(bob, general!)).map(({ content }) => content!.cmdId)).toEqual(['joinMember']);
  });
});

test('R107 two people have their spaces in common, rooms are not listed as groups', async () => {
  const { spaceId } = await make();
  await join(bob, spaceId);
  const group = await groupOf(owner, bob);
  const { groups, spaces } = await owner.api.contact.getMutual({ identifier: bob.identifier });
  expect([groups.map(({ id }) => id), spaces.map(({ id }) => id)]).toEqual([[group], [spaceId, 'welcome']]);
});

test('R23 an id of a space or room is none of the words of the paths', async () => {
  const { spaceId, rooms } = await make();
  for (const id of [spaceId, ...rooms]) expect(id).toMatch(/^[a-z2-7]{16}$/);
});

test('R196 with the account go its places in spaces; a space of its own goes to who came first, one without others ends', async () => {
  const [mine, alone, theirs] = [await make({ requestId: newMessageId() }), await make(), await make({}, bob)];
  for (const person of [carol, bob]) await join(person, mine.spaceId);
  await join(owner, theirs.spaceId);
  await deleteAccountNow(gateway, owner);
  expect((await bob.api.groupChat.querySpaceDetail({ spaceId: mine.spaceId })).spaceInfo).toMatchObject({
    identifier: carol.identifier,
    memberCount: 2,
  });
  expect(await outcomeCode(bob.api.groupChat.querySpaceDetail({ spaceId: alone.spaceId }))).toBe('NO_AUTH');
  expect(await peopleIn(bob, theirs.rooms[0]!)).toEqual([bob.identifier]);
  expect(
    (
      await query(
        gateway,
        'select 1 from space t where t::text like $1 union all select 1 from space_member t where t::text like $1',
        [`%${owner.identifier}%`],
      )
    ).rows,
  ).toEqual([]);
});
