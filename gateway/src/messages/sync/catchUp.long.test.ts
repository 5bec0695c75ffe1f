import type { SyncReply } from '@amber/proto';
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
} from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

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

const anotherDevice = async (person: Person, deviceId: string) => {
  now += 60_000;
  return signIn(gateway, { phone: person.phone, deviceId, name: 'Same' });
};

describe('catching up', () => {
  test('R46 a device that is not far behind gets everything in order', async () => {
    for (let n = 1; n <= 12; n += 1) await sendText(alice, chat, String(n));
    for (const seq of [7, 9, 12]) {
      const {
        parts: [part],
        more,
      } = await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq }] });
      expect(part).toMatchObject({ epoch: 1, lastSeq: 12, joinedSeq: 0, conversation: { conversionId: chat } });
      expect(part!.rows.map((row) => row.seq)).toEqual([8, 9, 10, 11, 12].filter((n) => n > seq));
      expect(more).toBe(false);
    }
  });

  test('R46 a device far behind gets the newest first, and is shown where the gap is', async () => {
    for (let n = 1; n <= 12; n += 1) await sendText(alice, chat, String(n));
    const {
      parts: [part],
      more,
    } = await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 2 }] });
    expect(part!.rows.map(({ seq }) => seq)).toEqual([8, 9, 10, 11, 12]);
    expect(part!.rows[0]!.prevSeq).toBe(7);
    expect(more).toBe(false);
  });

  test('R46 no sealed copy is passed over: from the first that waits on, everything comes, oldest first', async () => {
    const sealed = () =>
      alice.api.message.sendPrivateMessage({
        id: newMessageId(),
        conversation: { conversationId: chat },
        content: [{ type: 'text', message: 'sealed', to: { identifier: bob.identifier, deviceId: bob.deviceId } }],
      });
    // 1–3 open, 4 sealed, 5–15 open, 16 sealed, 17–30 open.
    for (let n = 1; n <= 30; n += 1) await (n === 4 || n === 16 ? sealed() : sendText(alice, chat, String(n)));
    const got: number[] = [];
    const gaps: [number, number][] = [];
    let cursor = 0;
    for (let more = true; more;) {
      const reply = await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: cursor }] });
      const { rows } = reply.parts[0]!;
      if (rows[0]!.prevSeq > cursor) gaps.push([cursor, rows[0]!.seq]);
      got.push(...rows.map(({ seq }) => seq));
      cursor = got.at(-1)!;
      ({ more } = reply);
    }
    expect(got).toEqual([4, 5, 6, 7, 8, 16, 17, 18, 19, 20, 26, 27, 28, 29, 30]);
    expect(gaps).toEqual([
      [0, 4],
      [8, 16],
      [20, 26],
    ]);
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

  test('R254 what was missed in many chats is read in slices: an answer is full, and ends at nothing that is empty', async () => {
    const many = await startTestGateway();
    const reader = await signIn(many);
    const chats = 620;
    await query(
      many,
      `with chat as (
         insert into conversation (id, type, owner, created_at, last_seq)
         select lpad(n::text, 24, 'c'), 'group', $1, n, 2 from generate_series(1, $2::int) n returning id
       ), joined as (
         insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
         select id, $1, 'owner', 0, 0, '{}' from chat
       )
       insert into message (conversation, seq, id, sender, device, ts, sealed, body)
       select id, seq, lpad(seq::text, 24, id), 'x', 'd', seq, false, '' from chat cross join generate_series(1, 2) seq`,
      [reader.identifier, chats],
    );
    const places = ({ parts }: SyncReply) => parts.flatMap(({ rows }) => rows).length;
    const cursorsOf = ({ parts }: SyncReply) =>
      parts.flatMap(({ conversation, rows }) =>
        rows.length === 0 ? [] : [{ conversationId: conversation!.conversionId, epoch: 1, seq: rows.at(-1)!.seq }],
      );
    const first = await reader.api.message.sync({});
    expect([places(first), first.parts.length, first.more]).toEqual([1_000, chats, true]);
    const cursors = cursorsOf(first);
    const second = await reader.api.message.sync({ cursors });
    expect([places(second), second.parts.length, second.more]).toEqual([240, chats, false]);
    const all = [...cursors, ...cursorsOf(second)];
    const third = await reader.api.message.sync({ cursors: all });
    expect([all.length, places(third), third.more]).toEqual([chats, 0, false]);
    const { rows } = await query(many, 'select seq::int from device_cursor where identifier = $1', [reader.identifier]);
    expect(rows).toEqual(Array.from({ length: chats }, () => ({ seq: 2 })));
    // The oldest 600 have lost their messages: more than one slice is empty.
    await query(
      many,
      `delete from message m using conversation c where c.id = m.conversation and c.type = 'group' and c.created_at <= 600`,
    );
    expect(places(await reader.api.message.sync({}))).toBe(40);
    await many.close();
  });

  test('a cursor of another epoch starts again', async () => {
    await sendText(alice, chat, '1');
    const { parts } = await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 9, seq: 1 }] });
    expect(parts[0]!.rows.map(({ seq }) => seq)).toEqual([1]);
  });

  test('a member sees what came after he joined, in syncing, in history and by push', async () => {
    const [late, group] = [await signIn(gateway), await groupOf(alice, bob)];
    await sendText(alice, group, 'before', { type: 'group' });
    await query(
      gateway,
      `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) values ($1, $2, 'member', 2, $3, '{}')`,
      [group, late.identifier, now],
    );
    const socket = await connectAs(late);
    await sendText(alice, group, 'after', { type: 'group' });
    await socket.until(() => socket.rows.length > 0);
    socket.close();
    expect(socket.rows).toMatchObject([{ seq: 3, prevSeq: 2 }]);
    expect((await rowsOf(late)).map(({ seq }) => seq)).toEqual([3]);
    expect((await late.api.message.history({ conversationId: group })).rows.map(({ seq }) => seq)).toEqual([3]);
  });

  test('R65 who was removed gets the row that says so, by push and by sync, and nothing after it', async () => {
    const group = await groupOf(alice, bob);
    const socket = await connectAs(bob);
    await sendText(alice, group, 'before', { type: 'group' });
    await sendCommand(alice, group, 'deleteMember', { targets: [bob.identifier] });
    await sendText(alice, group, 'after', { type: 'group' });
    await socket.until(() => socket.rows.length === 2);
    await sendText(alice, chat, 'to both');
    await socket.until(() => socket.rows.some(({ conversationId }) => conversationId === chat));
    expect(
      socket.rows
        .filter(({ conversationId }) => conversationId === group)
        .map(({ seq, content }) => [seq, content!.cmdId]),
    ).toEqual([
      [2, ''],
      [3, 'deleteMember'],
    ]);
    socket.close();
    const partAfter = async (seq: number) =>
      (await bob.api.message.sync({ cursors: [{ conversationId: group, epoch: 1, seq }] })).parts.find(
        ({ conversation }) => conversation!.conversionId === group,
      );
    expect(await partAfter(1)).toMatchObject({
      conversation: { status: 'delete' },
      lastSeq: 3,
      rows: [{ seq: 2 }, { seq: 3 }],
    });
    expect(await partAfter(3)).toMatchObject({ conversation: { status: 'delete' }, lastSeq: 3, rows: [] });
    // Without a cursor of his there is nothing to end.
    expect((await bob.api.message.sync({})).parts.map(({ conversation }) => conversation!.conversionId)).toEqual([
      chat,
    ]);
    expect(await outcomeCode(bob.api.message.history({ conversationId: group }))).toBe('NO_AUTH');
    expect(await outcomeCode(sendText(bob, group, 'still here', { type: 'group' }))).toBe('NOT_MEMBER');
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
    expect((await bob.api.message.sync({})).parts[0]!.readSeq).toBe(2);
    here.close();
    there.close();
  });
});
