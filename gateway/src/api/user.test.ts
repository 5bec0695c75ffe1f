import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAs, newMessageId, outcomeCode, signIn } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { newBundle } from '../testing/keys.ts';

let gateway: TestGateway;
let now = Date.now();
const operators = new Set<string>();

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, operators });
});
afterAll(() => gateway.close());

describe('people', () => {
  test('R6 init tells who I am, and whether this device is new', async () => {
    const person = await signIn(gateway, { name: 'Ada' });
    expect(person.newDevice).toBe(true);
    const again = await person.api.user.init({
      token: person.tokens.token,
      uuid: person.deviceId,
      deviceName: 'Firefox',
      system: 'web',
    });
    expect(again).toMatchObject({
      newDevice: false,
      deviceId: person.deviceId,
      name: 'dontHaveAccess',
      userInfo: {
        identifier: person.identifier,
        avatar: '/chat/avatars/fern.svg',
        lastName: 'Ada',
        token: person.tokens.token,
        deviceId: person.deviceId,
      },
    });
    expect(await outcomeCode(person.api.user.init({ uuid: 'another device' }))).toBe('BAD_REQUEST');
  });

  test('R6 init sends only what changed since the times that the device has, and everything for a time that lies', async () => {
    const [person, friend, blocked] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
    const makeBot = async () => {
      const { aiBotInfo } = await friend.api.aiBot.createUserClone({
        requestId: newMessageId(),
        aiBotInfo: { type: 'clone', name: 'Bo', audience: 'everyone', humans: 'owner' },
      });
      const { conversation } = await person.api.conversation.create({
        type: 'robot',
        identifiers: [aiBotInfo!.aiBotId],
      });
      return { aiBotInfo: aiBotInfo!, conversationId: conversation!.conversionId };
    };
    const [changing, asked, hidden] = [await makeBot(), await makeBot(), await makeBot()];
    await person.api.contact.setRemark({ identifier: friend.identifier, remarkName: 'Fred' });
    const init = async (times: { conversationTime?: number; contactTime?: number }) => {
      const reply = await person.api.user.init({ uuid: person.deviceId, ...times });
      return {
        time: reply.conversationTime,
        chats: reply.aiConversations.map(({ conversation }) => conversation!.conversationId).sort(),
        people: reply.contacts.map(({ identifier, status }) => `${identifier} ${status}`),
      };
    };
    const everything = [changing, asked, hidden].map(({ conversationId }) => conversationId).sort();
    now += 1_000;
    const first = await init({});
    expect(first).toEqual({ time: now, chats: everything, people: [`${friend.identifier} delete`] });
    const times = { conversationTime: first.time, contactTime: first.time };
    now += 1_000;
    expect(await init(times)).toEqual({ time: now, chats: [], people: [] });
    // Each time is for its own part of the answer.
    expect(await init({ ...times, contactTime: 0 })).toMatchObject({ chats: [], people: first.people });

    await friend.api.aiBot.updateUserClone({ aiBotInfo: { ...changing.aiBotInfo, name: 'Bob' } });
    await person.api.contact.block({ identifier: blocked.identifier });
    expect(await init(times)).toMatchObject({
      chats: [changing.conversationId],
      people: [`${blocked.identifier} black`],
    });
    const later = { conversationTime: now, contactTime: now };
    now += 1_000;
    await person.api.aiBot.customerServiceConnect({ conversationId: asked.conversationId });
    expect(await init(later)).toMatchObject({ chats: [asked.conversationId], people: [] });
    const whileAsked = { conversationTime: now, contactTime: now };
    now += 1_000;
    await person.api.aiBot.transformState({ conversationId: asked.conversationId, state: 'AI' });
    expect(await init(whileAsked)).toMatchObject({ chats: [asked.conversationId] });
    // What the person may see of a bot depends on its owner.
    const beforeBlock = { conversationTime: now, contactTime: now };
    now += 1_000;
    await friend.api.contact.block({ identifier: person.identifier });
    expect((await init(beforeBlock)).chats).toEqual(everything);

    for (const lie of [now + 1, -1, -5_000, Number.MAX_SAFE_INTEGER])
      expect(await init({ conversationTime: lie, contactTime: lie })).toMatchObject({
        chats: everything,
        people: [`${friend.identifier} delete`, `${blocked.identifier} black`],
      });
    expect((await person.api.contact.contactList({ updateTime: now + 1 })).list).toHaveLength(2);
    expect((await person.api.aiBot.queryAiBotList({ updateTime: 2 ** 60 })).list.length).toBeGreaterThan(2);
  });

  test('R30 whoever runs this server is named, everybody else has no access to what they do', async () => {
    const person = await signIn(gateway, { name: 'Olga' });
    const init = async () => (await person.api.user.init({ uuid: person.deviceId })).name;
    expect(await init()).toBe('dontHaveAccess');
    operators.add(person.identifier);
    expect(await init()).toBe('Olga');
  });

  test('R107 what I say of myself is on my page, and can be taken back', async () => {
    const [person, other] = [await signIn(gateway), await signIn(gateway)];
    const seen = async () =>
      (await other.api.user.getUserInfoByIdentifier({ identifier: person.identifier })).userInfo!.bio;
    expect(await seen()).toBe('');
    expect((await person.api.user.setBio({ bio: '  I row.\r\nAt dawn. ' })).userInfo!.bio).toBe('I row.\nAt dawn.');
    expect(await seen()).toBe('I row.\nAt dawn.');
    for (const bio of ['x'.repeat(201), 'a\0b'])
      expect(await outcomeCode(person.api.user.setBio({ bio }))).toBe('BAD_REQUEST');
    await person.api.user.setBio({ bio: '  ' });
    expect(await seen()).toBe('');
  });

  test('a third device that waits for approval displaces the oldest of them, and ends its session', async () => {
    const first = await signIn(gateway);
    await first.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(first.deviceId) });
    const others = [];
    for (const deviceId of ['second', 'third']) {
      now += 60_000;
      others.push(await signIn(gateway, { phone: first.phone, deviceId, approved: false }));
    }
    now += 60_000;
    await first.api.user.init({ uuid: first.deviceId });
    const socket = await connectAs(others[0]!);
    now += 60_000;
    await signIn(gateway, { phone: first.phone, deviceId: 'fourth', approved: false });
    await socket.until(() => socket.closed !== null);
    expect(await outcomeCode(others[0]!.api.conversation.list({}))).toBe('9001');
    expect(await outcomeCode(others[1]!.api.conversation.list({}))).toBe('SUCCESS');
    expect(await outcomeCode(first.api.conversation.list({}))).toBe('SUCCESS');
  });

  test.each([
    ['  Zoë  ', 'Zoë'],
    ['x', 'x'],
    ['李小龙', '李小龙'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['a'.repeat(32), 'a'.repeat(32)],
  ])('the name %j is kept as %j', async (given, kept) => {
    const { api } = await signIn(gateway);
    expect((await api.user.updateUserInfo({ lastName: given })).userInfo!.lastName).toBe(kept);
  });

  test.each(['', '   ', 'a'.repeat(33), 'a\nb', 'a\u0000b', 'a\u202Eb', '\u2066', '\u200B', '\u2028'])(
    'the name %j is refused',
    async (lastName) => {
      const { api } = await signIn(gateway, { name: 'Before' });
      expect(await outcomeCode(api.user.updateUserInfo({ lastName }))).toBe('BAD_NAME');
    },
  );

  test('an avatar is one of those prepared, or none', async () => {
    const { api } = await signIn(gateway);
    expect((await api.user.preparedAvatar({})).list).toEqual(['/chat/avatars/fern.svg', '/chat/avatars/fox.svg']);
    expect(await outcomeCode(api.user.updateUserInfo({ lastName: 'A', avatar: '' }))).toBe('SUCCESS');
    expect(
      await outcomeCode(api.user.updateUserInfo({ lastName: 'A', avatar: 'https://elsewhere.example/me.png' })),
    ).toBe('BAD_REQUEST');
  });

  test('P7 what others are told of somebody holds neither phone nor token nor device', async () => {
    const [me, other] = [await signIn(gateway), await signIn(gateway, { name: 'Bo' })];
    const { userInfo } = await me.api.user.getUserInfoByIdentifier({ identifier: other.identifier });
    expect(userInfo).toEqual({
      identifier: other.identifier,
      avatar: '/chat/avatars/fern.svg',
      lastName: 'Bo',
      token: '',
      deviceId: '',
      bio: '',
      kind: 'person',
    });
    expect(await outcomeCode(me.api.user.getUserInfoByIdentifier({ identifier: 'nobody' }))).toBe('NO_AUTH');
  });

  test('random names are two words that may be used as they are', async () => {
    const { api } = await signIn(gateway);
    const { name } = await api.user.randomName({});
    expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(await outcomeCode(api.user.updateUserInfo({ lastName: name }))).toBe('SUCCESS');
  });
});
