import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  outcomeCode,
  signIn,
  type Person,
  type TestSocket,
} from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let carol: Person;
let sockets: { alice: TestSocket; bob: TestSocket; carol: TestSocket };
let group: string;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
  [alice, bob, carol] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
  group = await groupOf(alice, bob);
});
beforeEach(async () => {
  sockets = { alice: await connectAs(alice), bob: await connectAs(bob), carol: await connectAs(carol) };
});
afterEach(() => Object.values(sockets).forEach((socket) => socket.close()));
afterAll(() => gateway.close());

/** Resolves after everything sent before it was delivered: a socket is answered in order. */
const settled = (socket: TestSocket) => socket.ask('heartbeat', { time: 1 });

describe('typing', () => {
  test('the others are told that it begins and ends, and nobody else; it is kept nowhere', async () => {
    await sockets.alice.ask('typing', { conversationId: group, typing: true });
    await sockets.alice.ask('typing', { conversationId: group, typing: false });
    await sockets.bob.until(() => sockets.bob.notices.length === 2);
    const news = { conversationId: group, identifier: alice.identifier, noticeSeq: 0 };
    expect(sockets.bob.notices).toMatchObject([
      { type: 'typing', ...news },
      { type: 'typingEnded', ...news },
    ]);
    expect([...sockets.alice.notices, ...sockets.carol.notices]).toEqual([]);
    expect((await bob.api.message.sync({})).notices).toEqual([]);
  });

  test('a device tells a few times within the period, whatever it says', async () => {
    for (let n = 0; n < 20; n += 1) await sockets.alice.ask('typing', { conversationId: group, typing: n % 2 === 0 });
    await settled(sockets.bob);
    expect(sockets.bob.notices.map(({ type }) => type)).toEqual(['typing', 'typingEnded', 'typing', 'typingEnded']);
    now += 3_000;
    await sockets.alice.ask('typing', { conversationId: group, typing: true });
    await sockets.bob.until(() => sockets.bob.notices.length === 5);
  });

  test('P7 a stranger is refused; of one who is blocked or anonymous nothing is told', async () => {
    expect(await outcomeCode(sockets.carol.ask('typing', { conversationId: group, typing: true }))).toBe('NO_AUTH');
    const chat = await chatOf(alice, bob);
    await query(gateway, 'insert into block values ($1, $2)', [bob.identifier, alice.identifier]);
    await sockets.alice.ask('typing', { conversationId: chat, typing: true });
    await sendCommand(alice, group, 'groupSetting', { body: { supportAnonymous: true, visibility: false } });
    await alice.api.conversation.setUserSetting({ conversationId: group, userSetting: { anonymous: true } });
    await sockets.alice.ask('typing', { conversationId: group, typing: true });
    await settled(sockets.bob);
    expect(sockets.bob.notices.filter(({ type }) => type === 'typing')).toEqual([]);
    await sockets.bob.ask('typing', { conversationId: chat, typing: true });
    await sockets.alice.until(() => sockets.alice.notices.some(({ type }) => type === 'typing'));
  });
});
