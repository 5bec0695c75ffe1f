import { afterEach, describe, expect, test } from 'vitest';
import { createLocalBus, type Bus } from '../../core/bus.ts';
import {
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
const keep = <T extends { close(): unknown }>(one: T): T => {
  opened.push(one);
  return one;
};

/** A bus that loses this share of its messages. */
const lossyBus = (share: number): Bus => {
  const bus = createLocalBus();
  let told = 0;
  return {
    ...bus,
    publish: (subject, hint) => {
      if ((told += 1) % 100 >= share * 100) bus.publish(subject, hint);
    },
  };
};

const start = async (options: Parameters<typeof startTestGateway>[0] = {}) => keep(await startTestGateway(options));
const listen = async (person: Person) => keep(await connectAs(person));
const seqs = (socket: TestSocket, chat: string) =>
  socket.rows.filter(({ conversationId }) => conversationId === chat).map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

async function pair(gateway: TestGateway) {
  const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  return { alice, bob, chat: await chatOf(alice, bob) };
}

describe('pushing', () => {
  test('R41 P7 every other device of both people is pushed each row once, in order, knowing the one before it', async () => {
    const gateway = await start();
    const { alice, bob, chat } = await pair(gateway);
    const sockets = {
      alice: await listen(alice),
      bob: await listen(bob),
      stranger: await listen(await signIn(gateway)),
    };
    await Promise.all(upTo(100).map((n) => sendText(alice, chat, String(n))));
    await sockets.bob.until(() => seqs(sockets.bob, chat).length >= 100);
    expect(seqs(sockets.bob, chat)).toEqual(upTo(100));
    expect(sockets.bob.rows.every(({ seq, prevSeq }) => prevSeq === seq - 1)).toBe(true);
    // The sending device has its answers.
    expect(sockets.alice.rows).toEqual([]);
    expect(sockets.stranger.rows).toEqual([]);
    expect(sockets.bob.rows[0]!.sender).toEqual({ identifier: alice.identifier, deviceId: alice.deviceId });
  });

  test('who signed in as another device of the sender is pushed too', async () => {
    let now = Date.now();
    const gateway = await start({ clock: () => now });
    const { alice, chat } = await pair(gateway);
    now += 60_000;
    const laptop = await signIn(gateway, { phone: alice.phone, deviceId: 'laptop' });
    const socket = await listen(laptop);
    await sendText(alice, chat, 'hello');
    await socket.until(() => socket.rows.length === 1);
  });

  test('a conversation that begins while connected is pushed from its first row', async () => {
    const gateway = await start();
    const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
    const socket = await listen(bob);
    const chat = await chatOf(alice, bob);
    await sendText(alice, chat, 'hello');
    await socket.until(() => seqs(socket, chat).length === 1);
  });

  test('a bus that loses everything costs a sweep and no message, not even in a new conversation', async () => {
    const gateway = await start({ bus: lossyBus(1), limits: { sweepEvery: 200 } });
    const { alice, bob, chat } = await pair(gateway);
    const socket = await listen(bob);
    for (const n of upTo(30)) await sendText(alice, chat, String(n));
    await socket.until(() => seqs(socket, chat).length >= 30);
    expect(seqs(socket, chat)).toEqual(upTo(30));

    const carol = await signIn(gateway);
    const fresh = await chatOf(carol, bob);
    await sendText(carol, fresh, 'first');
    await socket.until(() => seqs(socket, fresh).length >= 1 && socket.notices.length > 0);
    expect(socket.notices).toMatchObject([{ type: 'conversationChanged', conversationId: fresh }]);
  });

  test('G4 a bus that loses a fifth costs no message, doubles none and keeps the order', async () => {
    const gateway = await start({ bus: lossyBus(0.2), limits: { sweepEvery: 200 } });
    const { alice, bob, chat } = await pair(gateway);
    const socket = await listen(bob);
    for (const n of upTo(60)) await sendText(alice, chat, String(n));
    await socket.until(() => seqs(socket, chat).length >= 60);
    expect(seqs(socket, chat)).toEqual(upTo(60));
  });

  test('G13 who came in before the clock was set right is found by the sweep', async () => {
    let wrong = 0;
    const gateway = await start({ bus: lossyBus(1), clock: () => Date.now() + wrong, limits: { sweepEvery: 1_000 } });
    const [bob, carol] = [await signIn(gateway), await signIn(gateway)];
    const socket = await listen(bob);
    wrong = -60 * 60_000;
    const chat = await chatOf(carol, bob);
    wrong = 0;
    await sendText(carol, chat, 'hello');
    await socket.until(() => seqs(socket, chat).length === 1);
  });

  test('P7 who joins is not pushed what lies before, even where the sweep brings it late to the others', async () => {
    const gateway = await start({ bus: lossyBus(1), limits: { sweepEvery: 1_000 } });
    const [alice, bob, carol] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
    const group = await groupOf(alice, bob);
    const [early, late] = [await listen(bob), await listen(carol)];
    for (const n of upTo(3)) await sendText(alice, group, String(n), { type: 'group' });
    await query(
      gateway,
      `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) values ($1, $2, 'member', 4, $3, '{}')`,
      [group, carol.identifier, Date.now()],
    );
    await query(gateway, 'update conversation set members_version = members_version + 1 where id = $1', [group]);
    await sendText(alice, group, '4', { type: 'group' });
    await early.until(() => seqs(early, group).length === 4);
    await late.until(() => seqs(late, group).length > 0);
    expect(seqs(early, group)).toEqual([2, 3, 4, 5]);
    expect(seqs(late, group)).toEqual([5]);
  });

  test.each([0, 1])(
    'P7 who is removed gets the row that says so and nothing after it, who is invited that row first (bus loses %s)',
    async (share) => {
      const gateway = await start({ bus: lossyBus(share), limits: { sweepEvery: 200 } });
      const [alice, bob, carol, dave] = [
        await signIn(gateway),
        await signIn(gateway),
        await signIn(gateway),
        await signIn(gateway),
      ];
      const group = await groupOf(alice, bob, carol);
      const [leaving, staying, coming] = [await listen(bob), await listen(carol), await listen(dave)];
      await sendText(alice, group, '2', { type: 'group' });
      await sendCommand(alice, group, 'deleteMember', { targets: [bob.identifier] });
      await sendText(alice, group, '4', { type: 'group' });
      await sendCommand(carol, group, 'inviteMember', { targets: [dave.identifier] });
      await sendText(alice, group, '6', { type: 'group' });
      await staying.until(() => seqs(staying, group).length === 4);
      await coming.until(() => seqs(coming, group).length === 2);
      await leaving.until(() => seqs(leaving, group).length === 2);
      expect(seqs(leaving, group)).toEqual([2, 3]);
      // Carol's own device gets the answer instead of the invitation's row.
      expect(seqs(staying, group)).toEqual([2, 3, 4, 6]);
      expect(seqs(coming, group)).toEqual([5, 6]);
      await sendText(alice, group, '7', { type: 'group' });
      await staying.until(() => seqs(staying, group).length === 5);
      expect(seqs(leaving, group)).toEqual([2, 3]);
    },
  );

  test('T4 a session ended where the bus did not say so is closed by the sweep', async () => {
    const gateway = await start({ bus: lossyBus(1), limits: { sweepEvery: 200 } });
    const person = await signIn(gateway);
    const socket = await listen(person);
    await person.api.user.logOut({});
    await socket.until(() => socket.closed !== null);
    expect(socket.closed!.code).toBe(4001);
  });

  test('two gateways on one database: what one stores the other pushes', async () => {
    const first = await start();
    const second = await start({ databaseUrl: first.databaseUrl, limits: { sweepEvery: 200 } });
    const { alice, bob, chat } = await pair(first);
    const socket = keep(await connectAs({ ...bob, url: second.url }));
    for (const n of upTo(10)) await sendText(alice, chat, String(n));
    await socket.until(() => seqs(socket, chat).length >= 10);
    expect(seqs(socket, chat)).toEqual(upTo(10));
  });

  test('P6 a reader too slow is sent away to catch up; nobody else waits, and nothing is lost', async () => {
    const gateway = await start({
      limits: { slowReaderDirtyAt: 65_536, slowReaderCloseAt: 8 * 1_048_576, slowReaderCloseAfter: 500 },
    });
    const [alice, bob, carol] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
    const group = await groupOf(alice, bob, carol);
    const [slow, honest] = [await listen(bob), await listen(carol)];
    slow.ws.pause();
    const text = 'x'.repeat(100_000);
    for (let sent = 0; sent < 120; sent += 1) await sendText(alice, group, text, { type: 'group' });
    await honest.until(() => seqs(honest, group).length >= 120);
    await new Promise((resolve) => {
      setTimeout(resolve, 700);
    });
    slow.ws.resume();
    await slow.until(() => slow.closed !== null);
    expect([1013, 1006]).toContain(slow.closed!.code);
    const got = seqs(slow, group);
    expect(got.length).toBeLessThan(120);
    expect(got).toEqual(upTo(got.length).map((n) => n + 1));
    const { parts } = await bob.api.message.sync({
      cursors: [{ conversationId: group, epoch: 1, seq: got.length + 1 }],
    });
    expect(parts.find((part) => part.conversation!.conversionId === group)!.rows[0]!.seq).toBe(got.length + 2);
  });
});
