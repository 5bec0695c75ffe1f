import type { Content, Input } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import type { Fault } from '@amber/proto/faults';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatOf, connectAs, newMessageId, outcome, sendText, signIn, type Person } from '../testClient.ts';
import { query, startTestGateway, type TestGateway } from '../testing.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let chat: string;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, limits: { syncPage: 5 } });
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
  chat = await chatOf(alice, bob);
});
afterAll(() => gateway.close());

const deviceOf = ({ identifier, deviceId }: Person) => ({ identifier, deviceId });

/** Sends a message sealed for these devices. */
const sendSealed = (from: Person, to: { identifier: string; deviceId: string }[], id = newMessageId()) =>
  from.api.message.sendPrivateMessage({
    id, conversation: { conversationId: chat }, content: to.map((device) => ({ type: 'text', message: `sealed for ${device.deviceId}`, to: device })),
  });

const syncAll = (person: Person) => person.api.message.sync({});
const rowsOf = async (person: Person) => (await syncAll(person)).parts.flatMap(({ rows }) => rows);
const anotherDevice = async (person: Person, deviceId: string) => {
  now += 60_000;
  return signIn(gateway, { phone: person.phone, deviceId, name: 'Same' });
};

async function groupOf(...people: Person[]): Promise<string> {
  const { conversation } = await people[0]!.api.conversation.create({ type: 'group', identifiers: people.slice(1).map(({ identifier }) => identifier) });
  return conversation!.conversionId;
}

