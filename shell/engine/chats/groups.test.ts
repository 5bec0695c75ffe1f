import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { readSystem } from '@amber/proto/bodies';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

type Options = Parameters<Alice['gateway']['addChat']>[1];
async function withGroup(options: Options = {}) {
  const one = await startAlice();
  started.push(one);
  one.gateway.addChat('g1', { type: 'group', ...options });
  one.reconnect();
  await eventually('the group', () => one.db.cursors.get('g1'));
  return { ...one, group: async () => (await one.db.conversations.get('g1'))! };
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (thrown: unknown) => (thrown as Fault).code,
  );

describe('R71 R167 groups', () => {
  it('R71 a group just made is here when the call returns; the request carries its id', async () => {
    const one = await withGroup();
    const { conversationId } = await one.createGroup({
      requestId: 'q'.repeat(24),
      name: 'Friends',
      identifiers: ['bob'],
    });
    expect(one.gateway.requests('conversation.create')).toMatchObject([
      { type: 'group', identifiers: ['bob'], name: 'Friends', requestId: 'q'.repeat(24) },
    ]);
    expect(await one.db.conversations.get(conversationId)).toMatchObject({ type: 'group', unread: 0, mentions: 0 });
  });

  it('R167 R115 opening a group brings its settings and its people, those who left go', async () => {
    const one = await withGroup();
    await one.db.members.put({
      conversionId: 'g1',
      spaceId: '',
      identifier: 'gone',
      avatar: '',
      lastName: '',
      groupNickname: '',
      remarkName: '',
      role: 'member',
      left: false,
    });
    one.gateway.chats.get('g1')!.wire.name = 'Renamed';
    await one.refreshGroup({ conversationId: 'g1' });
    expect(
      (await one.db.members.where({ conversionId: 'g1' }).toArray())
        .filter(({ left }) => !left)
        .map(({ identifier, role }) => [identifier, role]),
    ).toEqual([
      ['alice', 'owner'],
      ['bob', 'member'],
    ]);
    expect((await one.group()).name).toBe('Renamed');
  });

  it('R63 R167 people of a group that could not be asked for come with the next connection', async () => {
    const one = await withGroup();
    one.gateway.faults.loseAnswers.set('conversation.getGroupConversationDetail', 1);
    const message = JSON.stringify({ members: [{ identifier: 'alice', lastName: 'A', avatar: '' }] });
    await one.pushRow(
      one.gateway.addContent('g1', { cmdId: 'inviteMember', type: 'inviteMember', targets: ['alice'], message }),
    );
    await eventually(
      'the lost answer',
      () => one.gateway.requests('conversation.getGroupConversationDetail').length === 1,
    );
    await settle();
    const people = async () =>
      (await one.db.members.where({ conversionId: 'g1' }).toArray()).map(({ identifier }) => identifier);
    expect(await people()).toEqual(['alice']);
    one.reconnect();
    await eventually('everybody', async () => (await people()).join() === 'alice,bob');
  });

  it('R167 settings and people change together or not at all', async () => {
    const one = await withGroup();
    // The list, which a start and a connection request, would bring the name, too.
    await eventually('the list', () => one.gateway.requests('conversation.list').length > 0);
    one.gateway.faults.loseAnswers.set('conversation.list', 1_000);
    await settle();
    await one.db.members.clear();
    one.gateway.chats.get('g1')!.wire.name = 'Renamed';
    one.db.members.hook('creating', () => {
      throw new Error('disk');
    });
    await codeOf(one.refreshGroup({ conversationId: 'g1' }));
    expect((await one.group()).name).toBe('');
  });
});

