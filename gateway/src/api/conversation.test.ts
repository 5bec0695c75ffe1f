import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
});
afterAll(() => gateway.close());

describe('conversations', () => {
  test('R71 a pair has one private chat, whoever asks first and however often at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? chatOf(alice, bob) : chatOf(bob, alice))),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('R71 the chat is listed with the other person, encrypted to begin with', async () => {
    const conversionId = await chatOf(alice, bob);
    const { list } = await alice.api.conversation.list({});
    expect(list).toMatchObject([
      {
        conversionId,
        type: 'private',
        status: 'normal',
        userSetting: { encrypted: true, isTop: false },
        userInfo: [{ identifier: bob.identifier, lastName: 'Bob' }],
      },
    ]);
    expect(
      (await alice.api.conversation.getPrivateConversationDetail({ conversationId: conversionId })).info,
    ).toMatchObject({ conversionId, userInfo: { identifier: bob.identifier, lastName: 'Bob' } });
  });

  test('both are told when it begins', async () => {
    const [carol, dave] = [await signIn(gateway), await signIn(gateway)];
    const sockets = [await connectAs(carol), await connectAs(dave)];
    const conversationId = await chatOf(carol, dave);
    for (const socket of sockets) {
      await socket.until(() => socket.notices.length > 0);
      expect(socket.notices).toMatchObject([{ type: 'conversationChanged', conversationId }]);
      socket.close();
    }
  });

  test('nobody chats with nobody, or with three', async () => {
    const create = (identifiers: string[]) =>
      outcomeCode(alice.api.conversation.create({ type: 'private', identifiers }));
    expect(await create([])).toBe('BAD_REQUEST');
    expect(await create([bob.identifier, bob.identifier])).toBe('BAD_REQUEST');
    expect(await create(['nobody'])).toBe('NO_AUTH');
    expect(await outcomeCode(alice.api.conversation.create({ type: 'robot', identifiers: [bob.identifier] }))).toBe(
      'NO_AUTH',
    );
  });

  test('R71 a group begins with its people', async () => {
    const { conversation } = await alice.api.conversation.create({ type: 'group', identifiers: [bob.identifier] });
    expect(conversation).toMatchObject({ type: 'group' });
    expect((await bob.api.conversation.list({})).list.map(({ conversionId }) => conversionId)).toContain(
      conversation!.conversionId,
    );
    expect(
      await outcomeCode(
        bob.api.conversation.getPrivateConversationDetail({ conversationId: conversation!.conversionId }),
      ),
    ).toBe('NO_AUTH');
  });

  test('R71 a group begins with a name and the row that says so, which its people get first', async () => {
    const [carol, dave] = [await signIn(gateway, { name: 'Carol' }), await signIn(gateway, { name: 'Dave' })];
    const { conversation } = await carol.api.conversation.create({
      type: 'group',
      identifiers: [dave.identifier],
      name: ' Weekend ',
      requestId: newMessageId(),
    });
    const conversationId = conversation!.conversionId;
    expect(conversation).toMatchObject({
      type: 'group',
      name: 'Weekend',
      groupSetting: { supportAnonymous: false, visibility: false },
    });
    const [row, ...more] = (await rowsOf(dave)).filter((one) => one.conversationId === conversationId);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      seq: 1,
      id: expect.stringMatching(/^.{24}$/),
      sender: { identifier: carol.identifier, deviceId: carol.deviceId },
      content: { type: 'createGroup', cmdId: 'createGroup', targets: [dave.identifier] },
    });
    const avatar = '/chat/avatars/fern.svg';
    const members = [
      { identifier: carol.identifier, lastName: 'Carol', avatar },
      { identifier: dave.identifier, lastName: 'Dave', avatar },
    ];
    expect(JSON.parse(row!.content!.message)).toEqual({ name: 'Weekend', members });
    expect(await dave.api.conversation.getGroupConversationDetail({ conversationId })).toMatchObject({
      conversation: { conversionId: conversationId, name: 'Weekend' },
      members: [
        { ...members[0], role: 'owner', groupNickname: '' },
        { ...members[1], role: 'member' },
      ],
    });
    expect(
      await outcomeCode(
        dave.api.conversation.getGroupConversationDetail({ conversationId: await chatOf(carol, dave) }),
      ),
    ).toBe('NO_AUTH');
  });

  test("R71 asked again, also ten times at once, there is one group; another's request of that name is his own", async () => {
    const requestId = newMessageId();
    const ask = async (person: Person, other: Person) => {
      const { conversation } = await person.api.conversation.create({
        type: 'group',
        identifiers: [other.identifier],
        requestId,
      });
      return conversation!.conversionId;
    };
    const ids = await Promise.all(Array.from({ length: 10 }, () => ask(alice, bob)));
    expect(new Set(ids).size).toBe(1);
    expect(await ask(alice, bob)).toBe(ids[0]);
    expect(await ask(bob, alice)).not.toBe(ids[0]);
    expect((await rowsOf(bob)).filter(({ conversationId }) => conversationId === ids[0])).toHaveLength(1);
  });

  test("a group's name, request and size are checked, and who blocked its founder is left out", async () => {
    const create = (rest: object) =>
      outcomeCode(alice.api.conversation.create({ type: 'group', identifiers: [bob.identifier], ...rest }));
    expect(await create({ name: 'x'.repeat(65) })).toBe('BAD_NAME');
    expect(await create({ name: 'a\u0000b' })).toBe('BAD_NAME');
    expect(await create({ requestId: 'short' })).toBe('BAD_REQUEST');
    expect(await create({ identifiers: [alice.identifier] })).toBe('BAD_REQUEST');
    expect(await create({ identifiers: Array.from({ length: 500 }, (_, n) => `nobody${n}`) })).toBe('NO_AUTH');
    const carol = await signIn(gateway);
    await query(gateway, 'insert into block values ($1, $2)', [carol.identifier, alice.identifier]);
    expect(await create({ identifiers: [carol.identifier] })).toBe('BLOCKED');
    const group = await groupOf(alice, bob, carol);
    const { members } = await alice.api.conversation.getGroupConversationDetail({ conversationId: group });
    expect(members.map(({ identifier }) => identifier)).toEqual([alice.identifier, bob.identifier]);
  });

  test('R72 there is one chat with oneself, in which own devices reach each other', async () => {
    const dave = await signIn(gateway, { name: 'Dave' });
    const chats = await Promise.all(Array.from({ length: 5 }, () => chatOf(dave, dave)));
    expect(new Set(chats).size).toBe(1);
    expect((await dave.api.conversation.list({})).list).toMatchObject([
      { conversionId: chats[0], userInfo: [{ identifier: dave.identifier }] },
    ]);
    expect(await outcomeCode(sendText(dave, chats[0]!, 'note'))).toBe('SUCCESS');
    expect(await outcomeCode(sendText(bob, chats[0]!, 'note'))).toBe('NO_AUTH');
  });

  test('a group that is open takes in whoever knows it, once, and says so in a row', async () => {
    const group = await groupOf(alice, bob);
    const [erin, fred] = [await signIn(gateway, { name: 'Erin' }), await signIn(gateway)];
    const join = (person: Person) => person.api.conversation.joinGroupConversation({ conversationId: group });
    expect(await outcomeCode(join(erin))).toBe('NO_AUTH');
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: false, visibility: true } });
    const socket = await connectAs(bob);
    expect((await join(erin)).conversation).toMatchObject({ conversionId: group, groupSetting: { visibility: true } });
    await join(erin);
    await sendText(erin, group, 'hello', { type: 'group' });
    await socket.until(() => socket.rows.length === 2);
    expect(socket.rows).toMatchObject([
      { seq: 3, sender: { identifier: erin.identifier }, content: { cmdId: 'joinMember' } },
      { seq: 4 },
    ]);
    expect(JSON.parse(socket.rows[0]!.content!.message)).toMatchObject({
      members: [{ identifier: erin.identifier, lastName: 'Erin' }],
    });
    socket.close();
    expect((await rowsOf(erin)).map(({ seq }) => seq)).toEqual([3, 4]);
    await sendCommand(alice, group, 'dismissGroup');
    expect(await outcomeCode(join(fred))).toBe('NO_AUTH');
    expect(
      await outcomeCode(fred.api.conversation.joinGroupConversation({ conversationId: await chatOf(alice, bob) })),
    ).toBe('NO_AUTH');
  });

  test('a full group takes in nobody', async () => {
    const small = await startTestGateway({ databaseUrl: gateway.databaseUrl, limits: { groupMembersMax: 2 } });
    const group = await groupOf(alice, bob);
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: false, visibility: true } });
    const erin = { ...(await signIn(gateway)), url: small.url };
    expect(
      await outcomeCode(
        call(small.url, 'conversation.joinGroupConversation', { conversationId: group }, { token: erin.tokens.token }),
      ),
    ).toBe('GROUP_FULL');
    await small.close();
  });

  test('R66 how I see a conversation is mine, all of it at once, and my other devices are told', async () => {
    const group = await groupOf(alice, bob);
    const userSetting = {
      anonymous: true,
      encrypted: false,
      noDisturb: true,
      mentionsOnly: true,
      isTop: true,
      groupRemark: 'Friends',
      unencrypted: 'never' as const,
    };
    const { conversation } = await alice.api.conversation.setUserSetting({
      conversationId: group,
      userSetting: { ...userSetting, groupRemark: ' Friends ' },
    });
    expect(conversation!.userSetting).toEqual({
      ...userSetting,
      mutedUntil: 0,
      archivedSeq: 0,
      markedUnread: false,
    });
    expect(
      (await bob.api.conversation.getGroupConversationDetail({ conversationId: group })).conversation!.userSetting,
    ).toMatchObject({ isTop: false, groupRemark: '' });
    const set = (request: object) =>
      outcomeCode(alice.api.conversation.setUserSetting({ conversationId: group, ...request }));
    expect(await set({ userSetting: { groupRemark: 'x'.repeat(65) } })).toBe('BAD_NAME');
    expect(await set({ userSetting: { groupRemark: 'a\tb' } })).toBe('BAD_NAME');
    expect(await set({})).toBe('BAD_REQUEST');
    expect(await set({ userSetting: { unencrypted: 9 } })).toBe('BAD_REQUEST');
  });

  test('R66 R73 a device that knows an older setting changes what it means to change, and nothing back', async () => {
    const chat = await chatOf(alice, bob);
    await alice.api.conversation.setUserSetting({
      conversationId: chat,
      userSetting: { encrypted: true, isTop: true },
    });
    const stale = { encrypted: false, isTop: false, noDisturb: true };
    const { conversation } = await alice.api.conversation.setUserSetting({
      conversationId: chat,
      userSetting: stale,
      fields: ['noDisturb'],
    });
    expect(conversation!.userSetting).toMatchObject({ encrypted: true, isTop: true, noDisturb: true });
    expect(
      (await bob.api.conversation.list({})).list.find(({ conversionId }) => conversionId === chat)!.userSetting,
    ).toMatchObject({ encrypted: true });
    expect(
      await outcomeCode(
        alice.api.conversation.setUserSetting({ conversationId: chat, userSetting: stale, fields: ['owner'] }),
      ),
    ).toBe('BAD_REQUEST');
  });

  test('R73 R197 whether a private chat is encrypted is no setting of the gateway', async () => {
    const chat = await chatOf(alice, bob);
    const settings = async (person: Person) =>
      (await person.api.conversation.list({})).list.find(({ conversionId }) => conversionId === chat)!.userSetting;
    const userSetting = { encrypted: false, isTop: true };
    expect(
      await outcomeCode(
        alice.api.conversation.setUserSetting({ conversationId: chat, userSetting, fields: ['encrypted'] }),
      ),
    ).toBe('BAD_REQUEST');
    await alice.api.conversation.setUserSetting({ conversationId: chat, userSetting });
    expect(await settings(alice)).toMatchObject({ encrypted: true, isTop: true });
    expect(await settings(bob)).toMatchObject({ encrypted: true, isTop: false });
  });

  test('R70 what I take off my list is back when something new is said, and nobody else misses it', async () => {
    const group = await groupOf(alice, bob);
    const status = async (person: Person) =>
      (await person.api.conversation.list({})).list.find(({ conversionId }) => conversionId === group)!.status;
    expect((await alice.api.conversation.remove({ conversationId: group })).conversation!.status).toBe('delete');
    expect([await status(alice), await status(bob)]).toEqual(['delete', 'normal']);
    await sendText(bob, group, 'hello', { type: 'group' });
    expect(await status(alice)).toBe('normal');
  });

  test("R69 a group's history comes page by page, oldest first, and says whether there is more", async () => {
    const group = await groupOf(alice, bob);
    for (let n = 2; n <= 6; n += 1) await sendText(alice, group, String(n), { type: 'group' });
    const page = async (person: Person, beforeSeq: number) => {
      const { list, more } = await person.api.historyMessage.queryByGroup({
        conversationId: group,
        beforeSeq,
        limit: 3,
      });
      return { seqs: list.map(({ seq }) => seq), more };
    };
    expect(await page(bob, 0)).toEqual({ seqs: [4, 5, 6], more: true });
    expect(await page(bob, 4)).toEqual({ seqs: [1, 2, 3], more: false });
    expect(await page(bob, 1)).toEqual({ seqs: [], more: false });
    const late = await signIn(gateway);
    await sendCommand(alice, group, 'inviteMember', { targets: [late.identifier] });
    expect(await page(late, 0)).toEqual({ seqs: [7], more: false });
    expect(await outcomeCode(alice.api.historyMessage.queryByGroup({ conversationId: await chatOf(alice, bob) }))).toBe(
      'NO_AUTH',
    );
  });
});
