import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatOf, connectAs, groupOf, sendText, signIn, type Person, type TestSocket } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let chat: string;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  chat = await chatOf(alice, bob);
  for (const text of ['1', '2', '3']) await sendText(alice, chat, text);
});
afterAll(() => gateway.close());

const cursor = (seq: number) => ({ cursors: [{ conversationId: chat, epoch: 1, seq }] });
const peer = async (person: Person) => {
  const { peerReadSeq, peerDeliveredSeq } = (await person.api.message.sync({})).parts.find(
    ({ conversation }) => conversation!.conversionId === chat,
  )!;
  return { read: peerReadSeq, delivered: peerDeliveredSeq };
};
const told = (socket: TestSocket) =>
  socket.notices.map(({ type, seq, identifier, noticeSeq }) => ({ type, seq, identifier, noticeSeq }));

describe('what the other has received and read', () => {
  test('the sender is told as it happens, and finds it when he comes later', async () => {
    const socket = await connectAs(alice);
    await bob.api.message.sync(cursor(2));
    await bob.api.message.read({ conversationId: chat, seq: 1 });
    await socket.until(() => socket.notices.length === 2);
    expect(told(socket)).toEqual([
      { type: 'peerDelivered', seq: 2, identifier: bob.identifier, noticeSeq: 0 },
      { type: 'peerRead', seq: 1, identifier: bob.identifier, noticeSeq: 0 },
    ]);
    socket.close();
    expect(await peer(alice)).toEqual({ read: 1, delivered: 2 });
    expect(await peer(bob)).toEqual({ read: 0, delivered: 0 });
  });

  test('the furthest of his devices counts, and what is no news is not told', async () => {
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop' });
    const socket = await connectAs(alice);
    await laptop.api.message.sync(cursor(3));
    await bob.api.message.sync(cursor(2));
    await bob.api.message.sync(cursor(3));
    await bob.api.message.read({ conversationId: chat, seq: 3 });
    await bob.api.message.read({ conversationId: chat, seq: 2 });
    await socket.until(() => socket.notices.some(({ type }) => type === 'peerRead'));
    expect(told(socket).map(({ type, seq }) => [type, seq])).toEqual([
      ['peerDelivered', 3],
      ['peerRead', 3],
    ]);
    socket.close();
    expect(await peer(alice)).toEqual({ read: 3, delivered: 3 });
  });

  test.each(['alice', 'bob'])(
    'P7 neither learns it when %s keeps it to himself; both do when he no longer does',
    async (who) => {
      const hiding = who === 'alice' ? alice : bob;
      expect(await hiding.api.user.privacy({})).toEqual({ hideReadState: false, unencrypted: 'unset' });
      expect(await hiding.api.user.setPrivacy({ hideReadState: true })).toMatchObject({ hideReadState: true });
      expect(await hiding.api.user.privacy({})).toMatchObject({ hideReadState: true });
      const socket = await connectAs(alice);
      await bob.api.message.sync(cursor(3));
      await bob.api.message.read({ conversationId: chat, seq: 3 });
      await alice.api.message.read({ conversationId: chat, seq: 3 });
      await socket.ask('heartbeat', { time: 1 });
      expect(socket.notices.filter(({ type }) => type.startsWith('peer'))).toEqual([]);
      socket.close();
      expect([await peer(alice), await peer(bob)]).toEqual([
        { read: 0, delivered: 0 },
        { read: 0, delivered: 0 },
      ]);
      await hiding.api.user.setPrivacy({ hideReadState: false });
      expect(await peer(alice)).toEqual({ read: 3, delivered: 3 });
      // One's own devices always know.
      expect((await bob.api.message.sync({})).parts[0]!.readSeq).toBe(3);
    },
  );

  test('in groups nobody is told', async () => {
    const group = await groupOf(alice, bob);
    const socket = await connectAs(alice);
    await bob.api.message.sync({ cursors: [{ conversationId: group, epoch: 1, seq: 1 }] });
    await bob.api.message.read({ conversationId: group, seq: 1 });
    await socket.ask('heartbeat', { time: 1 });
    expect(socket.notices).toEqual([]);
    socket.close();
    const part = (await alice.api.message.sync({})).parts.find(
      ({ conversation }) => conversation!.conversionId === group,
    );
    expect(part).toMatchObject({ peerReadSeq: 0, peerDeliveredSeq: 0 });
  });
});
