import type { Row } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
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
} from '../../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../../testing/gateway.ts';

let gateway: TestGateway;
let alice: Person;
let bob: Person;
let carol: Person;
let dave: Person;
let group: string;

beforeAll(async () => {
  gateway = await startTestGateway({ limits: { groupMembersMax: 4 } });
  [alice, bob, carol, dave] = [
    await signIn(gateway, { name: 'Alice' }),
    await signIn(gateway, { name: 'Bob' }),
    await signIn(gateway, { name: 'Carol' }),
    await signIn(gateway, { name: 'Dave' }),
  ];
});
beforeEach(async () => {
  group = await groupOf(alice, bob, carol);
});
afterAll(() => gateway.close());

const say = async (from: Person, text: string, conversation = group, type: 'private' | 'group' = 'group') => {
  const id = newMessageId();
  await sendText(from, conversation, text, { id, type });
  return id;
};
const rowsIn = async (person: Person, conversation = group): Promise<Row[]> =>
  (await rowsOf(person)).filter(({ conversationId }) => conversationId === conversation);
const people = async () =>
  (
    await query<{ identifier: string; role: string; left: string | null }>(
      gateway,
      'select identifier, role, left_seq as left from member where conversation = $1',
      [group],
    )
  ).rows;
const current = async () =>
  (await people())
    .filter(({ left }) => left === null)
    .map(({ identifier }) => identifier)
    .toSorted();
const sorted = (...some: Person[]) => some.map(({ identifier }) => identifier).toSorted();
const detail = (person: Person) => person.api.conversation.getGroupConversationDetail({ conversationId: group });
const named = ({ identifier }: Person, lastName: string) => ({
  identifier,
  lastName,
  avatar: '/chat/avatars/fern.svg',
});
/** The number of rows in the group: a refusal must not add any. */
const count = async () =>
  (await query<{ n: number }>(gateway, 'select last_seq::int as n from conversation where id = $1', [group])).rows[0]!
    .n;
const refused = async (work: () => Promise<unknown>, code: string) => {
  const before = await count();
  expect(await outcomeCode(work())).toBe(code);
  expect(await count()).toBe(before);
};

describe('system commands', () => {
  test('R57 a command is a message with its place; the answer carries what the gateway has made of it', async () => {
    await sendCommand(alice, group, 'deleteMember', { targets: [carol.identifier] });
    const socket = await connectAs(bob);
    const { seq, content } = await sendCommand(alice, group, 'inviteMember', {
      targets: [carol.identifier],
      body: { members: [{ identifier: 'forged' }] },
    });
    expect(content).toMatchObject({ cmdId: 'inviteMember', type: 'inviteMember', targets: [carol.identifier] });
    expect(JSON.parse(content!.message)).toEqual({ members: [named(carol, 'Carol')] });
    await socket.until(() => socket.rows.length > 0);
    expect(socket.rows).toMatchObject([{ seq, prevSeq: seq - 1, content }]);
    socket.close();
  });

  test('P2 a command that is sent again does nothing and answers as the first time', async () => {
    const id = newMessageId();
    const again = () => sendCommand(bob, group, 'groupName', { id, body: { name: 'x' } });
    await refused(again, 'NO_AUTH');
    const rename = (name: string) => sendCommand(alice, group, 'groupName', { id, body: { name } });
    const first = await rename('First');
    expect(await rename('Second')).toEqual(first);
    expect((await detail(bob)).conversation!.name).toBe('First');
    const quit = newMessageId();
    const left = await sendCommand(bob, group, 'quitMember', { id: quit });
    expect(await sendCommand(bob, group, 'quitMember', { id: quit })).toEqual(left);
  });

  test('the same command at the same time, ten times: one row', async () => {
    const id = newMessageId();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => sendCommand(alice, group, 'groupName', { id, body: { name: 'Once' } })),
    );
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([2]));
    expect(await count()).toBe(2);
  });

  test('an unknown command, one for elsewhere, and wrong targets are not understood', async () => {
    const chat = await chatOf(alice, bob);
    const send = (conversationId: string, type: 'private' | 'group', cmdId: string, targets: string[] = []) =>
      (type === 'group' ? alice.api.message.sendGroupMessage : alice.api.message.sendPrivateMessage)({
        id: newMessageId(),
        conversation: { conversationId },
        content: [{ type: cmdId, cmdId, targets, message: '{}' }],
      });
    for (const cmdId of ['nonsense', 'constructor', 'addFriend'])
      await refused(() => send(group, 'group', cmdId), 'BAD_REQUEST');
    await refused(() => send(group, 'group', 'encrypt'), 'BAD_REQUEST');
    expect(await outcomeCode(send(chat, 'private', 'quitMember'))).toBe('BAD_REQUEST');
    await refused(() => send(group, 'group', 'quitMember', [bob.identifier]), 'BAD_REQUEST');
    await refused(() => send(group, 'group', 'withdraw'), 'BAD_REQUEST');
    await refused(() => send(group, 'group', 'withdraw', [newMessageId(), newMessageId()]), 'BAD_REQUEST');
    await refused(() => send(group, 'group', 'inviteMember'), 'BAD_REQUEST');
  });

  test("what the gateway alone writes nobody can send, and a line of the engine's own neither", async () => {
    for (const cmdId of ['createGroup', 'joinMember'] as const)
      await refused(() => sendCommand(alice, group, cmdId), 'NO_AUTH');
    const forged = {
      type: 'system',
      message: '{"type":"custom","originMessage":{"cmdId":"quitMember","actor":"bob"}}',
    };
    await refused(
      () =>
        alice.api.message.sendGroupMessage({
          id: newMessageId(),
          conversation: { conversationId: group },
          content: [forged],
        }),
      'BAD_REQUEST',
    );
    const aimed = { type: 'text', message: '{}', targets: ['x'] };
    await refused(
      () =>
        alice.api.message.sendGroupMessage({
          id: newMessageId(),
          conversation: { conversationId: group },
          content: [aimed],
        }),
      'BAD_REQUEST',
    );
  });
});

