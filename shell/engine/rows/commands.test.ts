import { callIndex, type MemberRow } from '@amber/client/db';
import type { AiConversation, Content, Input } from '@amber/proto';
import { readSystem } from '@amber/proto/bodies';
import { type SystemCommand, systemCommands } from '@amber/proto/systemCommands';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';
import { systemHandlers } from './commands.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const alice = { identifier: 'alice', deviceId: 'a2' };
const bob = { identifier: 'bob', deviceId: 'b1' };
const named = (identifier: string) => ({ identifier, lastName: identifier.toUpperCase(), avatar: 'x' });

/** Alice in a group of three, with a message of hers and one of Bob's in it, and unrelated data of her own. */
async function group() {
  const one = await startAlice();
  started.push(one);
  one.gateway.addChat('g1', { type: 'group', people: ['alice', 'bob', 'carol'] });
  one.reconnect();
  await eventually('the group', () => one.db.cursors.get('g1'));
  await one.refreshGroup({ conversationId: 'g1' });
  await one.pushRow(one.gateway.addContent('g1', { id: 'first', by: bob, type: 'text', message: '{"text":"first"}' }));
  await one.saveDraft('g1', 'unfinished');
  const give = async (by: typeof bob, content: Input<Content>) =>
    one.pushRow(one.gateway.addContent('g1', { type: content.cmdId!, ...content, by }));
  return {
    ...one,
    give,
    lines: async () =>
      (await one.db.messages.where({ conversationId: 'g1' }).sortBy('order'))
        .map(({ content }) => readSystem(content))
        .filter((line) => line !== null),
    members: async () =>
      (await one.db.members.where({ conversionId: 'g1' }).toArray())
        .filter(({ left }) => !left)
        .map(({ identifier, role }: MemberRow) => (role === 'owner' ? `${identifier}*` : identifier))
        .sort(),
    group: () => one.db.conversations.get('g1'),
    left: () => one.events.filter(({ type }) => type === 'conversationLeft'),
  };
}
type Group = Awaited<ReturnType<typeof group>>;

const isGone = async ({ db }: Group) => {
  const counts = await Promise.all([
    db.conversations.where({ conversionId: 'g1' }).count(),
    db.messages.where({ conversationId: 'g1' }).count(),
    db.members.where({ conversionId: 'g1' }).count(),
    db.changes.where({ conversationId: 'g1' }).count(),
    db.drafts.where({ conversationId: 'g1' }).count(),
    db.cursors.where({ conversationId: 'g1' }).count(),
    db.outbox.filter(({ conversationId }) => conversationId === 'g1').count(),
  ]);
  return counts.every((count) => count === 0);
};

interface Case {
  /** Given by me on another device, or by Bob. */
  mine: Input<Content>;
  theirs: Input<Content>;
  check(group: Group, by: 'alice' | 'bob'): Promise<void>;
}

const line =
  (cmdId: string, targets: string[] = []) =>
  async ({ lines }: Group, by: string) => {
    expect((await lines()).at(-1)).toMatchObject({ cmdId, actor: by, targets });
  };
const json = (body: object) => JSON.stringify(body);
const same = (content: Input<Content>, check: Case['check']): Case => ({ mine: content, theirs: content, check });

