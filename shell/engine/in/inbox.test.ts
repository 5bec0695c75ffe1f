import { Fault } from '@amber/proto/faults';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
async function alice(options?: Parameters<typeof startAlice>[0]): Promise<Alice> {
  started.push(await startAlice(options));
  return started.at(-1)!;
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

/** Bob writes, and the row is pushed immediately. */
const pushed = ({ gateway }: Alice, text: string, conversationId = 'c1') => {
  const row = gateway.addTextFromBob(conversationId, text);
  gateway.socket().push('pushChatMessage', row);
  return row;
};
const have = (one: Alice, count: number, conversationId = 'c1') =>
  eventually(`${count} messages`, async () => (await one.db.messages.where({ conversationId }).count()) === count);
const acks = ({ gateway }: Alice) =>
  gateway
    .socket()
    .requestsOf('pushAck')
    .flatMap(({ cursors }) => cursors);

describe('R41 R45 pushes', () => {
  it('R45 many rows that arrive at once are stored in few transactions, in their order', async () => {
    const one = await alice();
    const count = 1_000;
    const acked = () => acks(one).length;
    const before = acked();
    let transactions = 0;
    const { transaction } = one.db;
    one.db.transaction = ((...args: never[]) => {
      if (args[0] === 'rw') transactions += 1;
      return (transaction as (...given: never[]) => unknown).apply(one.db, args);
    }) as never;
    for (let index = 0; index < count; index += 1) pushed(one, String(index));
    await have(one, count);
    expect(transactions).toBeLessThan(count / 10);
    expect(acked() - before).toBeLessThan(count / 10);
    const stored = await one.db.messages.where({ conversationId: 'c1' }).sortBy('order');
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(await one.chat()).toMatchObject({ unread: count });
  });

  it('R41 R67 a push is stored unread, told of, and then acknowledged', async () => {
    const one = await alice();
    const row = pushed(one, 'hello');
    await have(one, 1);
    expect(await one.message(row.id)).toMatchObject({
      isRead: false,
      unread: 1,
      seq: 1,
      loading: false,
      content: { sender: { identifier: 'bob' } },
    });
    expect(await one.chat()).toMatchObject({ unread: 1, preview: 'hello', sortTime: row.timestamp });
    expect(one.events).toContainEqual({
      type: 'messageArrived',
      conversationId: 'c1',
      id: row.id,
      from: 'bob',
      preview: 'hello',
    });
    await one.clock.advance(50);
    expect(acks(one)).toEqual([{ conversationId: 'c1', epoch: 1, seq: 1 }]);
  });

  it('R45 a push that comes again is stored, counted and told of once', async () => {
    const one = await alice();
    const row = pushed(one, 'hello');
    for (let times = 0; times < 3; times += 1) one.gateway.socket().push('pushChatMessage', row);
    await have(one, 1);
    await one.clock.advance(50);
    expect([(await one.chat()).unread, one.events.filter(({ type }) => type === 'messageArrived').length]).toEqual([
      1, 1,
    ]);
  });

  it('R41 many pushes are acknowledged by one command, and an old one takes nothing back', async () => {
    const one = await alice();
    const first = pushed(one, '1');
    for (let index = 2; index <= 20; index += 1) pushed(one, `${index}`);
    one.gateway.socket().push('pushChatMessage', first);
    await have(one, 20);
    await settle();
    await one.clock.advance(50);
    expect(acks(one)).toEqual([{ conversationId: 'c1', epoch: 1, seq: 20 }]);
  });

  it('R41 what could not be stored is not acknowledged, and is here after the next catch-up', async () => {
    const one = await alice();
    let fail = true;
    one.db.messages.hook('creating', () => {
      if (fail) throw new Error('disk');
    });
    pushed(one, 'hello');
    await eventually('the log', () => one.events.some(({ type }) => type === 'log'));
    await one.clock.advance(1_000);
    expect([acks(one), await one.db.messages.count(), (await one.db.cursors.get('c1'))!.seq]).toEqual([[], 0, 0]);
    fail = false;
    one.reconnect();
    await have(one, 1);
  });

  it('a message is told of when it is stored, and once', async () => {
    const one = await alice();
    const told = () => one.events.filter(({ type }) => type === 'messageArrived').length;
    let fail = true;
    one.db.messages.hook('creating', (_, { content }) => {
      if (fail && content.type === 'system') throw new Error('disk');
    });
    // Both arrive in one part of a sync: its last row fails.
    one.gateway.addTextFromBob('c1', 'hello');
    one.gateway
      .socket()
      .push('pushChatMessage', one.gateway.addContent('c1', { cmdId: 'slap', type: 'slap', message: '{}' }));
    await eventually('the log', () => one.events.some(({ type }) => type === 'log'));
    expect([told(), await one.db.messages.count()]).toEqual([0, 0]);
    fail = false;
    one.reconnect();
    await have(one, 2);
    expect(told()).toBe(1);
  });

  it('R46 a push that skips a place leads to a catch-up, and nothing is out of order', async () => {
    const one = await alice();
    one.gateway.addTextFromBob('c1', 'lost');
    pushed(one, 'late');
    await have(one, 2);
    expect(await one.texts()).toEqual(['lost', 'late']);
    expect((await one.chat()).unread).toBe(2);
  });

  it('R46 a push of an unknown conversation or another epoch leads to a catch-up', async () => {
    const one = await alice();
    one.gateway.addChat('c2');
    pushed(one, 'hello', 'c2');
    await have(one, 1, 'c2');
    const before = one.gateway.requests('message.sync').length;
    one.gateway
      .socket()
      .push('pushChatMessage', { ...one.gateway.chats.get('c1')!.rows[0], conversationId: 'c1', epoch: 2, seq: 1 });
    await eventually('a catch-up', () => one.gateway.requests('message.sync').length > before);
  });
});

describe('R46 catching up', () => {
  it('R46 R55 the answer to a send shows what was missed before it', async () => {
    const one = await alice();
    one.gateway.addTextFromBob('c1', 'missed');
    await one.waitUntilSent(await one.sendText('mine'));
    await have(one, 2);
    expect([await one.texts(), (await one.db.cursors.get('c1'))!.seq]).toEqual([['missed', 'mine'], 2]);
  });

  it('R46 what was missed while away comes in order, in as many rounds as it takes', async () => {
    const before = await alice();
    await before.close();
    before.gateway.faults.page = 7;
    for (let index = 0; index < 30; index += 1) before.gateway.addTextFromBob('c1', `${index}`);
    const one = await alice(before);
    await have(one, 30);
    expect(await one.texts()).toEqual(Array.from({ length: 30 }, (_, index) => `${index}`));
    expect([(await one.chat()).unread, (await one.db.cursors.get('c1'))!.seq]).toEqual([30, 30]);
  });

  it('R46 a chat that a full reply had no room for is not passed over', async () => {
    const before = await alice();
    for (const id of ['c2', 'c3']) before.gateway.addChat(id);
    await before.close();
    before.gateway.faults.total = 5;
    for (const id of ['c1', 'c2', 'c3']) {
      for (let index = 0; index < 6; index += 1) before.gateway.addTextFromBob(id, `${id} ${index}`);
    }
    const one = await alice(before);
    for (const id of ['c1', 'c2', 'c3']) await have(one, 6, id);
  });

  it('R46 its own message, sent but never answered, is settled by it', async () => {
    const one = await alice();
    one.gateway.faults.loseAnswers.set('message.sendPrivateMessage', 1);
    const id = await one.sendText('hello');
    await eventually('the row', () => one.gateway.chats.get('c1')!.rows.length === 1);
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('UNAVAILABLE'));
    // What it sealed for others is echoed to it without content.
    Object.assign(one.gateway.chats.get('c1')!.rows[0]!, { content: null, copy: 'acked' });
    one.reconnect();
    await one.waitUntilSent(id);
    expect([await one.message(id), await one.db.outbox.count()]).toMatchObject([
      { seq: 1, error: '', isRead: true },
      0,
    ]);
    expect([await one.texts(), (await one.chat()).preview]).toEqual([['hello'], 'hello']);
  });

  it('R46 what is asked for while one runs gets a reply of its own', async () => {
    const one = await alice();
    const held = Promise.withResolvers<void>();
    const before = one.gateway.requests('message.sync').length;
    one.gateway.faults.holdCall.set('message.sync', held.promise);
    one.gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await eventually('it to begin', () => one.gateway.requests('message.sync').length === before + 1);
    for (let times = 0; times < 5; times += 1) one.gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    held.resolve();
    await eventually('the second', () => one.gateway.requests('message.sync').length === before + 2);
    await one.clock.advance(100);
    expect(one.gateway.requests('message.sync')).toHaveLength(before + 2);
  });

  it('R57 a chat just opened is here when the call returns', async () => {
    const one = await alice();
    one.gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await Promise.resolve();
    const { conversationId } = await one.openPrivateChat('bob');
    expect(await one.db.conversations.get(conversationId)).toMatchObject({ type: 'private', unread: 0 });
  });

  it('R46 chats new to this device stand in the order of their last messages', async () => {
    const before = await alice();
    const { gateway } = before;
    gateway.addChat('c2');
    gateway.addTextFromBob('c2', 'first');
    gateway.addTextFromBob('c1', 'a');
    gateway.addTextFromBob('c1', 'last');
    await before.close();
    // Much later than any of them, so the time of the catch-up itself gives no order.
    await before.clock.advance(60_000);
    const one = await alice({ gateway, clock: before.clock });
    const order = (await one.db.conversations.orderBy('sortTime').reverse().toArray()).map(
      ({ conversionId }) => conversionId,
    );
    expect(order).toEqual(['c1', 'c2']);
  });

  it('R46 a place moves by rows alone: a reply that has none takes nothing for seen', async () => {
    const one = await alice();
    pushed(one, '1');
    await have(one, 1);
    const { rows } = one.gateway.chats.get('c1')!;
    const late = one.gateway.addTextFromBob('c1', 'late');
    // The reply says that there are two, and has none.
    one.gateway.chats.get('c1')!.rows = Object.assign([...rows], { slice: () => [] });
    const before = one.gateway.requests('message.sync').length;
    one.reconnect();
    await eventually('a catch-up', () => one.gateway.requests('message.sync').length > before);
    await settle();
    one.gateway.chats.get('c1')!.rows = rows;
    expect((await one.db.cursors.get('c1'))!.seq).toBe(1);
    one.gateway.socket().push('pushChatMessage', late);
    await have(one, 2);
  });

  it('R46 a new epoch is another history, and counts from there', async () => {
    const one = await alice();
    pushed(one, '1');
    await have(one, 1);
    one.gateway.chats.get('c1')!.epoch = 2;
    one.reconnect();
    await eventually('it', async () => (await one.db.cursors.get('c1'))!.epoch === 2);
    expect(await one.db.cursors.get('c1')).toEqual({ conversationId: 'c1', epoch: 2, seq: 1 });
  });
});