describe('who is in a group', () => {
  test('P7 who is invited is pushed the invitation first, and sees nothing before it', async () => {
    await say(alice, 'before');
    const socket = await connectAs(dave);
    await sendCommand(bob, group, 'inviteMember', { targets: [dave.identifier, bob.identifier, 'nobody'] });
    await say(alice, 'after');
    await socket.until(() => socket.rows.length === 2);
    expect(socket.rows.map(({ seq, content }) => [seq, content!.cmdId])).toEqual([
      [3, 'inviteMember'],
      [4, ''],
    ]);
    expect(socket.notices).toMatchObject([{ type: 'conversationChanged', conversationId: group }]);
    socket.close();
    expect((await rowsIn(dave)).map(({ seq }) => seq)).toEqual([3, 4]);
    const { parts } = await dave.api.message.sync({});
    expect(parts.find(({ conversation }) => conversation!.conversionId === group)!.joinedSeq).toBe(2);
    expect(await current()).toEqual(sorted(alice, bob, carol, dave));
  });

  test('who blocked the one who invites is left out; nobody new and one too many are refused', async () => {
    const erin = await signIn(gateway);
    await query(gateway, 'insert into block values ($1, $2)', [erin.identifier, bob.identifier]);
    await refused(() => sendCommand(bob, group, 'inviteMember', { targets: [erin.identifier] }), 'BAD_REQUEST');
    await refused(() => sendCommand(bob, group, 'inviteMember', { targets: [alice.identifier] }), 'BAD_REQUEST');
    await refused(
      () => sendCommand(alice, group, 'inviteMember', { targets: [erin.identifier, dave.identifier] }),
      'GROUP_FULL',
    );
    const { content } = await sendCommand(bob, group, 'inviteMember', { targets: [erin.identifier, dave.identifier] });
    expect(content!.targets).toEqual([dave.identifier]);
    expect(await current()).toEqual(sorted(alice, bob, carol, dave));
    await refused(() => sendCommand(alice, group, 'inviteMember', { targets: [erin.identifier] }), 'GROUP_FULL');
  });

  test('the owner removes others, who get that row and no more; nobody removes himself', async () => {
    const [bobs, carols] = [await connectAs(bob), await connectAs(carol)];
    await refused(() => sendCommand(bob, group, 'deleteMember', { targets: [carol.identifier] }), 'NO_AUTH');
    await refused(() => sendCommand(alice, group, 'deleteMember', { targets: [alice.identifier] }), 'BAD_REQUEST');
    await refused(() => sendCommand(alice, group, 'deleteMember', { targets: [dave.identifier] }), 'BAD_REQUEST');
    const { content } = await sendCommand(alice, group, 'deleteMember', { targets: [bob.identifier] });
    expect(JSON.parse(content!.message)).toEqual({ members: [named(bob, 'Bob')] });
    await say(alice, 'after');
    await carols.until(() => carols.rows.length === 2);
    expect(carols.rows.map(({ seq }) => seq)).toEqual([2, 3]);
    await bobs.until(() => bobs.rows.length === 1);
    expect(bobs.rows.map(({ seq }) => seq)).toEqual([2]);
    for (const socket of [bobs, carols]) socket.close();
    expect(await outcomeCode(say(bob, 'still here'))).toBe('NOT_MEMBER');
    expect(await outcomeCode(sendCommand(bob, group, 'nickname', { body: { nickname: 'x' } }))).toBe('NOT_MEMBER');
  });

  test('who comes back sees from the new invitation on', async () => {
    await sendCommand(bob, group, 'quitMember');
    await say(alice, 'between');
    await sendCommand(alice, group, 'inviteMember', { targets: [bob.identifier] });
    expect((await rowsIn(bob)).map(({ content }) => content!.cmdId)).toEqual(['inviteMember']);
  });

  test('R65 a member quits; the owner stays until the group is handed over, or dismisses it by leaving it alone', async () => {
    await refused(() => sendCommand(alice, group, 'quitMember'), 'OWNER_STAYS');
    await sendCommand(bob, group, 'quitMember');
    expect(await current()).toEqual(sorted(alice, carol));
    await refused(() => sendCommand(carol, group, 'handOver', { targets: [carol.identifier] }), 'NO_AUTH');
    await refused(() => sendCommand(alice, group, 'handOver', { targets: [alice.identifier] }), 'BAD_REQUEST');
    await refused(() => sendCommand(alice, group, 'handOver', { targets: [dave.identifier] }), 'BAD_REQUEST');
    await sendCommand(alice, group, 'handOver', { targets: [carol.identifier] });
    expect((await detail(carol)).members.map(({ identifier, role }) => [identifier, role])).toEqual(
      expect.arrayContaining([
        [carol.identifier, 'owner'],
        [alice.identifier, 'member'],
      ]),
    );
    await refused(() => sendCommand(alice, group, 'groupName', { body: { name: 'Mine still' } }), 'NO_AUTH');
    await sendCommand(alice, group, 'quitMember');
    await sendCommand(carol, group, 'quitMember');
    expect(await current()).toEqual([]);
    expect((await query(gateway, 'select status from conversation where id = $1', [group])).rows).toEqual([
      { status: 'delete' },
    ]);
  });

  test('R65 a dismissed group ends for everybody with the row that says so', async () => {
    const socket = await connectAs(bob);
    await refused(() => sendCommand(bob, group, 'dismissGroup'), 'NO_AUTH');
    const { seq } = await sendCommand(alice, group, 'dismissGroup');
    await socket.until(() => socket.rows.length === 1);
    expect(socket.rows).toMatchObject([{ seq, content: { cmdId: 'dismissGroup' } }]);
    socket.close();
    const { parts } = await carol.api.message.sync({ cursors: [{ conversationId: group, epoch: 1, seq: seq - 1 }] });
    expect(parts.find(({ conversation }) => conversation!.conversionId === group)).toMatchObject({
      conversation: { status: 'delete' },
      rows: [{ seq }],
    });
    for (const person of [alice, bob, carol]) expect(await outcomeCode(say(person, 'anybody?'))).toBe('NOT_MEMBER');
    expect(await outcomeCode(sendCommand(alice, group, 'inviteMember', { targets: [dave.identifier] }))).toBe(
      'NOT_MEMBER',
    );
  });

  test('P7 two who invite to the last place at once: one does', async () => {
    const erin = await signIn(gateway);
    const outcomes = await Promise.all([
      outcomeCode(sendCommand(alice, group, 'inviteMember', { targets: [dave.identifier] })),
      outcomeCode(sendCommand(bob, group, 'inviteMember', { targets: [erin.identifier] })),
    ]);
    expect(outcomes.toSorted()).toEqual(['GROUP_FULL', 'SUCCESS']);
    expect(await current()).toHaveLength(4);
  });
});