describe('sending', () => {
  test('R57 a message is stored, and the gateway writes who, when and which itself', async () => {
    const id = newMessageId();
    const sent = await alice.api.message.sendPrivateMessage({
      id, conversation: { conversationId: chat },
      content: [{ id: 'forged', type: 'text', message: '{"text":"hello"}', timestamp: 1, sender: { identifier: bob.identifier, deviceId: 'forged' } }],
    });
    expect(sent).toEqual({ id, timestamp: now, epoch: 1, seq: 1 });
    expect(await rowsOf(bob)).toMatchObject([{
      id, seq: 1, prevSeq: 0, copy: 'open', timestamp: now, sender: deviceOf(alice),
      content: { id, message: '{"text":"hello"}', timestamp: now, sender: deviceOf(alice) },
    }]);
  });

  test('P2 a resend stores nothing and gets the first place and time, also when it comes ten times at once', async () => {
    const id = newMessageId();
    const first = await sendText(alice, chat, 'once', { id });
    now += 5_000;
    const again = await Promise.all(Array.from({ length: 10 }, () => sendText(alice, chat, 'once', { id })));
    expect(new Set(again.map((sent) => JSON.stringify(sent)))).toEqual(new Set([JSON.stringify(first)]));
    expect(await rowsOf(bob)).toHaveLength(1);
  });

  test('P2 the same id many times in one batch is one message', async () => {
    const id = newMessageId();
    const all = await Promise.all(Array.from({ length: 30 }, () => sendText(alice, chat, 'once', { id })));
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([1]));
    expect((await sendText(alice, chat, 'next')).seq).toBe(2);
  });

  test('T9 an id that somebody else used is refused', async () => {
    const id = newMessageId();
    await sendText(alice, chat, 'mine', { id });
    expect(await outcome(sendText(bob, chat, 'stolen', { id }))).toBe('NO_AUTH');
  });

  test('P3 many at once get places without holes or doubles', async () => {
    const sent = await Promise.all(Array.from({ length: 300 }, (_, n) => sendText(n % 2 ? alice : bob, chat, String(n))));
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
  });

  test('one refused message does not fail those beside it', async () => {
    const stranger = await signIn(gateway);
    const outcomes = await Promise.all([sendText(alice, chat, '1'), sendText(stranger, chat, '2'), sendText(bob, chat, '3')].map(outcome));
    expect(outcomes).toEqual(['SUCCESS', 'NO_AUTH', 'SUCCESS']);
  });

  test('a member removed while a batch waits: his message is refused, his neighbours\' are not', async () => {
    const carol = await signIn(gateway);
    const group = await groupOf(alice, bob, carol);
    const holder = new pg.Client({ connectionString: gateway.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from conversation where id = $1 for update', [group]);
    const waiting = async (count: number) => {
      for (;;) {
        const { rows } = await query<{ n: number }>(gateway, "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
        if (rows[0]!.n >= count) return;
      }
    };
    const removal = gateway.membership.remove(group, bob.identifier);
    await waiting(1);
    const outcomes = [alice, bob, carol].map((person) => outcome(sendText(person, group, 'hi', { type: 'group' })));
    await waiting(2);
    await holder.query('commit');
    await holder.end();
    await removal;
    expect(await Promise.all(outcomes)).toEqual(['SUCCESS', 'NOT_MEMBER', 'SUCCESS']);
    expect((await rowsOf(carol)).filter(({ conversationId }) => conversationId === group)).toHaveLength(2);
  });

  test('a block stops messages to who blocked, and no others', async () => {
    await query(gateway, 'insert into block values ($1, $2)', [bob.identifier, alice.identifier]);
    expect(await outcome(sendText(alice, chat, 'hello?'))).toBe('BLOCKED');
    expect(await outcome(sendText(bob, chat, 'hello'))).toBe('SUCCESS');
    expect(await rowsOf(bob)).toHaveLength(1);
  });

  test('P1 a batch that the database refuses is tried one by one', async () => {
    await query(gateway, `alter table message add constraint no_bad_sender check (ts > 0 and convert_from(coalesce(body, ''), 'LATIN1') not like '%poison%')`);
    const outcomes = await Promise.all(['good', 'poison', 'fine'].map((text) => outcome(sendText(alice, chat, text))));
    await query(gateway, 'alter table message drop constraint no_bad_sender');
    expect(outcomes).toEqual(['SUCCESS', 'UNKNOWN', 'SUCCESS']);
    expect((await rowsOf(bob)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test.each<[string, { type?: 'private' | 'group'; id?: string; content: Input<Content>[] }, string]>([
    ['no content at all, in a group', { type: 'group', content: [] }, 'BAD_REQUEST'],
    ['two open contents', { content: [{ message: '{}' }, { message: '{}' }] }, 'BAD_REQUEST'],
    ['text that is not JSON', { content: [{ message: 'hello' }] }, 'BAD_REQUEST'],
    ['an id of another length', { id: 'short', content: [{ message: '{}' }] }, 'BAD_REQUEST'],
    ['too much text', { content: [{ message: JSON.stringify('x'.repeat(160_000)) }] }, 'TOO_LARGE'],
  ])('%s is refused', async (_, { type = 'private', ...request }, code) => {
    const group = await groupOf(alice, bob);
    const call = type === 'private' ? alice.api.message.sendPrivateMessage : alice.api.message.sendGroupMessage;
    expect(await outcome(call({ id: newMessageId(), conversation: { conversationId: type === 'private' ? chat : group }, ...request }))).toBe(code);
  });

  test('a private message does not go to a group, nor the other way round', async () => {
    const group = await groupOf(alice, bob);
    expect(await outcome(sendText(alice, group, 'x'))).toBe('NO_AUTH');
    expect(await outcome(sendText(alice, chat, 'x', { type: 'group' }))).toBe('NO_AUTH');
  });

  test('more than the queue holds are turned away, and the rest is stored', async () => {
    const small = await startTestGateway({ limits: { sendQueueMax: 10, batchMax: 2 } });
    const [one, two] = [await signIn(small), await signIn(small)];
    const id = await chatOf(one, two);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcome(sendText(one, id, 'x'))));
    const stored = outcomes.filter((code) => code === 'SUCCESS').length;
    expect(new Set(outcomes)).toEqual(new Set(['SUCCESS', 'UNAVAILABLE']));
    expect((await sendText(one, id, 'last')).seq).toBe(stored + 1);
    await small.close();
  });
});

describe('sealed messages', () => {
  test('every device gets its own copy; the sending one and later ones get none', async () => {
    const laptop = await anotherDevice(alice, 'laptop');
    await sendSealed(alice, [deviceOf(bob), deviceOf(laptop)]);
    const later = await anotherDevice(bob, 'later');
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'queued', content: { message: `sealed for ${bob.deviceId}` } }]);
    expect(await rowsOf(laptop)).toMatchObject([{ copy: 'queued', content: { message: 'sealed for laptop' } }]);
    expect(await rowsOf(alice)).toMatchObject([{ copy: 'acked', content: null }]);
    expect(await rowsOf(later)).toMatchObject([{ copy: 'none', content: null }]);
  });

  test('P5 a stale device list stores nothing and tells which are missing and which too many; the same id works then', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    const gone = { identifier: bob.identifier, deviceId: 'gone' };
    const id = newMessageId();
    const fault = await sendSealed(alice, [deviceOf(bob), gone], id).catch((error: Fault) => error);
    expect(fault).toMatchObject({ code: 'DEVICES_CHANGED' });
    expect(decode('DevicesChanged', (fault as Fault).data!)).toEqual({ missing: [deviceOf(laptop)], extra: [gone] });
    expect(await rowsOf(bob)).toEqual([]);
    expect((await sendSealed(alice, [deviceOf(bob), deviceOf(laptop)], id)).seq).toBe(1);
  });

  test('no copies at all asks for the list', async () => {
    expect(await outcome(sendSealed(alice, []))).toBe('DEVICES_CHANGED');
  });

  test('a device that was idle for 45 days is sealed for no more', async () => {
    const old = await anotherDevice(bob, 'old');
    now += 46 * 24 * 60 * 60_000;
    const [sender, receiver] = [await anotherDevice(alice, alice.deviceId), await anotherDevice(bob, bob.deviceId)];
    expect(await outcome(sendSealed(sender, [deviceOf(receiver), deviceOf(old)]))).toBe('DEVICES_CHANGED');
    expect(await outcome(sendSealed(sender, [deviceOf(receiver)]))).toBe('SUCCESS');
  });

  test('a group takes open messages only; a device is copied to once', async () => {
    const group = await groupOf(alice, bob);
    const content = [{ message: 'sealed', to: deviceOf(bob) }];
    expect(await outcome(alice.api.message.sendGroupMessage({ id: newMessageId(), conversation: { conversationId: group }, content }))).toBe('BAD_REQUEST');
    expect(await outcome(sendSealed(alice, [deviceOf(bob), deviceOf(bob)]))).toBe('BAD_REQUEST');
  });

  test('a confirmed copy is gone for good, on that device alone', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    await sendSealed(alice, [deviceOf(bob), deviceOf(laptop)]);
    await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'acked', content: null }]);
    expect(await rowsOf(laptop)).toMatchObject([{ copy: 'queued' }]);
    const { rows } = await query(gateway, 'select device from device_copy where envelope is not null');
    expect(rows).toContainEqual({ device: 'laptop' });
    expect(rows).not.toContainEqual({ device: bob.deviceId });
  });

  test('R41 pushAck confirms what was pushed', async () => {
    const socket = await connectAs(bob);
    await sendSealed(alice, [deviceOf(bob)]);
    await socket.until(() => socket.rows.length === 1);
    expect(socket.rows).toMatchObject([{ copy: 'queued', content: { message: `sealed for ${bob.deviceId}` } }]);
    await socket.ask('pushAck', { cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'acked' }]);
    socket.close();
  });

  test('a confirmation never goes back, nor beyond the end, nor into another epoch or another\'s chat', async () => {
    const cursor = async () => (await query<{ seq: string }>(gateway, 'select seq from device_cursor where conversation = $1 and device = $2', [chat, bob.deviceId])).rows[0]?.seq;
    const confirm = (seq: number, epoch = 1) => bob.api.message.sync({ cursors: [{ conversationId: chat, epoch, seq }] });
    await sendText(alice, chat, '1');
    await sendText(alice, chat, '2');
    await confirm(1, 7);
    expect(await cursor()).toBeUndefined();
    await confirm(99);
    expect(await cursor()).toBe('2');
    await confirm(1);
    expect(await cursor()).toBe('2');
    const stranger = await signIn(gateway);
    await stranger.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 2 }] });
    expect((await query(gateway, 'select from device_cursor where identifier = $1', [stranger.identifier])).rows).toHaveLength(0);
  });
});

