import { afterAll, beforeAll, expect, test } from 'vitest';
import { responders, startAiService, type AiService } from '../testing/aiService.ts';
import { chatOf, connectAs, newMessageId, outcomeCode, sendText, signIn } from '../testing/client.ts';
import { movedTo, startTwoGateways, type TwoGateways } from '../testing/twoGateways.ts';

let service: AiService;
let two: TwoGateways;
/** A stopped clock, so that a second ends where a test says so. */
let now = Date.now();
beforeAll(async () => {
  service = await startAiService();
  two = await startTwoGateways({
    clock: () => now,
    ai: { baseUrl: service.url, key: 'k', models: ['small'] },
    // What devices show for seconds is of use for as long as this test takes.
    limits: { typingFor: 600_000 },
  });
});
afterAll(async () => {
  await two.close();
  await service.close();
});

const connections = () => two.buses.map((bus) => bus.connection());
async function stopBus(): Promise<void> {
  await two.nats.stop();
  await expect.poll(connections, { interval: 20 }).toEqual(['lost', 'lost']);
}
async function startBus(): Promise<void> {
  await two.nats.start();
  await expect.poll(connections, { interval: 20 }).toEqual(['connected', 'connected']);
}

test('R241 T4 a session that ends at gateway A ends at B at once, and without the bus a second later', async () => {
  const people = [await signIn(two.a), await signIn(two.a)] as const;
  const atB = people.map((person) => movedTo(two.b, person));
  const call = (at: number) => outcomeCode(atB[at]!.api.user.privacy({}));
  expect([await call(0), await call(1)]).toEqual(['SUCCESS', 'SUCCESS']);
  await people[0].api.user.logOut({});
  await expect.poll(() => call(0), { interval: 20 }).toBe('9001');
  await stopBus();
  await people[1].api.user.logOut({});
  expect(await call(1)).toBe('SUCCESS');
  now += 1_000;
  expect(await call(1)).toBe('9001');
  await startBus();
});

test('R241 who typed, and the answer of a preview, are seen at B as soon as the bus is back', async () => {
  const [alice, bob] = [await signIn(two.a, { name: 'Alice' }), await signIn(two.a, { name: 'Bob' })];
  const socket = await connectAs(movedTo(two.b, bob));
  const chat = await chatOf(alice, bob);
  await sendText(alice, chat, 'hello');
  await socket.until(() => socket.rows.length === 1);
  const typist = await connectAs(alice);
  await stopBus();
  await typist.ask('typing', { conversationId: chat, typing: true });
  service.respond = responders.pieces(['Hello ', 'there']);
  const requestId = newMessageId();
  const fromA = await connectAs(bob);
  await bob.api.aiBot.preview({
    requestId,
    aiBotInfo: { type: 'mate', name: 'Momo', about: 'Loves tea.' },
    said: ['Hi'],
  });
  await fromA.until(() => fromA.chunks.some(({ streamEnd }) => streamEnd));
  const typing = () => socket.notices.filter(({ type }) => type === 'typing');
  expect([typing(), socket.chunks]).toEqual([[], []]);
  await startBus();
  await socket.until(() => typing().length > 0);
  await socket.until(() => socket.chunks.some(({ streamEnd }) => streamEnd));
  expect(socket.chunks.find(({ streamEnd }) => streamEnd)).toMatchObject({ id: requestId, text: 'Hello there' });
  for (const each of [socket, typist, fromA]) each.close();
});
