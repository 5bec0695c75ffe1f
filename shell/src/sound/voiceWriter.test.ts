import { Fault } from '@amber/proto/faults';
import { expect, it, vi } from 'vitest';
import { createVoiceWriter } from './voiceWriter.ts';

/** Samples that count up, so that an order can be checked. */
function counter() {
  let next = 0;
  return (samples: number) => Int16Array.from({ length: samples }, () => (next += 1));
}

/** An engine that stores samples as the real one does, until `fail` makes the next calls reject. */
function fakeEngine() {
  const stored: number[] = [];
  const faults: unknown[] = [];
  const calls: number[] = [];
  return {
    stored,
    calls,
    fail: (...next: unknown[]) => faults.push(...next),
    async append(at: number, pcm: Int16Array) {
      calls.push(pcm.length);
      await Promise.resolve();
      if (faults.length > 0) throw faults.shift();
      if (at > stored.length) throw new Fault('BAD_REQUEST');
      for (const sample of pcm.subarray(stored.length - at)) stored.push(sample);
    },
  };
}

/** A comparison of whole lists would print a million lines. The numbers of 16 bits begin again after the largest. */
const isInOrder = (stored: readonly number[], length: number) =>
  stored.length === length && Int16Array.from(stored, (sample, at) => sample - at).every((offset) => offset === 1);

it('R194 samples go to the engine four times a second, in order', async () => {
  const engine = fakeEngine();
  const samples = counter();
  const writer = createVoiceWriter({ append: engine.append, wait: async () => {} });
  for (let block = 0; block < 12; block += 1) await writer.add(samples(800));
  expect(engine.calls).toEqual([4_000, 4_000]);
  await writer.flush();
  expect(engine.calls).toEqual([4_000, 4_000, 1_600]);
  expect(isInOrder(engine.stored, 9_600)).toBe(true);
});

it('R194 a failed call is repeated, ever more seldom, and what is recorded meanwhile follows', async () => {
  const engine = fakeEngine();
  const samples = counter();
  const waits: number[] = [];
  const writer = createVoiceWriter({ append: engine.append, wait: async (ms) => void waits.push(ms) });
  engine.fail(...Array.from({ length: 12 }, () => new Fault('TIMEOUT')));
  for (let block = 0; block < 20; block += 1) void writer.add(samples(800));
  await expect.poll(() => engine.calls.length).toBeGreaterThan(12);
  await writer.flush();
  expect(isInOrder(engine.stored, 16_000)).toBe(true);
  expect(waits).toEqual([500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000, 5_000, 5_000]);
});

it('R194 an engine that is away for long gets at most ten seconds with each call', async () => {
  const engine = fakeEngine();
  const samples = counter();
  const isBack = Promise.withResolvers<void>();
  const writer = createVoiceWriter({
    async append(at, pcm) {
      await isBack.promise;
      return engine.append(at, pcm);
    },
    wait: async () => {},
  });
  for (let second = 0; second < 25; second += 1) void writer.add(samples(16_000));
  isBack.resolve();
  await writer.flush();
  expect(engine.calls).toEqual([16_000, 160_000, 160_000, 64_000]);
  expect(isInOrder(engine.stored, 25 * 16_000)).toBe(true);
});

it('a refusal that stays is reported after some attempts, and `flush` tries once more', async () => {
  const engine = fakeEngine();
  const samples = counter();
  const writer = createVoiceWriter({ append: engine.append, wait: async () => {} });
  engine.fail(...Array.from({ length: 4 }, () => new Fault('STORAGE')));
  await expect(writer.add(samples(4_000))).rejects.toMatchObject({ code: 'STORAGE' });
  await writer.flush();
  expect(isInOrder(engine.stored, 4_000)).toBe(true);
  engine.fail(...Array.from({ length: 4 }, () => new Fault('STORAGE')));
  void writer.add(samples(800));
  await expect(writer.flush()).rejects.toMatchObject({ code: 'STORAGE' });
});

it('R194 `flush` gives up in the end, and another one tries again', async () => {
  const engine = fakeEngine();
  const samples = counter();
  const writer = createVoiceWriter({ append: engine.append, wait: async () => {} });
  engine.fail(...Array.from({ length: 8 }, () => new Fault('REQUEST_FAILED')));
  void writer.add(samples(800));
  await expect(writer.flush()).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  await writer.flush();
  expect(isInOrder(engine.stored, 800)).toBe(true);
});

it('R194 the last samples are posted at once, behind those that are in flight', async () => {
  const append = vi.fn((_at: number, _pcm: Int16Array) => new Promise<void>(() => {}));
  const samples = counter();
  const writer = createVoiceWriter({ append, wait: async () => {} });
  void writer.add(samples(4_000));
  void writer.add(samples(800));
  void writer.add(samples(800));
  expect(append).toHaveBeenCalledTimes(1);
  writer.postRest();
  expect(append.mock.calls.map(([at, pcm]) => [at, pcm[0], pcm.length])).toEqual([
    [0, 1, 4_000],
    [4_000, 4_001, 1_600],
  ]);
});

it('a discarded recording writes nothing more', async () => {
  const engine = fakeEngine();
  const samples = counter();
  const writer = createVoiceWriter({ append: engine.append, wait: async () => {} });
  void writer.add(samples(4_000));
  void writer.add(samples(800));
  writer.discard();
  await writer.flush();
  writer.postRest();
  expect(engine.calls).toEqual([4_000]);
});
