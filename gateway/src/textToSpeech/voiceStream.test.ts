import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AiVoiceChunk, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toneOf } from '../testing/toneSynthesizer.ts';
import { speakableSentences } from './speakableText.ts';
import { type VoiceChunk, voiceChunks } from './voiceChunks.ts';
import { createVoiceStream } from './voiceStream.ts';

async function* sentencesOf(text: string) {
  yield* speakableSentences({ text, hasEnded: true }, limits);
}
const speak = async (text: string) => toneOf(text);
async function chunksOf(text: string, from = 0): Promise<VoiceChunk[]> {
  const chunks: VoiceChunk[] = [];
  for await (const chunk of voiceChunks(sentencesOf(text), { speak, from })) chunks.push(chunk);
  return chunks;
}
const samplesOf = (chunks: readonly { pcm: Uint8Array }[]) =>
  chunks.flatMap(({ pcm }) => [...new Int16Array(new Uint8Array(pcm).buffer)]);

describe('chunks', () => {
  const text = 'One two. Three, four five! 六。七';

  test('R132 they are numbered, full but the last, and contain every sentence with a pause before the next', async () => {
    const chunks = await chunksOf(text);
    expect(chunks.map(({ number }) => number)).toEqual(chunks.map((_, at) => at));
    expect(chunks.map(({ last }) => last)).toEqual(chunks.map((_, at) => at === chunks.length - 1));
    expect(chunks.slice(0, -1).every(({ pcm }) => pcm.length === 2 * limits.voiceChunkSamples)).toBe(true);
    const pause = new Int16Array(1_600);
    expect(samplesOf(chunks)).toEqual(
      ['One two.', 'Three, four five!', '六。', '七'].flatMap((sentence, at) => [
        ...(at > 0 ? pause : []),
        ...toneOf(sentence),
      ]),
    );
  });

  test('R132 each names the sentence that is spoken', async () => {
    const named = (await chunksOf(text)).map(({ textFrom, textTo }) => text.slice(textFrom, textTo));
    expect([...new Set(named)].slice(0, 2)).toEqual(['One two.', 'Three, four five!']);
    expect(named[1]).toBe('One two.');
    expect(named[8]).toBe('Three, four five!');
  });

  test('R132 those from a number on are the same as without it', async () => {
    const all = await chunksOf(text);
    for (let from = 0; from < all.length; from += 1) expect(await chunksOf(text, from)).toEqual(all.slice(from));
  });

  test('R132 a sound of whole chunks ends with an empty one, and so does one that begins behind the end', async () => {
    expect((await chunksOf('abcd')).map(({ number, pcm, last }) => [number, pcm.length, last])).toEqual([
      [0, 6_400, false],
      [1, 6_400, false],
      [2, 0, true],
    ]);
    expect((await chunksOf('abcd', 1_000)).map(({ number, pcm, last }) => [number, pcm.length, last])).toEqual([
      [1_000, 0, true],
    ]);
  });

  test('R132 the next sentence is computed while the one before is used, and no further one', async () => {
    const computed: string[] = [];
    const chunks = voiceChunks(sentencesOf('Aaaa. Bbbb. Cccc. Dddd.'), {
      speak: async (sentence) => {
        computed.push(sentence);
        return toneOf(sentence);
      },
      from: 0,
    });
    await chunks.next();
    await nextTurn();
    expect(computed).toEqual(['Aaaa.', 'Bbbb.']);
  });

  test('R131 a text without words has no sound', async () => {
    await expect(chunksOf('🙂 ...')).rejects.toThrow(new Fault('VOICE_NO_TEXT'));
  });
});