/** Every command that is a message: its effect when I give it, and when another person does. */
const cases: { [Id in SystemCommand as (typeof systemCommands)[Id]['as'] extends 'message' ? Id : never]: Case } = {
  createGroup: same({ targets: ['dave'], message: json({ name: 'G', members: [named('dave')] }) }, async (one, by) => {
    await line('createGroup', ['dave'])(one, by);
    await eventually(
      'the people asked for',
      () => one.gateway.requests('conversation.getGroupConversationDetail').length === 2,
    );
  }),
  inviteMember: same({ targets: ['dave'], message: json({ members: [named('dave')] }) }, async (one, by) => {
    await line('inviteMember', ['dave'])(one, by);
    expect(await one.members()).toEqual(['alice*', 'bob', 'carol', 'dave']);
    expect(await one.db.members.get(['g1', 'dave'])).toMatchObject({
      lastName: 'DAVE',
      avatar: 'x',
      groupNickname: '',
    });
  }),
  joinMember: same({ message: json({ members: [named('dave')] }) }, async (one, by) => {
    await line('joinMember')(one, by);
    expect(await one.members()).toContain('dave');
  }),
  deleteMember: {
    mine: { targets: ['carol'], message: '{}' },
    theirs: { targets: ['alice'], message: '{}' },
    async check(one, by) {
      if (by === 'alice') {
        await line('deleteMember', ['carol'])(one, by);
        expect(await one.members()).toEqual(['alice*', 'bob']);
        expect(one.left()).toEqual([]);
      } else {
        expect(await isGone(one)).toBe(true);
        expect(one.left()).toEqual([
          { type: 'conversationLeft', conversationId: 'g1', spaceId: '', name: '', how: 'removed', by: 'bob' },
        ]);
      }
    },
  },
  quitMember: same({ message: '{}' }, async (one, by) => {
    if (by === 'bob') {
      await line('quitMember')(one, by);
      expect(await one.members()).toEqual(['alice*', 'carol']);
      expect(one.left()).toEqual([]);
    } else {
      expect(await isGone(one)).toBe(true);
      expect(one.left()).toMatchObject([{ how: 'quit', by: 'alice' }]);
    }
  }),
  dismissGroup: same({ message: '{}' }, async (one, by) => {
    if (by === 'bob') {
      // For a while the group has nothing but the line that it has been disbanded.
      expect(await one.lines()).toMatchObject([{ cmdId: 'dismissGroup', actor: 'bob' }]);
      expect(await one.db.messages.where({ conversationId: 'g1' }).count()).toBe(1);
      expect([await one.members(), await one.db.drafts.count(), one.left()]).toEqual([[], 0, []]);
      expect(await one.group()).toMatchObject({ status: 'normal', unread: 0, preview: '' });
      await eventually('the end', async () => {
        await one.clock.advance(1_000);
        return one.left().length > 0;
      });
    }
    expect(await isGone(one)).toBe(true);
    expect(one.left()).toMatchObject([{ how: 'dismissed', by }]);
  }),
  handOver: {
    mine: { targets: ['carol'], message: '{}' },
    theirs: { targets: ['alice'], message: '{}' },
    async check(one, by) {
      await line('handOver', [by === 'alice' ? 'carol' : 'alice'])(one, by);
      expect(await one.members()).toEqual(by === 'alice' ? ['alice', 'bob', 'carol*'] : ['alice*', 'bob', 'carol']);
    },
  },
  groupName: same({ message: json({ name: 'New name' }) }, async (one, by) => {
    await line('groupName')(one, by);
    expect((await one.group())!.name).toBe('New name');
  }),
  groupAvatar: same({ message: json({ avatar: '/chat/pictures/x/1024.webp' }) }, async (one, by) => {
    await line('groupAvatar')(one, by);
    expect((await one.group())!.avatar).toBe('/chat/pictures/x/1024.webp');
  }),
  groupSetting: same({ message: json({ supportAnonymous: true, visibility: true }) }, async (one, by) => {
    await line('groupSetting')(one, by);
    expect((await one.group())!.groupSetting).toEqual({ supportAnonymous: true, visibility: true });
  }),
  nickname: same({ message: json({ nickname: 'Nick' }) }, async (one, by) => {
    await line('nickname')(one, by);
    expect(await one.db.members.get(['g1', by])).toMatchObject({ groupNickname: 'Nick' });
  }),
  withdraw: same({ targets: ['first'], message: '{}' }, async (one, by) => {
    expect(await one.message('first')).toMatchObject({
      withdrawn: { by },
      content: { type: 'text', message: '{"text":"first"}' },
    });
    expect((await one.group())!.previewKind).toBe('withdrawn');
    expect(await one.lines()).toEqual([]);
  }),
  edit: same({ targets: ['first'], message: json({ text: 'better' }) }, async (one, by) => {
    // Only its author edits a message, whatever the gateway lets through.
    expect((await one.message('first')).edited).toEqual(
      by === 'bob' ? { message: json({ text: 'better' }), at: expect.any(Number) as number } : undefined,
    );
    expect((await one.group())!.preview).toBe(by === 'bob' ? 'better' : 'first');
  }),
  reaction: same({ targets: ['first'], message: json({ emoji: '👍', on: true, text: '👍' }) }, async (one, by) => {
    expect((await one.message('first')).reactions).toEqual([{ emoji: '👍', by: [by] }]);
  }),
  // In a group they are ignored; their effects in a chat with a bot are tested below.
  streamEnd: same({ targets: ['first'], message: json({ text: 'all of it' }) }, async (one) => {
    expect((await one.message('first')).answer).toBeUndefined();
    expect(await one.lines()).toEqual([]);
  }),
  waitConnect: same({ message: json({ waited: 0, ahead: 0 }) }, async (one) => expect(await one.lines()).toEqual([])),
  agentConnect: same({ message: json({ name: 'Agent' }) }, async (one) => expect(await one.lines()).toEqual([])),
  switchedToAi: same({ message: json({ by: 'away', name: '' }) }, async (one) => expect(await one.lines()).toEqual([])),
  slap: same({ targets: ['carol'], message: '{}' }, line('slap', ['carol'])),
  // It belongs in private chats, sealed: see encryption.long.test.ts.
  encrypt: same({ message: json({ encrypted: true, number: 1 }) }, async (one) => {
    expect(await one.lines()).toEqual([]);
    expect((await one.group())!.userSetting?.encrypted).toBe(false);
  }),
  // Their effects are sealed: see encryption.long.test.ts.
  resendRequest: same({ targets: ['first'], message: json({ deviceId: 'b1' }) }, async (one) =>
    expect(await one.lines()).toEqual([]),
  ),
  resend: same(
    { targets: ['first'], message: json({ type: 'text', message: json({ text: 'forged' }) }) },
    async (one) => {
      expect((await one.message('first')).content.message).toBe('{"text":"first"}');
    },
  ),
  // In a group they are ignored; for the chat with oneself see ownHistory.test.ts.
  syncRequest: same({ message: '{}' }, async (one) => expect(await one.lines()).toEqual([])),
  syncHistory: same({ message: '{}' }, async (one) =>
    expect(await one.db.messages.where({ conversationId: 'g1' }).count()).toBe(1),
  ),
  ownDevices: same({ message: json({ approved: ['x'], removed: [] }) }, async (one) => {
    expect(await one.lines()).toEqual([]);
    expect(await one.db.identity.filter(({ key }) => String(key).startsWith('followUp')).count()).toBe(0);
  }),
  // They belong in private chats: see below.
  callOffer: same({ message: json({ secret: 's', sdp: 'v=0' }) }, async (one) => expect(await one.lines()).toEqual([])),
  callAnswer: same({ message: json({ callId: 'x', sdp: 'v=0' }) }, async (one) =>
    expect(one.events.filter(({ type }) => type === 'command')).toEqual([]),
  ),
  callEnd: same({ message: json({ callId: 'x', outcome: 'missed', duration: 0 }) }, async (one) =>
    expect(await one.lines()).toEqual([]),
  ),
};

