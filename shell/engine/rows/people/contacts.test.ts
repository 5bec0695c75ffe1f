import type { Contact, Input, Notify } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { contactsIn, contactStatus } from './contacts.ts';
import { eventually } from '../../testing/clock.ts';
import { type Alice, startAlice } from '../../testing/startAlice.ts';

const running: Alice[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function alice(options: Parameters<typeof startAlice>[0] = {}): Promise<Alice> {
  const one = await startAlice(options);
  running.push(one);
  return one;
}

const bob = {
  identifier: 'bob',
  status: 'normal',
  remarkName: '',
  avatar: '/bob.svg',
  lastName: 'Bob',
  updateTime: 1_000,
} as const;
const told = (one: Alice, notice: Input<Notify>) => one.pushNotice(one.gateway.notice(notice));
const changed = (one: Alice, ...contacts: Input<Contact>[]) =>
  told(one, { type: 'contactChange', identifier: 'bob', body: JSON.stringify({ contacts }) });
const contact = (one: Alice, identifier = 'bob') => one.db.contacts.get(identifier);

describe('R105 several at once', () => {
  const statuses = ['normal', 'delete', 'black'] as const;

  it('R105 normal goes before delete, and delete before black', () => {
    expect([['black', 'delete', 'normal'], ['black', 'delete'], ['black'], ['unheard'], []].map(contactStatus)).toEqual(
      ['normal', 'delete', 'black', undefined, undefined],
    );
  });

  it('R105 whatever is told, in whatever order, and however often: the first of the three that is there', () => {
    const anything = fc.oneof(fc.constantFrom(...statuses), fc.constantFrom<unknown>('gone', null, 7, undefined));
    fc.assert(
      fc.property(
        fc.array(fc.record({ identifier: fc.constantFrom('bob', 'carol'), status: anything })),
        (contacts) => {
          const found = new Map(
            contactsIn({ identifier: 'x', body: JSON.stringify({ contacts }) }).map(({ identifier, status }) => [
              identifier,
              status,
            ]),
          );
          for (const who of ['bob', 'carol']) {
            const all = contacts.filter(({ identifier }) => identifier === who).map(({ status }) => status);
            expect(found.get(who)).toBe(statuses.find((status) => all.includes(status)));
          }
        },
      ),
    );
  });

  it('R105 what comes with the status that counts is kept, and nothing that is not what it should be', () => {
    const body = JSON.stringify({
      contacts: [
        { identifier: 'bob', status: 'black', remarkName: 'no' },
        { ...bob, remarkName: 'Bobby', avatar: 5, extra: 1 },
      ],
    });
    expect(contactsIn({ identifier: '', body })).toEqual([
      { identifier: 'bob', status: 'normal', remarkName: 'Bobby', lastName: 'Bob', updateTime: 1_000 },
    ]);
  });
});

describe('contacts on this device', () => {
  it('R43 R99 are what was told last; what is older than what is here changes nothing', async () => {
    const one = await alice();
    await changed(one, bob);
    expect(await contact(one)).toEqual(bob);
    await changed(one, { ...bob, status: 'black', updateTime: 3_000 });
    await changed(one, { ...bob, status: 'delete', updateTime: 2_000 });
    expect(await contact(one)).toMatchObject({ status: 'black', updateTime: 3_000 });
  });

  it('R104 R63 a deletion leaves a line in the chat of the two; a block stays one', async () => {
    const one = await alice();
    await changed(one, { ...bob, status: 'black' });
    await told(one, { type: 'command', cmdId: 'contactDelete', conversationId: 'c1', identifier: 'bob', body: '{}' });
    const lines = (await one.db.messages.toArray()).map(
      ({ content }) => JSON.parse(content.message) as { originMessage: object },
    );
    expect(lines).toMatchObject([{ originMessage: { cmdId: 'contactDelete', actor: 'bob' } }]);
    expect(await contact(one)).toMatchObject({ status: 'black' });
  });

  it('R104 where there is no chat there is no line', async () => {
    const one = await alice();
    for (const identifier of ['alice', 'carol'])
      await told(one, { type: 'command', cmdId: 'contactDelete', identifier, body: '{}' });
    expect(await one.db.messages.count()).toBe(0);
  });

  it('R103 a remark stands beside the name in the chat and in every group, and goes with its removal', async () => {
    const one = await alice();
    await one.db.members.bulkPut(
      ['g1', 'g2'].map((conversionId) => ({
        conversionId,
        spaceId: '',
        identifier: 'bob',
        avatar: '',
        lastName: 'Bob',
        groupNickname: 'B.',
        remarkName: '',
        role: 'member' as const,
        left: false,
      })),
    );
    const named = async () => [
      (await one.chat()).remarkName,
      ...(await one.db.members.toArray()).map(({ remarkName }) => remarkName),
    ];
    await changed(one, { ...bob, remarkName: 'Bobby' });
    expect(await named()).toEqual(['Bobby', 'Bobby', 'Bobby']);
    await changed(one, { ...bob, updateTime: 2_000 });
    expect(await named()).toEqual(['', '', '']);
  });

  it('R103 it is there for a chat and a member that come later', async () => {
    const one = await alice();
    await changed(one, { ...bob, identifier: 'carol', remarkName: 'Caro' });
    one.gateway.addChat('c2', { people: ['alice', 'carol'] });
    one.gateway.addChat('g1', { type: 'group', people: ['alice', 'dora'] });
    one.gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await eventually('the group', async () => (await one.db.cursors.get('g1')) !== undefined);
    expect((await one.chat('c2')).remarkName).toBe('Caro');
    await one.pushRow(
      one.gateway.addContent('g1', {
        cmdId: 'inviteMember',
        type: 'inviteMember',
        by: { identifier: 'dora', deviceId: 'd1' },
        targets: ['carol'],
        message: JSON.stringify({ members: [{ identifier: 'carol', lastName: 'Carol', avatar: '' }] }),
      }),
    );
    expect(await one.db.members.get(['g1', 'carol'])).toMatchObject({ remarkName: 'Caro' });
  });
});

describe('R170 how people look', () => {
  it('R170 a new name or picture stands in the list, the chats and the groups at once', async () => {
    const one = await alice();
    await changed(one, { ...bob, remarkName: 'Bobby' });
    await one.db.members.put({
      conversionId: 'g1',
      spaceId: '',
      identifier: 'bob',
      avatar: '',
      lastName: 'Bob',
      groupNickname: '',
      remarkName: 'Bobby',
      role: 'member',
      left: false,
    });
    await told(one, {
      type: 'contactChange',
      identifier: 'bob',
      body: JSON.stringify({ profile: { avatar: '/new.svg', lastName: 'Robert' } }),
    });
    const looks = { avatar: '/new.svg', lastName: 'Robert' };
    expect(await contact(one)).toEqual({ ...bob, remarkName: 'Bobby', ...looks });
    expect(await one.db.members.get(['g1', 'bob'])).toMatchObject({ ...looks, remarkName: 'Bobby' });
    expect((await one.chat()).userInfo).toMatchObject([
      { identifier: 'alice', lastName: '' },
      { identifier: 'bob', ...looks },
    ]);
    await one.db.members.update(['g1', 'bob'], { groupNickname: 'Bo' });
    await told(one, {
      type: 'contactChange',
      identifier: 'bob',
      body: JSON.stringify({ profile: { avatar: '', lastName: 'Deleted account' } }),
    });
    // The nickname that a deleted account had in a group was its name there.
    expect(await one.db.members.get(['g1', 'bob'])).toMatchObject({ lastName: 'Deleted account', groupNickname: '' });
    await told(one, {
      type: 'contactChange',
      identifier: 'bob',
      body: JSON.stringify({ profile: looks }),
    });
    for (const profile of [null, 5, {}, { avatar: 1, lastName: 'x' }])
      await told(one, { type: 'contactChange', identifier: 'bob', body: JSON.stringify({ profile }) });
    expect(await contact(one)).toMatchObject(looks);
  });
});

describe('R99 R101 the lists', () => {
  const apply = {
    fromIdentifier: 'carol',
    toIdentifier: 'alice',
    userInfo: { identifier: 'carol', avatar: '', lastName: 'Carol' },
    message: 'hi',
    status: 'applying',
    applyTime: 1,
    updateTime: 1,
  } as const;

  it('R99 R63 are asked for at every connection and at every word of an apply, from where this device stands', async () => {
    const one = await alice();
    one.gateway.lists.contacts.push(bob);
    one.gateway.lists.applies.push(apply);
    await told(one, { type: 'command', cmdId: 'addFriend', identifier: 'carol', body: '{"status":"applying"}' });
    await eventually('the apply', async () => (await one.db.applies.count()) === 1);
    expect(await contact(one)).toEqual(bob);
    expect(await one.db.applies.toArray()).toMatchObject([{ id: 'carol/alice', status: 'applying', message: 'hi' }]);
    one.gateway.lists.applies.length = 0;
    await told(one, { type: 'command', cmdId: 'addFriend', identifier: 'carol', body: '{"status":"refused"}' });
    await eventually('no apply', async () => (await one.db.applies.count()) === 0);
    expect(one.gateway.requests('contact.contactList')[0]).toEqual({ updateTime: 0 });
  });

  it('R99 are asked for again when they could not be had', async () => {
    const one = await alice();
    await eventually('the first answer', () => one.gateway.requests('contact.contactApplyList').length === 1);
    one.gateway.lists.contacts.push({ ...bob, updateTime: 90_000 });
    one.gateway.faults.refuse.set('contact.contactList', () => new Fault('UNAVAILABLE'));
    await told(one, { type: 'command', cmdId: 'addFriend', identifier: 'bob', body: '{}' });
    await eventually('a warning', () =>
      one.events.some((event) => event.type === 'log' && event.text.startsWith('contacts')),
    );
    expect(await contact(one)).toBeUndefined();
    one.gateway.faults.refuse.clear();
    one.gateway.socket().drop();
    await one.clock.advance(3_000);
    await eventually('the contact', async () => (await contact(one)) !== undefined);
    await told(one, { type: 'command', cmdId: 'addFriend', identifier: 'bob', body: '{}' });
    await eventually('a question', () => one.gateway.requests('contact.contactList').at(-1)!.updateTime === 30_000);
  });
});