describe('R66 how I see a conversation', () => {
  it('R66 a change is on screen at once, sent by the name of what it changes, and stays when agreed', async () => {
    const one = await withGroup();
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set('conversation.setUserSetting', held.promise);
    const changing = one.changeSetting({ conversationId: 'g1', setting: { isTop: true } });
    await eventually('the pin', async () => (await one.group()).userSetting?.isTop);
    held.resolve();
    await changing;
    expect((await one.group()).userSetting).toMatchObject({ isTop: true, noDisturb: false });
    expect(one.gateway.requests('conversation.setUserSetting')).toMatchObject([
      { conversationId: 'g1', userSetting: { isTop: true }, fields: ['isTop'] },
    ]);
  });

  it('R58 R66 writing anonymously is on screen once the gateway has stored it', async () => {
    const one = await withGroup({ supportAnonymous: true });
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set('conversation.setUserSetting', held.promise);
    const changing = one.changeSetting({ conversationId: 'g1', setting: { anonymous: true, isTop: true } });
    await eventually('the pin', async () => (await one.group()).userSetting?.isTop);
    expect((await one.group()).userSetting?.anonymous).toBe(false);
    held.resolve();
    await changing;
    expect((await one.group()).userSetting?.anonymous).toBe(true);
  });

  it('R66 a refusal takes it back and is told to the caller', async () => {
    const one = await withGroup();
    one.gateway.faults.refuse.set('conversation.setUserSetting', () => new Fault('NO_AUTH'));
    expect(
      await codeOf(one.changeSetting({ conversationId: 'g1', setting: { noDisturb: true, groupRemark: 'x' } })),
    ).toBe('NO_AUTH');
    expect((await one.group()).userSetting).toMatchObject({ noDisturb: false, groupRemark: '' });
  });

  it('R66 two changes at once lose nothing; a refusal of the first leaves the second', async () => {
    const one = await withGroup();
    let calls = 0;
    one.gateway.faults.refuse.set('conversation.setUserSetting', () =>
      (calls += 1) === 1 ? new Fault('NO_AUTH') : undefined,
    );
    const [first, second] = [
      one.changeSetting({ conversationId: 'g1', setting: { isTop: true } }),
      one.changeSetting({ conversationId: 'g1', setting: { noDisturb: true } }),
    ];
    expect([await codeOf(first), await codeOf(second)]).toEqual(['NO_AUTH', 'no fault']);
    expect((await one.group()).userSetting).toMatchObject({ isTop: false, noDisturb: true });
    expect(one.gateway.chats.get('g1')!.wire.userSetting).toMatchObject({ isTop: false, noDisturb: true });
  });

  it('R70 a hidden conversation comes back when something new is said', async () => {
    const one = await withGroup();
    await one.hideConversation({ conversationId: 'g1' });
    expect((await one.group()).status).toBe('delete');
    await one.pushRow(one.gateway.addContent('g1', { type: 'text', message: '{"text":"new"}' }));
    expect(await one.group()).toMatchObject({ status: 'normal', unread: 1 });
  });
});