describe('what a group is called', () => {
  test("its name is the owner's to give, within the limits", async () => {
    await refused(() => sendCommand(bob, group, 'groupName', { body: { name: 'x' } }), 'NO_AUTH');
    for (const name of ['', '  ', 'x'.repeat(65), 'a\u0007b', 'a\u202eb'])
      await refused(() => sendCommand(alice, group, 'groupName', { body: { name } }), 'BAD_NAME');
    for (const name of [7, null, undefined])
      await refused(() => sendCommand(alice, group, 'groupName', { body: { name } }), 'BAD_REQUEST');
    const { content } = await sendCommand(alice, group, 'groupName', { body: { name: '  Weekend  ' } });
    expect(JSON.parse(content!.message)).toEqual({ name: 'Weekend' });
    expect((await detail(bob)).conversation!.name).toBe('Weekend');
  });

  test("its settings are the owner's", async () => {
    await refused(
      () => sendCommand(bob, group, 'groupSetting', { body: { supportAnonymous: true, visibility: true } }),
      'NO_AUTH',
    );
    await refused(
      () => sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: 'yes', visibility: true } }),
      'BAD_REQUEST',
    );
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: true, visibility: false, more: 1 } });
    expect((await detail(bob)).conversation!.groupSetting).toEqual({ supportAnonymous: true, visibility: false });
  });

  test("a nickname is one's own, and can be taken back", async () => {
    const nicknames = async () =>
      (await detail(alice)).members.map(({ groupNickname }) => groupNickname).filter(Boolean);
    await sendCommand(bob, group, 'nickname', { body: { nickname: ' Bobby ' } });
    expect(await nicknames()).toEqual(['Bobby']);
    await refused(() => sendCommand(bob, group, 'nickname', { body: { nickname: 'x'.repeat(33) } }), 'BAD_NAME');
    await refused(() => sendCommand(bob, group, 'nickname', { body: { nickname: 'a\nb' } }), 'BAD_NAME');
    await sendCommand(bob, group, 'nickname', { body: { nickname: '' } });
    expect(await nicknames()).toEqual([]);
  });
});

