import { encode } from '@amber/proto/codec';
import { encodeFrame, FrameReader } from '@amber/proto/frame';
import { commands } from '@amber/proto/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, connectAs, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';

let gateway: TestGateway;
let person: Person;
beforeAll(async () => {
  gateway = await startTestGateway({ limits: { commandsPerSecond: 1_000_000, commandsBurst: 1_000_000 } });
  person = await signIn(gateway);
});
afterAll(() => gateway.close());

/** A small seeded generator, so that a failure is reproducible. */
function createRandom(seed: number) {
  let state = seed;
  const below = (end: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  return { below, bytes: (length: number) => Uint8Array.from({ length }, () => below(256)) };
}

const seed = Number(process.env.AMBER_SEED ?? 4_242);
const rounds = Number(process.env.AMBER_FRAMES ?? 100_000);
const mebibyte = 1_048_576;
const numbers = [...Object.values(commands).map(({ number }) => number), 0, 7, 4_294_967_295];
const bodies = [
  encode('PushAck', { cursors: [{ conversationId: 'absent', epoch: 1, seq: 5 }] }),
  encode('Register', { token: 'x', appId: 1, deviceId: 'y' }),
  encode('Heartbeat', { time: 1 }),
];

function mutated(random: ReturnType<typeof createRandom>, bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let changes = random.below(4); changes > 0 && copy.length > 0; changes -= 1)
    copy[random.below(copy.length)] = random.below(256);
  return copy.subarray(0, random.below(copy.length + 1));
}

describe('R44 T9 T10 frames that nobody meant', () => {
  test('the reader takes any bytes: it returns frames or refuses, and holds back no more than a frame', () => {
    const random = createRandom(seed);
    const valid = encodeFrame({ command: 6, sequence: 1, body: bodies[0]! });
    for (let round = 0; round < rounds / 2; round += 1) {
      const reader = new FrameReader();
      const chunk = round % 2 ? mutated(random, valid) : random.bytes(random.below(64));
      try {
        for (const { body } of reader.read(chunk)) expect(body.length).toBeLessThanOrEqual(mebibyte);
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_FRAME' });
      }
    }
  });

  test(
    'well-framed nonsense from a registered device is answered frame by frame, and memory stays bounded',
    { timeout: scaledTimeout(300_000 + rounds) },
    async () => {
      const random = createRandom(seed + 1);
      const window = 200;
      const before = process.memoryUsage().rss;
      const socket = await connectAs(person);
      let sequence = 1;
      for (let sent = 0; sent < rounds / 2; sent += window) {
        const frames = Array.from({ length: window }, () =>
          encodeFrame({
            command: numbers[random.below(numbers.length)]!,
            sequence: (sequence += 1),
            body: random.below(2)
              ? mutated(random, bodies[random.below(bodies.length)]!)
              : random.bytes(random.below(80)),
          }),
        );
        socket.ws.send(Buffer.concat(frames));
        await socket.until(() => socket.answers.has(sequence) || socket.closed !== null);
        expect(socket.closed).toBeNull();
        socket.answers.clear();
      }
      socket.close();
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * mebibyte);
      expect((await query(gateway, 'select from device_cursor')).rows).toEqual([]);
    },
  );

  test('garbage on many sockets closes each of them and nothing else', async () => {
    const random = createRandom(seed + 2);
    const honest = await connectAs(person);
    for (let round = 0; round < 100; round += 1) {
      const socket = await connect(gateway);
      for (let chunks = 0; chunks < 5; chunks += 1) socket.ws.send(random.bytes(20 + random.below(200)));
      await socket.until(() => socket.closed !== null);
      expect([1002, 1008]).toContain(socket.closed!.code);
    }
    expect(await outcomeCode(honest.ask('heartbeat', { time: 1 }))).toBe('SUCCESS');
    honest.close();
  });
});