describe('R188 who is writing', () => {
  const told = ({ gateway }: Alice) =>
    gateway
      .socket()
      .requestsOf('typing')
      .map(({ typing }) => typing);
  const typing = (one: Alice, isTyping = true, conversationId = 'c1') =>
    one.setTyping({ conversationId, typing: isTyping });

  it('R188 told at most once in a while, however often a key is pressed, and ended by a pause', async () => {
    const one = await withGroup();
    for (let time = 0; time < 2 * limits.typingEvery; time += 500) {
      await typing(one);
      await one.clock.advance(500);
    }
    expect(told(one)).toEqual([true, true]);
    await one.clock.advance(limits.typingEvery);
    expect(told(one)).toEqual([true, true, false]);
    await one.clock.advance(60_000);
    expect(told(one)).toHaveLength(3);
  });

  it('R188 an end is told at once, and only after a beginning', async () => {
    const one = await withGroup();
    await typing(one, false);
    expect(told(one)).toEqual([]);
    await typing(one);
    await typing(one, false);
    await typing(one, false);
    expect(told(one)).toEqual([true, false]);
  });

  it('R188 what is sent ends it by itself', async () => {
    const one = await withGroup();
    await typing(one);
    await one.send({ id: 's'.repeat(24), conversationId: 'c1', type: 'text', body: { text: 'hello' } });
    await one.waitUntilSent('s'.repeat(24));
    await one.clock.advance(60_000);
    expect(told(one)).toEqual([true]);
  });

  it('R188 each conversation by itself; who is anonymous there tells nothing; offline it is no error', async () => {
    const one = await withGroup({ supportAnonymous: true });
    await typing(one, true, 'c1');
    await typing(one, true, 'g1');
    expect(
      one.gateway
        .socket()
        .requestsOf('typing')
        .map(({ conversationId }) => conversationId),
    ).toEqual(['c1', 'g1']);
    await one.changeSetting({ conversationId: 'g1', setting: { anonymous: true } });
    await one.clock.advance(10_000);
    await typing(one, true, 'g1');
    expect(told(one)).toEqual([true, true, false, false]);
    one.gateway.goOffline();
    await typing(one, true, 'c1');
    await settle();
  });

  it('R188 what I write on another device is no news', async () => {
    const one = await withGroup();
    one.gateway.socket().push('pushNotify', { type: 'typing', conversationId: 'c1', identifier: 'alice' });
    expect(one.events.filter(({ type }) => type === 'typing')).toEqual([]);
  });

  it('R188 what others write ends after a while without news, or with their message', async () => {
    const one = await withGroup();
    const news = () => one.events.flatMap((event) => (event.type === 'typing' ? [event.typing] : []));
    const hear = () =>
      one.gateway.socket().push('pushNotify', { type: 'typing', conversationId: 'c1', identifier: 'bob' });
    hear();
    await one.clock.advance(limits.typingFor - 1);
    hear();
    await one.clock.advance(limits.typingFor - 1);
    expect(news()).toEqual([true]);
    await one.clock.advance(1);
    expect(news()).toEqual([true, false]);
    hear();
    await one.pushRow(one.gateway.addTextFromBob('c1', 'done'));
    expect(news()).toEqual([true, false, true, false]);
    await one.pushRow(one.gateway.addTextFromBob('c1', 'and more'));
    expect(news()).toHaveLength(4);
  });
});

describe('R58 anonymous messages', () => {
  const sent = async (one: Awaited<ReturnType<typeof withGroup>>, text: string) => {
    const id = await one.sendText(text, 'g1');
    await one.waitUntilSent(id);
    return {
      id,
      wire: one.gateway.requests('message.sendGroupMessage').at(-1)!.content[0]!.anonymous,
      row: (await one.message(id)).content.anonymous,
    };
  };

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])('R58 I want it: %s, the group takes it: %s, so it is: %s', async (anonymous, supportAnonymous, expected) => {
    const one = await withGroup({ supportAnonymous });
    await one.changeSetting({ conversationId: 'g1', setting: { anonymous } });
    expect(await sent(one, 'hello')).toMatchObject({ wire: expected, row: expected });
  });

  it('R58 what was written before the change stays as it was written', async () => {
    const one = await withGroup({ supportAnonymous: true });
    await one.changeSetting({ conversationId: 'g1', setting: { anonymous: true } });
    one.gateway.faults.refuse.set('message.sendGroupMessage', () => new Fault('UNAVAILABLE'));
    const id = await one.sendText('hidden', 'g1');
    await eventually('the wait', () => one.clock.hasTimerIn(3_000));
    await one.changeSetting({ conversationId: 'g1', setting: { anonymous: false } });
    one.gateway.faults.refuse.clear();
    await one.clock.advance(3_000);
    await one.waitUntilSent(id);
    expect(one.gateway.requests('message.sendGroupMessage').at(-1)!.content[0]!.anonymous).toBe(true);
    const open = await sent(one, 'open');
    // Removing either is as anonymous as the message was.
    for (const [target, anonymous] of [
      [id, true],
      [open.id, false],
    ] as const) {
      await one.command({
        id: `${target.slice(1)}w`,
        conversationId: 'g1',
        cmdId: 'withdraw',
        targets: [target],
        body: {},
      });
      await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
      expect(one.gateway.requests('message.sendGroupMessage').at(-1)!.content[0]).toMatchObject({
        cmdId: 'withdraw',
        anonymous,
      });
    }
  });

  it('R59 R67 an anonymous row has no sender, and is unread like any other', async () => {
    const one = await withGroup({ supportAnonymous: true });
    const { id } = await one.pushRow(
      one.gateway.addContent('g1', {
        by: { identifier: '', deviceId: '' },
        type: 'text',
        message: '{"text":"who?"}',
        anonymous: true,
      }),
    );
    expect(await one.message(id)).toMatchObject({
      isRead: false,
      content: { anonymous: true, sender: { identifier: '' } },
    });
    expect(one.events.at(-1)).toMatchObject({ type: 'messageArrived', from: '', preview: 'who?' });
  });
});