describe('commands about a message', () => {
  const about = (from: Person, cmdId: 'withdraw' | 'edit' | 'reaction', target: string, body: object = {}) =>
    sendCommand(from, group, cmdId, { targets: [target], body });

  test('R60 the author withdraws, and so does the owner; the store keeps the text for the author alone', async () => {
    const [mine, theirs] = [await say(alice, 'of the owner'), await say(bob, 'of bob')];
    await refused(() => about(bob, 'withdraw', mine), 'NO_AUTH');
    await refused(() => about(carol, 'withdraw', theirs), 'NO_AUTH');
    await about(bob, 'edit', theirs, { text: 'of bob, edited' });
    await about(alice, 'withdraw', theirs);
    const texts = async (person: Person) => (await rowsIn(person)).slice(1).map(({ content }) => content!.message);
    expect(await texts(bob)).toEqual([
      '{"text":"of the owner"}',
      '{"text":"of bob"}',
      '{"text":"of bob, edited"}',
      '{}',
    ]);
    for (const person of [alice, carol]) expect(await texts(person)).toEqual(['{"text":"of the owner"}', '', '', '{}']);
    const { list } = await carol.api.historyMessage.queryByGroup({ conversationId: group });
    expect(list.slice(1).map(({ content }) => content!.message)).toEqual(['{"text":"of the owner"}', '', '', '{}']);
  });

  test('what is not there, was withdrawn, is a command, or lies before one joined, is no longer there', async () => {
    const id = await say(bob, 'hello');
    const command = newMessageId();
    await sendCommand(bob, group, 'nickname', { id: command, body: { nickname: 'B' } });
    const elsewhere = await say(bob, 'elsewhere', await chatOf(alice, bob), 'private');
    for (const target of [newMessageId(), command, elsewhere]) {
      await refused(() => about(bob, 'withdraw', target), 'NO_MESSAGE');
      await refused(() => about(bob, 'reaction', target, { emoji: '👍', on: true }), 'NO_MESSAGE');
    }
    await sendCommand(alice, group, 'inviteMember', { targets: [dave.identifier] });
    await refused(() => about(dave, 'reaction', id, { emoji: '👍', on: true }), 'NO_MESSAGE');
    await about(bob, 'withdraw', id);
    await refused(() => about(bob, 'withdraw', id), 'NO_MESSAGE');
    await refused(() => about(bob, 'edit', id, { text: 'again' }), 'NO_MESSAGE');
  });

  test('the author alone edits', async () => {
    const id = await say(bob, 'helo');
    for (const person of [alice, carol])
      await refused(() => about(person, 'edit', id, { text: 'words in his mouth' }), 'NO_AUTH');
    await refused(() => about(bob, 'edit', id, { text: '' }), 'BAD_REQUEST');
    await refused(() => about(bob, 'edit', id, { text: 7 }), 'BAD_REQUEST');
    await refused(() => about(bob, 'edit', id, { text: 'x'.repeat(20_001) }), 'BAD_REQUEST');
    await about(bob, 'edit', id, { text: 'hello' });
    expect((await rowsIn(carol)).slice(1).map(({ content }) => content!.message)).toEqual([
      '{"text":"helo"}',
      '{"text":"hello"}',
    ]);
  });

  test('anybody reacts', async () => {
    const id = await say(bob, 'hello');
    const { content } = await about(carol, 'reaction', id, { emoji: '👍', on: true, text: 'Carol likes this' });
    expect(content).toMatchObject({ cmdId: 'reaction', targets: [id], sender: { identifier: carol.identifier } });
    await refused(() => about(carol, 'reaction', id, { emoji: '', on: true }), 'BAD_REQUEST');
    await refused(() => about(carol, 'reaction', id, { emoji: 'x'.repeat(33), on: true }), 'BAD_REQUEST');
    await refused(() => about(carol, 'reaction', id, { emoji: '👍' }), 'BAD_REQUEST');
  });

  test('a slap is for members', async () => {
    await sendCommand(bob, group, 'slap', { targets: [alice.identifier] });
    await refused(() => sendCommand(bob, group, 'slap', { targets: [dave.identifier] }), 'BAD_REQUEST');
  });

  test('R138 a few slaps an hour are enough; what is said between them does not make room for more', async () => {
    const chat = await groupOf(alice, bob);
    const slap = (from: Person) => outcomeCode(sendCommand(from, chat, 'slap', { targets: [alice.identifier] }));
    for (let n = 0; n < limits.slapsPerHour; n += 1) expect(await slap(bob)).toBe('SUCCESS');
    expect([await slap(bob), await slap(alice)]).toEqual(['SLAP_LIMIT', 'SUCCESS']);
    await sendText(bob, chat, 'sorry', { type: 'group' });
    expect(await slap(bob)).toBe('SLAP_LIMIT');
    await query(gateway, 'update message set ts = ts - 3600000 where conversation = $1', [chat]);
    expect(await slap(bob)).toBe('SUCCESS');
  });
});