describe('R67 R174 what is removed from this device', () => {
  it('R67 is no longer counted or shown, does not come back, and what is on its way stays', async () => {
    const one = await alice();
    const first = pushed(one, 'first');
    pushed(one, 'second');
    await have(one, 2);
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('UNAVAILABLE'));
    const mine = await one.sendText('on its way');
    await one.forget({ conversationId: 'c1', ids: [mine, 'bob second', 'nothing'] });
    expect([await one.texts(), (await one.chat()).unread]).toEqual([['first', 'on its way'], 1]);
    one.gateway.socket().push('pushChatMessage', first);
    one.reconnect();
    await settle();
    expect(await one.texts()).toEqual(['first', 'on its way']);
    await one.forget({ conversationId: 'c2', ids: [first.id] });
    expect(await one.message(first.id)).toBeDefined();
  });
});

describe('R174 what was deleted here', () => {
  it('R174 does not come back when the gateway sends it again in a new epoch; the same id elsewhere is another message', async () => {
    const one = await alice();
    const first = pushed(one, 'first');
    pushed(one, 'second');
    await have(one, 2);
    await one.forget({ conversationId: 'c1', ids: [first.id] });
    const chat = one.gateway.chats.get('c1')!;
    chat.epoch = 2;
    for (const row of chat.rows) row.epoch = 2;
    one.reconnect();
    await eventually('it', async () => (await one.db.cursors.get('c1'))!.epoch === 2);
    expect(await one.texts()).toEqual(['second']);
    one.gateway.addChat('g1', { type: 'group', people: ['alice', 'bob'] });
    one.reconnect();
    await eventually('the group', () => one.db.cursors.get('g1'));
    await one.pushRow(
      one.gateway.addContent('g1', {
        id: first.id,
        type: 'text',
        message: '{"text":"there"}',
        by: { identifier: 'bob', deviceId: 'b1' },
      }),
    );
    expect(await one.message(first.id)).toMatchObject({ conversationId: 'g1' });
    // The memory of what was deleted goes with its conversation.
    await one.forget({ conversationId: 'g1', ids: [first.id] });
    await one.pushRow(
      one.gateway.addContent('g1', {
        cmdId: 'deleteMember',
        type: 'deleteMember',
        targets: ['alice'],
        message: '{}',
        by: { identifier: 'bob', deviceId: 'b1' },
      }),
    );
    await eventually('the end', async () => (await one.db.identity.where('key').startsWith('deleted:').count()) === 0);
  });
});

