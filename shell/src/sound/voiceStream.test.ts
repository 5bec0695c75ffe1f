import { limits } from '@amber/proto/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SpeechProgress } from './speechOutput.ts';
import { FakeVoiceContext } from './testing/fakeVoiceContext.ts';
import { createVoiceStream } from './voiceStream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rate = limits.speechSampleRate;
const chunk = limits.voiceChunkSamples;
const none = { textFrom: 0, textTo: 0 };

function setUp() {
  const context = new FakeVoiceContext();
  const progress: SpeechProgress[] = [];
  const onEnd = vi.fn();
  const stream = createVoiceStream({
    context: context.asContext,
    onProgress: (next) => progress.push(next),
    onEnd,
  });
  const add = (count = 1, sentence = none) => {
    for (let n = 0; n < count; n += 1) stream.add(new Int16Array(chunk).fill(16_384), sentence);
  };
  /** Moves the time of the sound and the timers. */
  const advance = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += limits.voiceChunkWait) {
      if (context.state === 'running') context.currentTime += limits.voiceChunkWait / 1_000;
      await vi.advanceTimersByTimeAsync(limits.voiceChunkWait);
    }
  };
  return { context, stream, add, advance, onEnd, progress, last: () => progress.at(-1)! };
}

/** The distance of each sound from the end of the one before, in samples. */
const gapsOf = ({ sounds }: FakeVoiceContext): number[] =>
  sounds.slice(1).map(({ at }, n) => Math.round((at - sounds[n]!.at) * rate * 1e6) / 1e6 - sounds[n]!.samples);

it('R132 begins 0.05 s after enough is buffered, and plays without a gap', async () => {
  const { context, add, advance, last } = setUp();
  add(2);
  await advance(300);
  expect(context.sounds).toEqual([]);
  expect(last().status).toBe('loading');
  context.currentTime = 1.23457;
  add();
  const [first] = context.sounds;
  expect(first!.at).toBeGreaterThanOrEqual(1.23457 + limits.voiceStartOffsetSeconds);
  expect(first!.at).toBeLessThan(1.23457 + limits.voiceStartOffsetSeconds + 1 / rate);
  expect(Number.isInteger(Math.round(first!.at * rate * 1e6) / 1e6)).toBe(true);
  expect(first!.first).toBe(0.5);
  for (let n = 0; n < 100; n += 1) {
    add();
    await advance(200);
  }
  expect(context.sounds.length).toBeGreaterThan(100);
  expect(new Set(gapsOf(context))).toEqual(new Set([0]));
  expect(last()).toMatchObject({ status: 'playing', duration: 103 * 200 });
  expect(last().at).toBeGreaterThan(19_000);
});

it('R132 when the chunks run out, it looks again every 100 ms and begins with the same offset', async () => {
  const { context, add, advance, last } = setUp();
  add(3);
  await advance(1_000);
  expect(last()).toMatchObject({ status: 'loading', at: 600, duration: 600 });
  add();
  await advance(1_000);
  expect(context.sounds).toHaveLength(3);
  const restart = context.currentTime;
  add(2);
  expect(context.sounds).toHaveLength(6);
  expect(context.sounds[3]!.at - restart).toBeCloseTo(limits.voiceStartOffsetSeconds, 3);
  await advance(200);
  expect(last().status).toBe('playing');
});

it('R132 a short voice plays when it is complete, and ends after its last sample', async () => {
  const { context, stream, add, advance, onEnd } = setUp();
  add();
  await advance(200);
  expect(context.sounds).toEqual([]);
  stream.complete();
  await advance(200);
  expect(context.sounds).toHaveLength(1);
  expect(onEnd).not.toHaveBeenCalled();
  await advance(400);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(context.state).toBe('closed');
  expect(vi.getTimerCount()).toBe(0);
});

it('R132 a voice that ends without a sample ends', async () => {
  const { stream, advance, onEnd } = setUp();
  stream.complete();
  await advance(200);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('R132 pauses and goes on at the same sample', async () => {
  const { context, stream, add, advance, last } = setUp();
  add(10);
  await advance(600);
  const { at } = last();
  stream.pause();
  expect([last().status, context.state]).toEqual(['paused', 'suspended']);
  await advance(5_000);
  add(2);
  stream.resume();
  await advance(100);
  expect(last().status).toBe('playing');
  expect(last().at - at).toBeCloseTo(100, 0);
  expect(new Set(gapsOf(context))).toEqual(new Set([0]));
});

it('R132 reports the sentence that is spoken now', async () => {
  const { add, advance, last } = setUp();
  add(5, { textFrom: 0, textTo: 9 });
  add(5, { textFrom: 10, textTo: 21 });
  await advance(900);
  expect(last()).toMatchObject({ textFrom: 0, textTo: 9 });
  await advance(400);
  expect(last()).toMatchObject({ textFrom: 10, textTo: 21 });
});

it('R132 a browser that wants a press first shows that it is paused, and a press starts it', async () => {
  const { context, stream, add, advance, last } = setUp();
  context.state = 'suspended';
  add(3);
  await advance(200);
  expect(last()).toMatchObject({ status: 'paused', at: 0 });
  stream.resume();
  await advance(200);
  expect(last().status).toBe('playing');
});

it('R132 schedules a few seconds ahead, however much has arrived', async () => {
  const { context, add, advance } = setUp();
  add(500);
  expect(context.sounds.length).toBeLessThan(25);
  await advance(3_000);
  expect(context.sounds.length).toBeGreaterThan(30);
  expect(new Set(gapsOf(context))).toEqual(new Set([0]));
});

it('R132 a stopped voice is silent at once, reports nothing, and leaves no timer', async () => {
  const { context, stream, add, advance, progress, onEnd } = setUp();
  add(10);
  await advance(300);
  stream.stop();
  expect(context.sounds.every(({ isStopped }) => isStopped)).toBe(true);
  const reports = progress.length;
  add(5);
  stream.complete();
  stream.resume();
  await advance(1_000);
  expect([progress.length, onEnd.mock.calls.length, vi.getTimerCount()]).toEqual([reports, 0, 0]);
});
