import { expect, it } from 'vitest';
import { createPcmBlocks, toInt16 } from './pcmBlocks.ts';

it('R144 blocks of 100 ms at 16 kHz, and at the end what is left', () => {
  const lengths: number[] = [];
  const blocks = createPcmBlocks({ sampleRate: 16_000, onBlock: ({ length }) => lengths.push(length) });
  for (let at = 0; at < 16; at += 1) blocks.push(new Float32Array(128));
  expect(lengths).toEqual([1_600]);
  blocks.flush();
  blocks.flush();
  expect(lengths).toEqual([1_600, 16 * 128 - 1_600]);
});

it('samples keep their order and value', () => {
  const pcm: number[] = [];
  const blocks = createPcmBlocks({ sampleRate: 16_000, onBlock: (block) => pcm.push(...block) });
  blocks.push(Float32Array.from({ length: 1_000 }, (_, at) => at / 0x7fff));
  blocks.flush();
  expect(pcm).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
});

it('louder samples are clipped, not wrapped', () => {
  expect([...toInt16(Float32Array.of(0, 1, -1, 1.5, -7, Number.NaN))]).toEqual([
    0, 32_767, -32_767, 32_767, -32_767, 0,
  ]);
});