describe('commands in a private chat', () => {
  test('sealed copies all carry the same command; a withdrawal empties the copies that still wait', async () => {
    const chat = await chatOf(alice, carol);
    const laptop = await signIn(gateway, { phone: alice.phone, deviceId: 'laptop' }).catch(async () => {
      await query(gateway, 'delete from sms_quota');
      return signIn(gateway, { phone: alice.phone, deviceId: 'laptop', name: 'Alice' });
    });
    const to = [carol, laptop].map(({ identifier, deviceId }) => ({ identifier, deviceId }));
    const sealed = (contents: object[], id = newMessageId()) =>
      alice.api.message.sendPrivateMessage({
        id,
        conversation: { conversationId: chat },
        content: contents.map((content, n) => ({ message: 'sealed', to: to[n]!, ...content })),
      });
    const id = newMessageId();
    await sealed([{ type: 'text' }, { type: 'text' }], id);
    const withdrawal = { cmdId: 'withdraw', targets: [id] };
    expect(await outcomeCode(sealed([withdrawal, { type: 'text' }]))).toBe('BAD_REQUEST');
    expect(await outcomeCode(sealed([withdrawal, { cmdId: 'reaction', targets: [id] }]))).toBe('BAD_REQUEST');
    expect(await outcomeCode(sealed([withdrawal, { cmdId: 'withdraw', targets: [newMessageId()] }]))).toBe(
      'BAD_REQUEST',
    );
    expect(await outcomeCode(sealed([withdrawal]))).toBe('DEVICES_CHANGED');
    expect(await sealed([withdrawal, withdrawal])).toMatchObject({ seq: 2, content: null });
    for (const person of [carol, laptop]) {
      expect(await rowsIn(person, chat)).toMatchObject([
        { id, copy: 'acked', content: null },
        { copy: 'queued', content: { cmdId: 'withdraw', type: 'withdraw', targets: [id], message: 'sealed' } },
      ]);
    }
  });

  describe('C12 messages that a device could not open', () => {
    let chat: string;
    let laptop: Person;
    beforeEach(async () => {
      chat = await chatOf(alice, carol);
      await query(gateway, 'delete from sms_quota');
      laptop = await signIn(gateway, { phone: alice.phone, deviceId: 'laptop', name: 'Alice' });
    });
    const request = (from: Person, targets: string[], body: object = { deviceId: 'd' }) =>
      sendCommand(from, chat, 'resendRequest', { type: 'private', targets, body });
    const resend = (from: Person, target: string, body: object = { type: 'text', message: '{"text":"again"}' }) =>
      sendCommand(from, chat, 'resend', { type: 'private', targets: [target], body });
    const last = async () =>
      (await query<{ n: number }>(gateway, 'select last_seq::int as n from conversation where id = $1', [chat]))
        .rows[0]!.n;
    const refusedHere = async (work: () => Promise<unknown>, code: string) => {
      const before = await last();
      expect(await outcomeCode(work())).toBe(code);
      expect(await last()).toBe(before);
    };

    test("are asked for by whoever lacks them: of the other, or of another device of one's own", async () => {
      const [theirs, mine, fromLaptop] = [
        await say(carol, '1', chat, 'private'),
        await say(alice, '2', chat, 'private'),
        await say(laptop, '3', chat, 'private'),
      ];
      const { content } = await request(alice, [theirs, fromLaptop]);
      expect(content).toMatchObject({
        cmdId: 'resendRequest',
        targets: [theirs, fromLaptop],
        message: '{"deviceId":"d"}',
      });
      expect((await rowsIn(carol, chat)).at(-1)!.content).toMatchObject({
        cmdId: 'resendRequest',
        targets: [theirs, fromLaptop],
      });
      await refusedHere(() => request(alice, [mine]), 'NO_AUTH');
      await refusedHere(() => request(alice, [theirs, mine]), 'NO_AUTH');
      expect(await outcomeCode(request(laptop, [mine]))).toBe('SUCCESS');
      await refusedHere(() => request(alice, [newMessageId()]), 'NO_MESSAGE');
      await refusedHere(() => request(alice, []), 'BAD_REQUEST');
      await refusedHere(() => request(alice, [theirs], { deviceId: 'no device' }), 'BAD_REQUEST');
      await refusedHere(() => request(alice, Array.from({ length: 201 }, newMessageId)), 'BAD_REQUEST');
      await refusedHere(() => request(bob, [theirs]), 'NO_AUTH');
    });

    test('R203 are asked for also where all were withdrawn; their author answers under seal alone', async () => {
      const gone = await say(carol, '1', chat, 'private');
      const edited = newMessageId();
      await sendCommand(carol, chat, 'edit', { id: edited, type: 'private', targets: [gone], body: { text: '2' } });
      await sendCommand(carol, chat, 'withdraw', { type: 'private', targets: [gone] });
      expect(await outcomeCode(request(alice, [edited]))).toBe('SUCCESS');
      await refusedHere(() => resend(carol, edited), 'NO_MESSAGE');
      expect(
        await outcomeCode(
          carol.api.message.sendPrivateMessage({
            id: newMessageId(),
            conversation: { conversationId: chat },
            content: [alice, laptop].map(({ identifier, deviceId }) => ({
              type: 'resend',
              cmdId: 'resend',
              targets: [edited],
              message: 'sealed',
              to: { identifier, deviceId },
            })),
          }),
        ),
      ).toBe('SUCCESS');
    });

    test('are sent again by their author alone, commands too, and a withdrawal takes that text too', async () => {
      const id = await say(carol, 'helo', chat, 'private');
      const edited = newMessageId();
      await sendCommand(carol, chat, 'edit', { id: edited, type: 'private', targets: [id], body: { text: 'hello' } });
      await refusedHere(() => resend(alice, id), 'NO_AUTH');
      await refusedHere(() => resend(bob, id), 'NO_AUTH');
      for (const body of [
        {},
        { type: 'text' },
        { type: 'text', message: 7 },
        { type: '', message: 'x' },
        { type: 7, message: 'x' },
      ]) {
        await refusedHere(() => resend(carol, id, body), 'BAD_REQUEST');
      }
      await resend(carol, id);
      await resend(carol, edited, { type: 'edit', message: '{"text":"hello"}' });
      const words = async (person: Person) =>
        (await rowsIn(person, chat)).slice(-4).map(({ content }) => content!.message);
      expect((await rowsIn(alice, chat)).at(-2)!.content).toMatchObject({
        cmdId: 'resend',
        targets: [id],
        message: '{"type":"text","message":"{\\"text\\":\\"again\\"}"}',
      });
      await sendCommand(carol, chat, 'withdraw', { type: 'private', targets: [id] });
      expect(await words(alice)).toEqual(['', '', '', '{}']);
      expect(await words(carol)).not.toContain('');
    });

    test('are sealed once more, which a withdrawal takes off the queue', async () => {
      const to = [carol, laptop].map(({ identifier, deviceId }) => ({ identifier, deviceId }));
      const sealed = (content: object, id = newMessageId()) =>
        alice.api.message.sendPrivateMessage({
          id,
          conversation: { conversationId: chat },
          content: to.map((device) => ({ message: 'sealed', to: device, ...content })),
        });
      const { id } = await sealed({ type: 'text' });
      await sealed({ type: 'resend', cmdId: 'resend', targets: [id] });
      expect((await rowsIn(carol, chat)).at(-1)).toMatchObject({
        copy: 'queued',
        content: { cmdId: 'resend', targets: [id], message: 'sealed' },
      });
      await sealed({ type: 'withdraw', cmdId: 'withdraw', targets: [id] });
      expect((await rowsIn(carol, chat)).slice(-3).map(({ copy }) => copy)).toEqual(['acked', 'acked', 'queued']);
    });
  });

  test('a block stops commands too, and encryption is told of', async () => {
    const chat = await chatOf(alice, dave);
    await sendCommand(alice, chat, 'encrypt', { type: 'private', body: { encrypted: false } });
    expect((await rowsIn(dave, chat))[0]!.content).toMatchObject({ cmdId: 'encrypt', message: '{"encrypted":false}' });
    await query(gateway, 'insert into block values ($1, $2)', [dave.identifier, alice.identifier]);
    expect(await outcomeCode(sendCommand(alice, chat, 'slap', { type: 'private', targets: [dave.identifier] }))).toBe(
      'BLOCKED',
    );
    await query(gateway, 'delete from block');
  });

  test('R72 own devices ask each other in the chat with oneself, and nowhere else', async () => {
    const { conversation } = await bob.api.conversation.create({ type: 'private', identifiers: [bob.identifier] });
    const own = conversation!.conversionId;
    await sendCommand(bob, own, 'syncRequest', { type: 'private', body: { conversationId: 'x' } });
    expect((await rowsIn(bob, own)).map(({ content }) => content!.cmdId)).toEqual(['syncRequest']);
    const chat = await chatOf(alice, bob);
    for (const cmdId of ['syncRequest', 'syncHistory'] as const)
      expect(await outcomeCode(sendCommand(bob, chat, cmdId, { type: 'private' }))).toBe('BAD_REQUEST');
  });
});