describe('R67 what is unread', () => {
  it('R67 reading marks up to a place, here and at the gateway', async () => {
    const one = await alice();
    for (const text of ['1', '2', '3']) pushed(one, text);
    await have(one, 3);
    await one.markRead('c1', 2);
    expect(await one.chat()).toMatchObject({ unread: 1, readSeq: 2 });
    expect((await one.db.messages.orderBy('id').toArray()).map(({ isRead, unread }) => [isRead, unread])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, 1],
    ]);
    expect(one.gateway.requests('message.read')).toEqual([{ conversationId: 'c1', seq: 2 }]);
    await one.markRead('c1', 1);
    expect([(await one.chat()).unread, one.gateway.requests('message.read').length]).toEqual([1, 1]);
  });

  it('R67 a reader who scrolls is counted at once, and the gateway gets one position a second', async () => {
    const one = await alice();
    for (let index = 1; index <= 40; index += 1) pushed(one, String(index));
    await have(one, 40);
    for (let seq = 1; seq <= 30; seq += 1) await one.markRead('c1', seq);
    expect((await one.chat()).unread).toBe(10);
    const reported = () => one.gateway.requests('message.read').map(({ seq }) => seq);
    expect(reported()).toEqual([1]);
    await one.clock.advance(1_000);
    await eventually('the position', () => reported().length === 2 || undefined);
    expect(reported()).toEqual([1, 30]);
    await one.clock.advance(5_000);
    await settle();
    expect(reported()).toEqual([1, 30]);
  });

  it('R67 what another device of mine has read is read here', async () => {
    const one = await alice();
    pushed(one, '1');
    pushed(one, '2');
    await have(one, 2);
    one.gateway.chats.get('c1')!.readSeq = 1;
    one.gateway.socket().push('pushNotify', { type: 'read', conversationId: 'c1', identifier: 'alice', seq: 1 });
    await eventually('the count', async () => (await one.chat()).unread === 1);
    expect(await one.message('bob 1')).toMatchObject({ isRead: true });
  });

  it('R67 what another device of mine read before this one got it arrives read, up to that place and no further', async () => {
    const one = await alice();
    const rows = ['1', '2', '3'].map((text) => one.gateway.addTextFromBob('c1', text));
    one.gateway.chats.get('c1')!.readSeq = 2;
    one.reconnect();
    await have(one, 3);
    const stored = await one.db.messages.where({ conversationId: 'c1' }).sortBy('order');
    expect(stored.map(({ isRead, unread }) => [isRead, unread])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, 1],
    ]);
    expect((await one.chat()).unread).toBe(1);
    expect(one.events.flatMap((event) => (event.type === 'messageArrived' ? [event.id] : []))).toEqual([rows[2]!.id]);
  });

  it('R67 my own message is never unread, also when another device of mine sent it', async () => {
    const one = await alice();
    const row = { ...one.gateway.addTextFromBob('c1', 'mine'), sender: { identifier: 'alice', deviceId: 'a2' } };
    one.gateway.socket().push('pushChatMessage', row);
    await have(one, 1);
    expect([(await one.message(row.id)).isRead, (await one.chat()).unread, one.events]).toEqual([true, 0, []]);
  });

  it("R173 R67 the gateway's entity changes nothing that this device keeps beside it", async () => {
    const one = await alice();
    pushed(one, 'hello');
    await have(one, 1);
    await one.saveDraft('c1', 'my draft');
    const before = await one.chat();
    one.gateway.chats.get('c1')!.wire.name = 'New name';
    one.gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await eventually('the name', async () => (await one.chat()).name === 'New name');
    expect(await one.chat()).toEqual({ ...before, name: 'New name' });
    expect(await one.db.drafts.get('c1')).toMatchObject({ text: 'my draft' });
    await one.saveDraft('c1', '');
    expect(await one.db.drafts.count()).toBe(0);
  });
});