describe('R106 R120 R56 sends that are refused', () => {
  const refused = async (code: 'BLOCKED' | 'PRIVATE_CLOSED' | 'NOT_MEMBER') => {
    const one = await withGroup();
    await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'));
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault(code));
    const id = await one.sendText('refused');
    await one.waitUntilSent(id);
    const told = one.events.flatMap((event) => (event.type === 'refused' ? [event.code] : []));
    const timeline = (await one.db.messages.where({ conversationId: 'c1' }).sortBy('order')).map(
      (row) => readSystem(row.content)?.cmdId ?? row.id,
    );
    return { one, id, told, timeline, failed: await one.message(id) };
  };

  it('R106 blocked: a line after what the gateway has placed, once however often it is tried', async () => {
    const { one, id, told, timeline, failed } = await refused('BLOCKED');
    expect(failed).toMatchObject({ error: 'error', fault: 'BLOCKED' });
    expect([told, timeline]).toEqual([[], ['bob hello', 'blocked', id]]);
    expect(await one.message(`blocked ${id}`)).toMatchObject({
      seq: 0,
      isRead: true,
      content: { sender: { identifier: 'SYSTEM' } },
    });
    await one.retry({ id });
    await one.waitUntilSent(id);
    expect(await one.db.messages.count()).toBe(3);
    await one.pushRow(one.gateway.addTextFromBob('c1', 'later'));
    expect((await one.db.messages.orderBy('[conversationId+order]').toArray()).map((row) => row.id)).toEqual([
      'bob hello',
      `blocked ${id}`,
      'bob later',
      id,
    ]);
  });

  it.each(['PRIVATE_CLOSED', 'NOT_MEMBER'] as const)(
    'R106 R120 %s: pages are told, and the message stays for another try or removal',
    async (code) => {
      const { one, id, told, failed } = await refused(code);
      expect([told, failed.error, failed.fault]).toEqual([[code], 'error', code]);
      await one.discard({ id });
      expect(await one.message(id)).toBeUndefined();
    },
  );
});

it('the chat with oneself is hidden until it is opened, which needs no network from then on', async () => {
  const one = await startAlice();
  started.push(one);
  one.gateway.addChat('own', { type: 'private', people: ['alice'] });
  one.reconnect();
  await eventually('the chat', () => one.db.conversations.get('own'));
  const stored = async () => (await one.db.conversations.get('own'))?.status;
  expect(await stored()).toBe('delete');
  expect(await one.openPrivateChat('alice')).toEqual({ conversationId: 'own' });
  expect(await stored()).toBe('normal');
  one.gateway.faults.offline = true;
  expect(await one.openPrivateChat('alice')).toEqual({ conversationId: 'own' });
  expect(one.gateway.requests('conversation.create')).toEqual([]);
});