describe('the stream', () => {
  const small = { voiceWindow: 3, voiceAckTimeout: 1_000 };
  let sent: Input<AiVoiceChunk>[];
  let ended: number;
  let lastSignal: AbortSignal;
  const onError = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [sent, ended] = [[], 0];
    onError.mockClear();
  });
  afterEach(() => vi.useRealTimers());

  async function* numbered(count: number, from = 0): AsyncGenerator<VoiceChunk> {
    for (let number = from; number < count; number += 1)
      yield { number, pcm: Uint8Array.of(number, 0), last: number === count - 1, textFrom: 0, textTo: 1 };
  }
  async function start(chunks: (signal: AbortSignal) => AsyncIterable<VoiceChunk>, from = 0) {
    const stream = createVoiceStream({
      id: 'x',
      from,
      open: (signal) => {
        lastSignal = signal;
        return chunks(signal);
      },
      send: (chunk) => sent.push(chunk),
      limits: small,
      onEnd: () => {
        ended += 1;
      },
      onError,
    });
    await settle();
    return stream;
  }
  async function settle() {
    for (let turns = 0; turns < 10; turns += 1) await nextTurn();
  }
  const numbers = () => sent.map(({ number }) => number);
  const ack = (next: number, { again = false, stop = false } = {}) => ({ next, again, stop });

  test('R132 only a window is unacknowledged, and acknowledgements move it', async () => {
    const stream = await start(() => numbered(10));
    expect(numbers()).toEqual([0, 1, 2]);
    stream.acknowledge(ack(2));
    await settle();
    expect(numbers()).toEqual([0, 1, 2, 3, 4]);
    // A doubled one, and one that arrives late, change nothing.
    stream.acknowledge(ack(2));
    stream.acknowledge(ack(1));
    await settle();
    expect(numbers()).toEqual([0, 1, 2, 3, 4]);
    for (const next of [5, 8, 10]) {
      stream.acknowledge(ack(next));
      await settle();
    }
    expect(numbers()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ended).toBe(1);
  });

  test('R132 a lost chunk is sent again, also the last one, and none that was acknowledged', async () => {
    const stream = await start(() => numbered(3));
    stream.acknowledge(ack(1, { again: true }));
    expect(sent.at(-1)).toEqual(sent[1]);
    stream.acknowledge(ack(2, { again: true }));
    expect(sent.at(-1)).toMatchObject({ number: 2, last: true });
    stream.acknowledge(ack(0, { again: true }));
    expect(numbers()).toEqual([0, 1, 2, 1, 2]);
    stream.acknowledge(ack(3, { again: true }));
    await settle();
    expect([numbers().length, ended]).toEqual([5, 1]);
  });

  test.each([-1, 4, 1_000, 2_147_483_647])(
    'T9 R132 an acknowledgement of %i, which was not sent, is refused',
    async (next) => {
      const stream = await start(() => numbered(10));
      expect(() => stream.acknowledge(ack(next))).toThrow(new Fault('BAD_REQUEST'));
      await settle();
      expect(numbers()).toEqual([0, 1, 2]);
    },
  );

  test('R132 a device that acknowledges nothing learns that it is behind, and nothing is computed any more', async () => {
    const stream = await start(() => numbered(10));
    vi.advanceTimersByTime(900);
    stream.acknowledge(ack(1));
    vi.advanceTimersByTime(900);
    await settle();
    expect([sent.at(-1)!.fault, ended]).toEqual([undefined, 0]);
    vi.advanceTimersByTime(200);
    await settle();
    expect(sent.at(-1)).toMatchObject({ number: 4, last: true, fault: 'VOICE_BEHIND' });
    expect(lastSignal.aborted).toBe(true);
    expect([ended, onError.mock.calls]).toEqual([1, []]);
    stream.acknowledge(ack(4));
    expect(numbers()).toEqual([0, 1, 2, 3, 4]);
  });

  test('T9 R132 a device that repeats an acknowledgement is behind as well', async () => {
    const stream = await start(() => numbered(10));
    for (let tries = 0; tries < 3; tries += 1) {
      vi.advanceTimersByTime(400);
      stream.acknowledge(ack(0, { again: true }));
      await settle();
    }
    expect(sent.at(-1)).toMatchObject({ last: true, fault: 'VOICE_BEHIND' });
  });

  test('R132 nobody is behind while there is nothing to acknowledge', async () => {
    await start(async function* wait(signal) {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      yield* numbered(0);
    });
    vi.advanceTimersByTime(600_000);
    await settle();
    expect([sent, ended]).toEqual([[], 0]);
  });

  test.each(['stop', 'close'])('R132 %s ends it silently, while it waits for its device', async (how) => {
    const stream = await start(() => numbered(10));
    if (how === 'stop') stream.acknowledge(ack(0, { stop: true }));
    else stream.close();
    await settle();
    vi.advanceTimersByTime(10_000);
    await settle();
    expect([numbers(), ended, lastSignal.aborted]).toEqual([[0, 1, 2], 1, true]);
  });

  test('R132 a stream that is closed before it starts sends nothing and ends', async () => {
    const opened = vi.fn();
    const stream = createVoiceStream({
      id: 'x',
      from: 0,
      open: opened,
      send: (chunk) => sent.push(chunk),
      limits: small,
      onEnd: () => {
        ended += 1;
      },
      onError,
    });
    stream.close();
    await settle();
    expect([opened.mock.calls, sent, ended]).toEqual([[], [], 1]);
  });

  test.each<[string, unknown, string, number]>([
    ['a fault', new Fault('VOICE_USED_UP'), 'VOICE_USED_UP', 0],
    ['a fault with a cause', new Fault('VOICE_FAILED', { cause: new Error('the service') }), 'VOICE_FAILED', 1],
    ['a defect', new TypeError('x'), 'VOICE_FAILED', 1],
    ['a database that is away', Object.assign(new Error('x'), { code: '57P01' }), 'UNAVAILABLE', 1],
  ])('R132 %s is in the last chunk', async (_, error, code, logged) => {
    await start(async function* fail() {
      yield* numbered(2);
      throw error;
    });
    expect(sent.at(-1)).toMatchObject({ id: 'x', number: 2, last: true, fault: code });
    expect([ended, onError.mock.calls.length]).toEqual([1, logged]);
  });

  test('R132 a device that asks from a chunk on gets those', async () => {
    const stream = await start(() => numbered(8, 5), 5);
    expect(numbers()).toEqual([5, 6, 7]);
    expect(() => stream.acknowledge(ack(9))).toThrow(new Fault('BAD_REQUEST'));
    stream.acknowledge(ack(8));
    await settle();
    expect(ended).toBe(1);
  });
});
