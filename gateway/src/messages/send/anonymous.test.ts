import type { Content, Input } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  signIn,
  type Person,
} from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let laptop: Person;
let group: string;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
  now += 60_000;
  laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
});
beforeEach(async () => {
  group = await groupOf(alice, bob);
  await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: true, visibility: false } });
  await bob.api.conversation.setUserSetting({ conversationId: group, userSetting: { anonymous: true } });
});
afterAll(() => gateway.close());

const send = (from: Person, content: Input<Content>, { id = newMessageId(), conversationId = group } = {}) => {
  const call = conversationId === group ? from.api.message.sendGroupMessage : from.api.message.sendPrivateMessage;
  return call({
    id,
    conversation: { conversationId },
    content: [{ type: 'text', message: '{"text":"psst"}', anonymous: true, ...content }],
  });
};
const nobody = { identifier: '', deviceId: '' };
const lastRow = async (person: Person) =>
  (await rowsOf(person)).filter(({ conversationId }) => conversationId === group).at(-1)!;

describe('anonymous messages', () => {
  test("R58 they need the member's setting and the group's, judged where they are stored", async () => {
    const lastSeq = async () =>
      (await query<{ n: number }>(gateway, 'select last_seq::int as n from conversation where id = $1', [group]))
        .rows[0]!.n;
    expect(await outcomeCode(send(alice, {}))).toBe('ANONYMOUS_OFF');
    expect(await outcomeCode(send(bob, {}))).toBe('SUCCESS');
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: false, visibility: false } });
    const before = await lastSeq();
    expect(await outcomeCode(send(bob, {}))).toBe('ANONYMOUS_OFF');
    expect(await lastSeq()).toBe(before);
    expect(await outcomeCode(send(bob, {}, { conversationId: await chatOf(alice, bob) }))).toBe('ANONYMOUS_OFF');
  });

  test('R59 R166 what a newer version has stored with a message stays with it, but nobody else gets it if it is anonymous', async () => {
    // A field of this version's messages that it does not know: the number 15, and the name of the sender.
    const field = [15 * 8 + 2, 3, ...Buffer.from('Bob')];
    const ids = { anonymous: newMessageId(), open: newMessageId() };
    await send(bob, {}, { id: ids.anonymous });
    await send(bob, { anonymous: false }, { id: ids.open });
    await query(gateway, 'update message set body = body || $1 where id = any($2)', [
      Buffer.from(field),
      Object.values(ids),
    ]);
    const includesField = async (person: Person, id: string) =>
      Buffer.from(encode('Content', (await rowsOf(person)).find((row) => row.id === id)!.content!)).includes(
        Buffer.from(field),
      );
    expect([await includesField(alice, ids.open), await includesField(bob, ids.anonymous)]).toEqual([true, true]);
    expect(await includesField(alice, ids.anonymous)).toBe(false);
  });

  test('R59 P7 nobody else learns who sent it, in no answer and in no push; own devices do', async () => {
    const sockets = { alice: await connectAs(alice), laptop: await connectAs(laptop), bob: await connectAs(bob) };
    const id = newMessageId();
    await send(bob, {}, { id });
    await send(bob, { anonymous: false });
    await sockets.alice.until(() => sockets.alice.rows.length === 2);
    await sockets.laptop.until(() => sockets.laptop.rows.length === 2);
    expect(sockets.bob.rows).toEqual([]);
    const synced = (await rowsOf(alice)).find((row) => row.id === id)!;
    const history = (await alice.api.message.history({ conversationId: group })).rows.find((row) => row.id === id)!;
    const queried = (await alice.api.historyMessage.queryByGroup({ conversationId: group })).list.find(
      (row) => row.id === id,
    )!;
    for (const row of [sockets.alice.rows[0]!, synced, history, queried]) {
      expect(row).toMatchObject({
        sender: nobody,
        content: { anonymous: true, sender: nobody, message: '{"text":"psst"}' },
      });
      const bytes = Buffer.from(encode('Row', row)).toString('latin1');
      for (const telling of [bob.identifier, bob.deviceId]) expect(bytes).not.toContain(telling);
    }
    const own = { identifier: bob.identifier, deviceId: bob.deviceId };
    expect(sockets.laptop.rows[0]).toMatchObject({ sender: own, content: { anonymous: true, sender: own } });
    expect((await rowsOf(laptop)).find((row) => row.id === id)).toMatchObject({ sender: own });
    expect(sockets.alice.rows[1]).toMatchObject({ sender: own, content: { anonymous: false, sender: own } });
    for (const socket of Object.values(sockets)) socket.close();
  });

  test('R59 what its author does to it is anonymous too, whatever the settings are by then; what the owner does is not', async () => {
    const [first, second] = [newMessageId(), newMessageId()];
    for (const id of [first, second]) await send(bob, {}, { id });
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: false, visibility: false } });
    const { content } = await sendCommand(bob, group, 'edit', { targets: [first], body: { text: 'better' } });
    expect(content).toMatchObject({ anonymous: true, sender: { identifier: bob.identifier } });
    expect(await lastRow(alice)).toMatchObject({
      sender: nobody,
      content: { cmdId: 'edit', anonymous: true, sender: nobody },
    });
    const socket = await connectAs(alice);
    await sendCommand(bob, group, 'withdraw', { targets: [first] });
    await socket.until(() => socket.rows.length === 1);
    expect(socket.rows[0]).toMatchObject({
      sender: nobody,
      content: { cmdId: 'withdraw', anonymous: true, sender: nobody },
    });
    socket.close();
    await sendCommand(alice, group, 'withdraw', { targets: [second] });
    expect(await lastRow(bob)).toMatchObject({
      sender: { identifier: alice.identifier },
      content: { anonymous: false },
    });
  });

  test('R59 who is anonymous reacts without a name, and only while he may be', async () => {
    const { id } = await send(alice, { anonymous: false });
    const react = () =>
      send(bob, {
        cmdId: 'reaction',
        type: 'reaction',
        targets: [id],
        message: '{"emoji":"👍","on":true,"text":"+1"}',
      });
    await react();
    expect(await lastRow(alice)).toMatchObject({
      sender: nobody,
      content: { cmdId: 'reaction', anonymous: true, sender: nobody },
    });
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: false, visibility: false } });
    expect(await outcomeCode(react())).toBe('ANONYMOUS_OFF');
  });

  test('no other command can be anonymous: it would leave the others guessing who changed the group', async () => {
    await send(bob, { cmdId: 'nickname', type: 'nickname', message: '{"nickname":"B"}' });
    expect(await lastRow(alice)).toMatchObject({
      sender: { identifier: bob.identifier },
      content: { cmdId: 'nickname', anonymous: false },
    });
  });
});
