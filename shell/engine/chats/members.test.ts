import { decode, encode } from '@amber/proto/codec';
import type { Input, Member } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const json = JSON.stringify;
const named = (identifier: string) => ({ identifier, lastName: identifier.toUpperCase(), avatar: '' });
const aMember = (identifier: string, fields: Input<Member> = {}) =>
  decode('Member', encode('Member', { conversionId: 'g1', identifier, lastName: identifier, ...fields }));

/** A group of Alice, Bob and so many others, which she has opened. */
async function opened(others = 0, { page = 50 } = {}) {
  const one = await startAlice();
  started.push(one);
  const people = ['alice', 'bob', ...Array.from({ length: others }, (_, n) => `p${String(n).padStart(3, '0')}`)];
  const chat = one.gateway.addChat('g1', { type: 'group', people });
  one.gateway.faults.membersPage = page;
  one.reconnect();
  await eventually('the group', () => one.db.cursors.get('g1'));
  await one.refreshGroup({ conversationId: 'g1' });
  const says = (by: string, text = 'hi', more: object = {}) =>
    one.pushRow(
      one.gateway.addContent('g1', {
        type: 'text',
        message: json({ text, ...more }),
        by: { identifier: by, deviceId: 'd' },
      }),
    );
  const gives = (by: string, cmdId: string, targets: string[] = [], body: object = {}) =>
    one.pushRow(
      one.gateway.addContent('g1', {
        type: cmdId,
        cmdId,
        targets,
        message: json(body),
        by: { identifier: by, deviceId: 'd' },
      }),
    );
  const asked = () => one.gateway.requests('conversation.queryMembers');
  return {
    ...one,
    chat,
    says,
    gives,
    asked,
    row: (identifier: string) => one.db.members.get(['g1', identifier]),
    group: async () => (await one.db.conversations.get('g1'))!,
    here: async () =>
      (await one.db.members.where({ conversionId: 'g1' }).toArray())
        .filter(({ left }) => !left)
        .map(({ identifier }) => identifier)
        .sort(),
  };
}