describe('every system command of a conversation', () => {
  it('R63 has a row in the table of handlers', () => {
    expect(Object.keys(systemHandlers).sort()).toEqual(Object.keys(systemCommands).sort());
  });

  it.each(Object.entries(cases))('R63 R64 %s: I did it, on another device', async (cmdId, { mine, check }) => {
    const one = await group();
    await one.give(alice, { cmdId, ...mine });
    await check(one, 'alice');
  });

  it.each(Object.entries(cases))('R63 R64 %s: another did it', async (cmdId, { theirs, check }) => {
    const one = await group();
    await one.give(bob, { cmdId, ...theirs });
    await check(one, 'bob');
  });

  it('R61 R67 a line has the sender SYSTEM and is not unread; it moves the group up', async () => {
    const one = await group();
    const before = (await one.group())!;
    const row = await one.give(bob, { cmdId: 'groupName', message: json({ name: 'N' }) });
    expect(await one.message(row.id)).toMatchObject({
      seq: 2,
      order: 2,
      isRead: true,
      copy: 'open',
      content: {
        type: 'system',
        sender: { identifier: 'SYSTEM' },
        message: json({
          type: 'custom',
          originMessage: { cmdId: 'groupName', actor: 'bob', targets: [], body: { name: 'N' } },
        }),
      },
    });
    const after = (await one.group())!;
    expect([after.unread, after.preview, after.sortTime > before.sortTime]).toEqual([before.unread, 'first', true]);
    expect(one.events.filter(({ type }) => type === 'messageArrived')).toHaveLength(1);
  });

  it('R45 a command that comes twice is carried out once', async () => {
    const one = await group();
    const row = await one.give(bob, { cmdId: 'groupName', message: json({ name: 'N' }) });
    await one.give(bob, { cmdId: 'groupName', message: json({ name: 'M' }) });
    await one.pushRow(row);
    expect([(await one.group())!.name, (await one.lines()).length]).toEqual(['M', 2]);
  });

  it('R63 R61 a command and the cursor past it are stored together or not at all', async () => {
    const one = await group();
    let fail = true;
    one.db.members.hook('updating', () => {
      if (fail) throw new Error('disk');
    });
    const row = one.gateway.addContent('g1', { cmdId: 'quitMember', type: 'quitMember', message: '{}', by: bob });
    one.gateway.socket().push('pushChatMessage', row);
    await eventually('the log', () => one.events.some(({ type }) => type === 'log'));
    expect([(await one.db.cursors.get('g1'))!.seq, await one.lines(), (await one.members()).length]).toEqual([
      1,
      [],
      3,
    ]);
    fail = false;
    one.reconnect();
    await eventually('Bob gone', async () => (await one.members()).length === 2);
    expect(await one.lines()).toHaveLength(1);
  });

  it('R62 R89 a command of a newer version is kept, and shown as unsupported', async () => {
    const one = await group();
    const row = await one.give(bob, { cmdId: 'constructor', type: 'poll', message: '{"q":1}' });
    expect(await one.message(row.id)).toMatchObject({ content: { type: 'poll', message: '{"q":1}' }, seq: 2 });
  });

  it('R65 whoever was removed while away finds the group gone, and the way it went', async () => {
    const one = await group();
    one.gateway.goOffline();
    one.gateway.addContent('g1', { type: 'text', message: '{"text":"missed"}' });
    one.gateway.addContent('g1', { cmdId: 'deleteMember', type: 'deleteMember', targets: ['alice'], message: '{}' });
    one.gateway.chats.get('g1')!.left = true;
    one.gateway.faults.offline = false;
    one.reconnect();
    await eventually('the end', () => one.left().length === 1);
    expect([await isGone(one), one.left()]).toMatchObject([true, [{ how: 'removed', by: 'bob' }]]);
  });

  it('R65 whoever comes back into a group begins anew', async () => {
    const one = await group();
    await one.give(bob, { cmdId: 'deleteMember', targets: ['alice'], message: '{}' });
    one.gateway.chats.get('g1')!.joinedSeq = 2;
    one.gateway.socket().push(
      'pushChatMessage',
      one.gateway.addContent('g1', {
        cmdId: 'inviteMember',
        type: 'inviteMember',
        targets: ['alice'],
        message: json({ members: [named('alice')] }),
      }),
    );
    await eventually('the invitation', async () => (await one.lines()).length === 1);
    expect(await one.db.cursors.get('g1')).toEqual({ conversationId: 'g1', epoch: 1, seq: 3 });
    await eventually('the people', async () => (await one.members()).length === 3);
  });

  it.each(['pushed', 'caught up'])(
    'R65 whoever was removed and is back before this device has heard of it begins anew too: %s',
    async (how) => {
      const one = await group();
      const { gateway } = one;
      if (how === 'caught up') gateway.goOffline();
      gateway.addContent('g1', { cmdId: 'deleteMember', type: 'deleteMember', targets: ['alice'], message: '{}' });
      gateway.chats.get('g1')!.joinedSeq = 2;
      const back = gateway.addContent('g1', {
        cmdId: 'inviteMember',
        type: 'inviteMember',
        targets: ['alice'],
        message: json({ members: [named('alice')] }),
      });
      expect(await one.group()).toMatchObject({ unread: 1 });
      gateway.faults.offline = false;
      if (how === 'pushed') gateway.socket().push('pushChatMessage', { ...back, prevSeq: 0 });
      else one.reconnect();
      await eventually('the invitation', async () => (await one.lines()).length === 1);
      expect((await one.db.messages.where({ conversationId: 'g1' }).sortBy('order')).map(({ seq }) => seq)).toEqual([
        3,
      ]);
      expect(await one.group()).toMatchObject({ unread: 0, mentions: 0 });
    },
  );
});