describe('catching up', () => {
  test('R46 a device catches up page by page and ends with everything in order', async () => {
    for (let n = 1; n <= 12; n += 1) await sendText(alice, chat, String(n));
    const seqs: number[] = [];
    for (let rounds = 1; ; rounds += 1) {
      const { parts: [part], more } = await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: seqs.at(-1) ?? 0 }] });
      expect(part).toMatchObject({ epoch: 1, lastSeq: 12, conversation: { conversionId: chat } });
      expect(part!.rows.length).toBeLessThanOrEqual(5);
      seqs.push(...part!.rows.map(({ seq }) => seq));
      if (!more) break;
      expect(rounds).toBeLessThan(4);
    }
    expect(seqs).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  });

  test('an answer stays small however long the messages are, and misses none', async () => {
    const big = await startTestGateway();
    const [one, two] = [await signIn(big), await signIn(big)];
    const id = await chatOf(one, two);
    await Promise.all(Array.from({ length: 40 }, () => sendText(one, id, 'x'.repeat(150_000))));
    const first = await two.api.message.sync({});
    expect(first.more).toBe(true);
    expect(first.parts[0]!.rows).toHaveLength(28);
    const rest = await two.api.message.sync({ cursors: [{ conversationId: id, epoch: 1, seq: 28 }] });
    expect(rest.parts[0]!.rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, n) => 29 + n));
    expect(rest.more).toBe(false);
    await big.close();
  });

  test('a cursor of another epoch starts again', async () => {
    await sendText(alice, chat, '1');
    const { parts } = await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 9, seq: 1 }] });
    expect(parts[0]!.rows.map(({ seq }) => seq)).toEqual([1]);
  });

  test('a member sees what came after he joined, in syncing, in history and by push', async () => {
    const [late, group] = [await signIn(gateway), await groupOf(alice, bob)];
    await sendText(alice, group, 'before', { type: 'group' });
    await query(gateway, `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) values ($1, $2, 'member', 1, $3, '{}')`, [group, late.identifier, now]);
    const socket = await connectAs(late);
    await sendText(alice, group, 'after', { type: 'group' });
    await socket.until(() => socket.rows.length > 0);
    socket.close();
    expect(socket.rows).toMatchObject([{ seq: 2, prevSeq: 1 }]);
    expect((await rowsOf(late)).map(({ seq }) => seq)).toEqual([2]);
    expect((await late.api.message.history({ conversationId: group })).rows.map(({ seq }) => seq)).toEqual([2]);
  });

  test('who was removed is told that it is over, and sees and is pushed nothing more', async () => {
    const group = await groupOf(alice, bob);
    const socket = await connectAs(bob);
    await sendText(alice, group, 'before', { type: 'group' });
    await gateway.membership.remove(group, bob.identifier);
    await sendText(alice, group, 'after', { type: 'group' });
    await sendText(alice, chat, 'to both');
    await socket.until(() => socket.rows.some(({ conversationId }) => conversationId === chat));
    expect(socket.rows.filter(({ conversationId }) => conversationId === group)).toHaveLength(1);
    socket.close();
    const { parts } = await bob.api.message.sync({ cursors: [{ conversationId: group, epoch: 1, seq: 1 }] });
    expect(parts.find(({ conversation }) => conversation!.conversionId === group)).toMatchObject({ conversation: { status: 'delete' }, lastSeq: 1, rows: [] });
    expect(await outcome(bob.api.message.history({ conversationId: group }))).toBe('NO_AUTH');
    expect(await outcome(sendText(bob, group, 'still here', { type: 'group' }))).toBe('NOT_MEMBER');
  });

  test('history goes back page by page, each oldest first', async () => {
    for (let n = 1; n <= 7; n += 1) await sendText(alice, chat, String(n));
    const page = async (beforeSeq: number, limit = 3) =>
      (await bob.api.message.history({ conversationId: chat, beforeSeq, limit })).rows.map(({ seq }) => seq);
    expect(await page(0)).toEqual([5, 6, 7]);
    expect(await page(5)).toEqual([2, 3, 4]);
    expect(await page(2)).toEqual([1]);
    expect(await page(0, 1_000)).toHaveLength(5);
  });

  test('reading moves on only, and my other devices are told', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    const [here, there] = [await connectAs(bob), await connectAs(laptop)];
    for (const text of ['1', '2']) await sendText(alice, chat, text);
    expect(await bob.api.message.read({ conversationId: chat, seq: 99 })).toEqual({ seq: 2 });
    expect(await bob.api.message.read({ conversationId: chat, seq: 1 })).toEqual({ seq: 2 });
    await there.until(() => there.notices.length > 0);
    expect(there.notices).toMatchObject([{ type: 'read', conversationId: chat, seq: 2 }]);
    expect(here.notices).toEqual([]);
    expect((await syncAll(bob)).parts[0]!.readSeq).toBe(2);
    here.close();
    there.close();
  });
});