describe('the people of a group on a device', () => {
  it('R228 R115 opening a group brings a page, oneself and the count, and not everybody', async () => {
    const one = await opened(30, { page: 10 });
    one.chat.members.push(...one.chat.members.splice(0, 1)); // Alice is the last
    await one.refreshGroup({ conversationId: 'g1' });
    expect((await one.here()).length).toBe(11);
    expect(await one.row('alice')).toMatchObject({ role: 'owner' });
    expect(await one.group()).toMatchObject({ memberCount: 32, firstMembers: expect.arrayContaining(['bob']) });
  });

  it('R228 authors who are not known are asked for once, in one call', async () => {
    const one = await opened(30, { page: 5 });
    for (const by of ['p020', 'p021', 'p020', 'p022']) await one.says(by);
    await one.says('bob', 'hello @p023 and nobody', { mentions: ['p023', 'nobody', 'no\0body', 'x'.repeat(200)] });
    await one.clock.advance(100);
    await eventually('their names', async () => (await one.row('p023'))?.lastName === 'p023');
    expect(one.asked()).toMatchObject([{ identifiers: ['p020', 'p021', 'p022', 'p023', 'nobody'] }]);
    await one.says('p020');
    await one.says('bob', 'again', { mentions: ['nobody'] });
    await one.clock.advance(100);
    expect(one.asked()).toHaveLength(1);
    expect(await one.here()).toHaveLength(9);
  });

  it('R228 what could not be asked is asked when the group is opened again', async () => {
    const one = await opened(30, { page: 5 });
    one.gateway.faults.refuse.set('conversation.queryMembers', () => new Fault('UNKNOWN'));
    await one.says('p020');
    await one.clock.advance(100);
    await eventually('the refusal', () => one.asked().length === 1);
    await settle();
    one.gateway.faults.refuse.clear();
    await one.refreshGroup({ conversationId: 'g1' });
    await one.clock.advance(100);
    await eventually('the name', async () => (await one.row('p020'))?.lastName);
  });

  it('R228 of a group that was never opened here nobody is asked for', async () => {
    const one = await startAlice();
    started.push(one);
    one.gateway.addChat('g1', { type: 'group', people: ['alice', 'bob', 'carol'] });
    one.reconnect();
    await eventually('the group', () => one.db.cursors.get('g1'));
    await one.pushRow(
      one.gateway.addContent('g1', {
        type: 'text',
        message: json({ text: 'hi' }),
        by: { identifier: 'carol', deviceId: 'd' },
      }),
    );
    await one.clock.advance(100);
    await settle();
    expect(one.gateway.requests('conversation.queryMembers')).toEqual([]);
  });

  it('R64 R167 who has left keeps the name under old messages, also where it was not known', async () => {
    const one = await opened(2, { page: 2 });
    await one.gives('alice', 'deleteMember', ['p000'], { members: [named('p000')] });
    expect(await one.row('p000')).toMatchObject({ left: true, lastName: 'P000' });
    one.chat.former.push(aMember('p001', { left: true }));
    one.chat.members.splice(3, 1);
    await one.gives('p001', 'quitMember');
    await one.clock.advance(100);
    await eventually('the name', async () => (await one.row('p001'))?.lastName === 'p001');
    expect(await one.row('p001')).toMatchObject({ left: true });
    expect(await one.here()).toEqual(['alice', 'bob']);
    expect((await one.group()).memberCount).toBe(2);
  });

  it('R167 a late answer undoes neither who has come or gone since, nor the count', async () => {
    const one = await opened(1);
    const late = { ...one.chat, members: [...one.chat.members] };
    const held = Promise.withResolvers<void>();
    // What is pushed meanwhile may need a catch-up, which is not held.
    for (const call of ['conversation.getGroupConversationDetail', 'conversation.queryMembers'] as const)
      one.gateway.faults.holdCall.set(call, held.promise);
    const opening = one.refreshGroup({ conversationId: 'g1' });
    const asking = one.askMembers({ conversationId: 'g1', identifiers: ['p000'] });
    await settle();
    // The gateway has read it before this, and answers after.
    const seq = one.chat.rows.length;
    await one.gives('alice', 'deleteMember', ['p000'], { members: [named('p000')] });
    await one.gives('alice', 'inviteMember', ['dave'], { members: [named('dave')] });
    await one.gives('bob', 'nickname', [], { nickname: 'Bobby' });
    await one.gives('alice', 'handOver', ['bob'], { members: [named('bob')] });
    await one.gives('bob', 'inviteMember', ['erin'], { members: [named('erin')] });
    expect(late.members).toHaveLength(3);
    const rows = one.chat.rows.splice(seq);
    held.resolve();
    await Promise.all([opening, asking]);
    one.chat.rows.push(...rows);
    expect(await one.here()).toEqual(['alice', 'bob', 'dave', 'erin']);
    expect(await one.row('bob')).toMatchObject({ groupNickname: 'Bobby', role: 'owner' });
    expect(await one.group()).toMatchObject({ memberCount: 4 });
  });

  it('R167 a row that an answer has known already changes nothing more', async () => {
    const one = await opened(1);
    const left = one.gateway.addContent('g1', {
      type: 'quitMember',
      cmdId: 'quitMember',
      message: '{}',
      by: { identifier: 'p000', deviceId: 'd' },
    });
    // Left, and rejoined before the group was opened.
    const back = one.gateway.addContent('g1', {
      type: 'joinMember',
      cmdId: 'joinMember',
      message: json({ members: [named('p000')] }),
      by: { identifier: 'p000', deviceId: 'd' },
    });
    await one.refreshGroup({ conversationId: 'g1' });
    await one.pushRow(left);
    expect(await one.here()).toContain('p000');
    expect((await one.group()).memberCount).toBe(3);
    await one.pushRow(back);
    expect((await one.group()).memberCount).toBe(3);
  });

  it('R228 pages are passed on and not kept; what is newer here stands', async () => {
    const one = await opened(30, { page: 10 });
    await one.gives('p025', 'nickname', [], { nickname: 'nobody knows' });
    await one.gives('alice', 'deleteMember', ['p024'], { members: [named('p024')] });
    const kept = await one.here();
    one.chat.rows.length = 0; // what it says is of before
    const names: string[] = [];
    for (let after = '', pages = 0; pages < 9; pages += 1) {
      const { members, next } = await one.members({ conversationId: 'g1', word: '', after });
      names.push(...members.map(({ identifier }) => identifier));
      if (next === '') break;
      after = next;
    }
    expect(names).toHaveLength(31);
    expect(names).not.toContain('p024');
    expect(await one.here()).toEqual(kept);
  });

  it('R228 a gateway that repeats itself, names a next page for ever or tells of others leads nowhere', async () => {
    const one = await opened(3);
    let calls = 0;
    const lies = {
      members: [aMember('bob'), aMember('bob'), aMember('else', { conversionId: 'g2' }), aMember('p000')],
      seq: 0,
    };
    one.gateway.answer('conversation.queryMembers', ({ after }) => {
      calls += 1;
      return after === 'empty'
        ? { members: [], next: `${calls}` }
        : /^\d+$/.test(after)
          ? { members: [], next: `${calls}` }
          : { ...lies, next: after || 'again' };
    });
    const { members, next } = await one.members({ conversationId: 'g1', word: '', after: '' });
    expect([members.map(({ identifier }) => identifier), next]).toEqual([['bob', 'p000'], 'again']);
    expect((await one.members({ conversationId: 'g1', word: '', after: 'again' })).next).toBe('');
    calls = 0;
    expect((await one.members({ conversationId: 'g1', word: 'q', after: 'empty' })).members).toEqual([]);
    expect(calls).toBe(5);
    one.gateway.answer('conversation.queryMembers', () => ({
      members: Array.from({ length: 5_000 }, (_, n) => aMember(`q${n}`)),
      next: '',
    }));
    expect((await one.members({ conversationId: 'g1', word: '', after: '' })).members.length).toBeLessThanOrEqual(
      2 * limits.membersPage,
    );
    expect(await one.askMembers({ conversationId: 'g1', identifiers: ['bob'] })).toEqual([]);
    expect(await one.db.members.get(['g2', 'else'])).toBeUndefined();
  });
});
