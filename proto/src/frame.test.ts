import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from './faults.ts';
import { encodeFrame, FrameReader, nextSequence, type Frame } from './frame.ts';

const frame = (sequence: number, text = ''): Frame => ({ command: 6, sequence, body: new TextEncoder().encode(text) });

/** Five big-endian words with any values, and a body. */
function raw(words: readonly number[], body: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = new Uint8Array(20 + body.length);
  words.forEach((word, index) => new DataView(bytes.buffer).setUint32(index * 4, word));
  bytes.set(body, 20);
  return bytes;
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** The reader's result for a stream split into these pieces. */
function readAll(pieces: readonly Uint8Array[]): Frame[] {
  const reader = new FrameReader();
  return pieces.flatMap((piece) => reader.read(piece));
}

const plain = (frames: readonly Frame[]) => frames.map(({ command, sequence, body }) => [command, sequence, [...body]]);

describe('R33 the header', () => {
  it('R33 is five big-endian words: 20, 200, command, sequence, body length', () => {
    expect([...encodeFrame({ command: 10_001, sequence: 0x01020304, body: Uint8Array.of(7, 8) })]).toEqual([
      0, 0, 0, 20, 0, 0, 0, 200, 0, 0, 0x27, 0x11, 1, 2, 3, 4, 0, 0, 0, 2, 7, 8,
    ]);
  });

  it('R33 reads back what it wrote, at any place of a larger buffer', () => {
    const bytes = concat([Uint8Array.of(9, 9, 9), encodeFrame(frame(5, 'hello'))]).subarray(3);
    expect(plain(readAll([bytes]))).toEqual(plain([frame(5, 'hello')]));
  });
});

it('R40 the sequence goes from 2147483647 to 1 and is never 0', () => {
  expect([nextSequence(0), nextSequence(1), nextSequence(2_147_483_646), nextSequence(2_147_483_647)]).toEqual([
    1, 2, 2_147_483_647, 1,
  ]);
});

describe('R44 what comes in other pieces than it was sent in', () => {
  const three = [frame(1, 'a'), frame(2), frame(3, 'much longer than a header is')];
  const stream = concat(three.map(encodeFrame));

  it('R44 several frames in one piece', () => {
    expect(plain(readAll([stream]))).toEqual(plain(three));
  });

  it('R44 one byte at a time', () => {
    expect(plain(readAll([...stream].map((byte) => Uint8Array.of(byte))))).toEqual(plain(three));
  });

  it('R44 a frame of 1 MiB in 50,000 pieces is put together without copying it each time', () => {
    const bytes = encodeFrame({ command: 1, sequence: 1, body: new Uint8Array(1_000_000).fill(7) });
    const reader = new FrameReader();
    const started = process.threadCpuUsage(); // whatever else the machine does meanwhile
    let frames: Frame[] = [];
    for (let at = 0; at < bytes.length; at += 20) frames = reader.read(bytes.subarray(at, at + 20));
    expect(frames[0]!.body).toEqual(new Uint8Array(1_000_000).fill(7));
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  it('R44 any frames, cut anywhere', () => {
    const frames = fc.array(
      fc.record({
        command: fc.nat(0xffff_ffff),
        sequence: fc.nat(0xffff_ffff),
        body: fc.uint8Array({ maxLength: 300 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(frames, fc.array(fc.nat(3_000)), (sent, cuts) => {
        const bytes = concat(sent.map(encodeFrame));
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(plain(readAll(pieces))).toEqual(plain(sent));
      }),
      { numRuns: 300 },
    );
  });

  it('R44 a frame of 1 MiB passes, one byte more is refused at either end', () => {
    const largest = { command: 1, sequence: 1, body: new Uint8Array(1_048_576 - 20) };
    expect(readAll([encodeFrame(largest)])[0]!.body.length).toBe(1_048_556);
    expect(() => encodeFrame({ ...largest, body: new Uint8Array(1_048_557) })).toThrow(new Fault('TOO_LARGE'));
  });
});

describe('R44 what lies', () => {
  it.each([
    ['head length', [21, 200, 6, 1, 0], 'head length 21'],
    ['head length of nothing', [0, 200, 6, 1, 0], 'head length 0'],
    ['version', [20, 199, 6, 1, 0], 'version 199'],
    ['size', [20, 200, 6, 1, 1_048_557], 'frame of 1048577 bytes'],
    ['size near the end of the range', [20, 200, 6, 1, 0xffff_ffff], 'frame of 4294967315 bytes'],
  ])('R44 a wrong %s is refused with its reason, before any body has come', (_, words, reason) => {
    expect(() => readAll([raw(words)])).toThrow(
      expect.objectContaining({ code: 'BAD_FRAME', message: reason }) as Fault,
    );
  });

  it('R44 100,000 random pieces: a Fault or frames, and never more than one frame held back', () => {
    const random = mulberry32(20_250_101);
    let reader = new FrameReader();
    let held = 0;
    let most = 0;
    let refused = 0;
    for (let round = 0; round < 100_000; round += 1) {
      const piece = randomPiece(random);
      held += piece.length;
      try {
        for (const { body } of reader.read(piece)) held -= 20 + body.length;
        most = Math.max(most, held);
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code !== 'BAD_FRAME') throw thrown;
        refused += 1;
        reader = new FrameReader();
        held = 0;
      }
    }
    expect(most).toBeLessThan(1_048_576);
    expect(refused).toBeGreaterThan(500);
  });
});

/** Mostly valid frames, some truncated, some with an invalid header or length. */
function randomPiece(random: () => number): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit);
  const body = new Uint8Array(below(64)).fill(below(256));
  const honest = encodeFrame({ command: below(20_000), sequence: below(10), body });
  const kind = random();
  if (kind < 0.6) return honest;
  if (kind < 0.8) return honest.subarray(0, below(honest.length));
  if (kind < 0.9) return body;
  return raw([20, 200, 6, 1, random() < 0.9 ? below(200) : below(2_000_000)], body);
}

/** A small seeded random generator, so that a failure is reproducible. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