describe('the commands of a chat with a bot', () => {
  const bot = { identifier: 'bot', deviceId: 'gateway' };

  async function robotChat() {
    const one = await startAlice();
    started.push(one);
    one.gateway.addChat('r1', { type: 'robot', people: ['alice', 'bot'] });
    one.reconnect();
    await eventually('the chat', () => one.db.cursors.get('r1'));
    await one.db.bots.put({ id: 'r1', conversation: { conversationId: 'r1', state: 'AI' } } as AiConversation & {
      id: string;
    });
    const give = async (content: Input<Content>) =>
      one.pushRow(one.gateway.addContent('r1', { type: content.cmdId!, ...content, by: bot }));
    return { ...one, give, state: async () => (await one.db.bots.get('r1'))!.conversation!.state };
  }

  it('R63 R127 streamEnd stores all of an answer', async () => {
    const one = await robotChat();
    const { id } = await one.pushRow(
      one.gateway.addContent('r1', { id: 'answer', by: bot, type: 'ai', message: json({ text: 'half' }) }),
    );
    await one.give({ cmdId: 'streamEnd', targets: [id], message: json({ text: 'all of it' }) });
    expect((await one.message(id)).answer).toBe(json({ text: 'all of it' }));
  });

  it('R63 waitConnect, agentConnect and switchedToAi say who answers', async () => {
    const one = await robotChat();
    await one.give({ cmdId: 'waitConnect', message: json({ waited: 0, ahead: 1 }) });
    expect(await one.state()).toBe('man');
    await one.give({ cmdId: 'switchedToAi', message: json({ by: 'away', name: '' }) });
    expect(await one.state()).toBe('AI');
    await one.give({ cmdId: 'agentConnect', message: json({ name: 'Agent' }) });
    expect(await one.state()).toBe('man');
  });
});

