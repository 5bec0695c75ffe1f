import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, test } from 'vitest';
import { chatOf, connectAs, newMessageId, sendText, signIn, type TestSocket } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { heardOn, samplesOf, speak } from '../../testing/listener.ts';
import { createToneSynthesizer, toneOf } from '../../testing/toneSynthesizer.ts';

const bytesPerSecond = 50_000;
/** The reader pauses this often: at most one read of Node per turn, 64 kB, passes too early. */
const turn = 100;

let gateway: TestGateway;
beforeAll(async () => {
  const { synthesizer } = createToneSynthesizer();
  gateway = await startTestGateway({ synthesizer, limits: { slowReaderCloseAfter: 1_000 } });
});
afterAll(() => gateway.close());

/** Lets through so many bytes per second of what arrives. */
function slowDown(socket: TestSocket): { stop(): void } {
  let [allowance, isOver] = [0, false];
  socket.ws.on('message', (data: Buffer) => {
    allowance -= data.length;
    if (allowance < 0 && !isOver) socket.ws.pause();
  });
  const timer = setInterval(() => {
    allowance = Math.min(allowance + (bytesPerSecond * turn) / 1_000, bytesPerSecond);
    if (allowance >= 0) socket.ws.resume();
  }, turn);
  return {
    stop() {
      isOver = true;
      clearInterval(timer);
      socket.ws.resume();
    },
  };
}

test.concurrent('R132 a phone that reads 50 kB a second hears everything, and keeps its socket', async ({ expect }) => {
  const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  const chat = await chatOf(alice, bob);
  // 20 seconds of sound: 640 kB.
  const text = 'word '.repeat(40).trim();
  const { id: messageId } = await sendText(alice, chat, text);
  const socket = await connectAs(bob);
  const slow = slowDown(socket);
  const began = performance.now();
  const stream = await speak(socket, { conversationId: chat, messageId });
  const chunks = await stream.end();
  expect(performance.now() - began).toBeGreaterThan(8_000);
  expect(samplesOf(chunks)).toEqual(toneOf(text));
  expect(chunks.map(({ number }) => number)).toEqual(chunks.map((_, at) => at));
  // Messages do not wait behind the voice for longer than the window takes.
  await socket.ask('heartbeat', { time: 1 });
  expect(socket.closed).toBeNull();
  slow.stop();
  socket.close();
});

test.concurrent('R132 a phone that reads nothing gets no more than a window, and learns that it is behind', async ({
  expect,
}) => {
  const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  const chat = await chatOf(alice, bob);
  const { id: messageId } = await sendText(alice, chat, 'word '.repeat(60));
  const socket = await connectAs(bob);
  const id = newMessageId();
  await socket.ask('speak', { id, conversationId: chat, messageId });
  socket.ws.pause();
  await sleep(limits.voiceAckTimeout + 2_000);
  socket.ws.resume();
  await socket.until(() => heardOn(socket, id).some(({ last }) => last));
  const chunks = heardOn(socket, id);
  expect(chunks).toHaveLength(limits.voiceWindow + 1);
  expect(chunks.at(-1)).toMatchObject({ number: limits.voiceWindow, last: true, fault: 'VOICE_BEHIND' });
  expect(socket.closed).toBeNull();
  socket.close();
});