describe('the list of conversations', () => {
  it('R167 is asked for once a start, after catching up, and again when that failed; what is not here stays away, and what this device keeps beside it stays', async () => {
    const gateway = createFakeGateway({ now: () => 0 });
    gateway.addChat('c1');
    gateway.addChat('c2');
    gateway.faults.refuse.set('conversation.list', () => new Fault('UNAVAILABLE'));
    const one = await alice({ gateway });
    await one.saveDraft('c1', 'mine');
    await eventually('the first try', () => gateway.requests('conversation.list').length === 1);
    gateway.faults.refuse.set('conversation.list', () => {
      // It is empty, so no sync mentions it.
      gateway.chats.get('c1')!.wire.name = 'Renamed';
      gateway.addChat('c3');
      return undefined;
    });
    one.reconnect();
    gateway.socket().drop();
    await one.clock.advance(10_000);
    await eventually('the name', async () => (await one.chat()).name === 'Renamed');
    expect([await one.db.conversations.get('c3'), (await one.db.drafts.get('c1'))?.text]).toEqual([undefined, 'mine']);
    gateway.faults.refuse.clear();
    gateway.socket().drop();
    await one.clock.advance(10_000);
    await eventually('the third', async () => (await one.db.conversations.get('c3')) !== undefined);
    expect(gateway.requests('conversation.list')).toHaveLength(2);
  });
});