describe('the commands of a call', () => {
  async function privateChat() {
    const one = await startAlice();
    started.push(one);
    const give = async (content: Input<Content>, by = bob) =>
      one.pushRow(one.gateway.addContent('c1', { type: content.cmdId!, ...content, by }));
    const offer = (by = bob) => give({ cmdId: 'callOffer', message: json({ secret: 's', sdp: 'v=0' }) }, by);
    const lineOf = async (id: string) => readSystem((await one.message(id)).content);
    return { ...one, give, offer, lineOf };
  }
  const end = (callId: string, fields: object = {}) => ({
    cmdId: 'callEnd',
    message: json({ callId, outcome: 'completed', duration: 5_000, ...fields }),
  });

  it('R63 R142 its line has the id of the call and, until it ends, what it was offered with; it ends once', async () => {
    const one = await privateChat();
    const { id } = await one.offer();
    expect(await one.lineOf(id)).toMatchObject({ actor: 'bob', body: { secret: 's', sdp: 'v=0' } });
    await one.give(end(id));
    const ended = { cmdId: 'callOffer', actor: 'bob', targets: [], body: { outcome: 'completed', duration: 5_000 } };
    expect(await one.lineOf(id)).toEqual(ended);
    await one.give(end(id, { outcome: 'missed', duration: 0 }));
    expect(await one.lineOf(id)).toEqual(ended);
  });

  it('R142 the line of a video call still says that it was one when the rest of the offer is replaced', async () => {
    const one = await privateChat();
    const body = (video: unknown) => ({ cmdId: 'callOffer', message: json({ secret: 's', sdp: 'v=0', video }) });
    for (const [offered, kept] of [
      [true, { video: true }],
      [false, {}],
      ['yes', {}],
    ] as const) {
      const { id } = await one.give(body(offered));
      await one.give(end(id, { outcome: 'missed', duration: 0 }));
      expect((await one.lineOf(id))!.body).toEqual({ outcome: 'missed', duration: 0, ...kept });
    }
  });

  it('R63 R142 an end of another chat, of a text or of no message changes nothing', async () => {
    const one = await privateChat();
    const { id } = await one.offer();
    const text = await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'));
    one.gateway.addChat('g1', { type: 'private', people: ['alice', 'carol'] });
    one.reconnect();
    await eventually('the other chat', () => one.db.cursors.get('g1'));
    await one.pushRow(
      one.gateway.addContent('g1', { type: 'callEnd', ...end(id), by: { identifier: 'carol', deviceId: 'c1' } }),
    );
    for (const callId of [text.id, 'nothing']) await one.give(end(callId));
    expect((await one.lineOf(id))!.body).toEqual({ secret: 's', sdp: 'v=0' });
    expect((await one.message(text.id)).content.message).toBe('{"text":"hello"}');
  });

  it('R245 each is listed once among all calls, whoever has called', async () => {
    const one = await privateChat();
    const offers = [await one.offer(), await one.offer(), await one.offer(alice)];
    for (const { id } of offers) await one.give(end(id));
    const listed = await one.db.changes.where('target').equals(callIndex).toArray();
    expect(listed.map(({ kind, message, by }) => [kind, message, by])).toEqual(
      offers.map(({ id }, index) => ['call', json({ callId: id }), index === 2 ? 'alice' : 'bob']),
    );
  });

  it('R142 R245 a missed one is what the list shows of its chat, and is unread until it has been seen', async () => {
    const one = await privateChat();
    const { id, seq } = await one.offer();
    const chat = () => one.db.conversations.get('c1');
    const before = (await chat())!;
    await one.give(end(id, { outcome: 'missed', duration: 0 }));
    const missed = { previewKind: 'missedCall', unread: before.unread + 1, last: { id, sender: 'SYSTEM', seq } };
    expect(await chat()).toMatchObject(missed);
    await one.markRead('c1', seq);
    expect(await chat()).toMatchObject({ ...missed, unread: 0 });
    expect(await one.message(id)).toMatchObject({ isRead: true });
  });

  it('R142 R245 one that rang in an open chat, and an own one are not unread; a later message stays in the list', async () => {
    const one = await privateChat();
    const seen = await one.offer();
    await one.markRead('c1', seen.seq);
    await one.give(end(seen.id, { outcome: 'missed', duration: 0 }));
    expect((await one.db.conversations.get('c1'))!.unread).toBe(0);
    const own = await one.offer(alice);
    await one.give(end(own.id, { outcome: 'missed', duration: 0 }), alice);
    expect(await one.db.conversations.get('c1')).toMatchObject({ unread: 0, last: { id: seen.id } });
    const earlier = await one.offer();
    const text = await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'));
    await one.give(end(earlier.id, { outcome: 'missed', duration: 0 }));
    expect(await one.db.conversations.get('c1')).toMatchObject({ unread: 2, preview: 'hello', last: { id: text.id } });
  });

  it('R63 R142 the answer is passed on to pages', async () => {
    const one = await privateChat();
    const body = json({ callId: 'call', sdp: 'v=0' });
    await one.give({ cmdId: 'callAnswer', message: body });
    expect(one.events).toContainEqual({
      type: 'command',
      cmdId: 'callAnswer',
      identifier: 'bob',
      conversationId: 'c1',
      body,
    });
  });
});
