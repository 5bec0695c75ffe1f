import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { resample } from './resample.ts';

const amplitude = 16_000;
const tone = (hertz: number, sampleRate: number, seconds = 1) =>
  Int16Array.from({ length: sampleRate * seconds }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * at) / sampleRate)),
  );
/** The level of a sound relative to the tone, in decibels. Its ends are left out, where the filter sees silence. */
function levelOf(samples: Int16Array): number {
  const middle = samples.subarray(800, -800);
  const power = middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length;
  return 10 * Math.log10(Math.max(power, 1e-9) / (amplitude ** 2 / 2));
}

test.each([22_050, 24_000, 44_100, 48_000, 8_000])(
  'R131 a tone keeps its pitch, level and length from %i Hz',
  async (rate) => {
    const pcm = await resample(tone(440, rate), rate);
    expect(pcm).toHaveLength(limits.speechSampleRate);
    expect(Math.abs(levelOf(pcm))).toBeLessThan(0.2);
    const expected = tone(440, limits.speechSampleRate);
    const error = pcm.map((sample, at) => sample - expected[at]!);
    expect(levelOf(error)).toBeLessThan(-40);
  },
);

test.each([
  [22_050, 9_500],
  [24_000, 11_000],
  [48_000, 15_000],
])('R131 what 16 kHz cannot carry does not alias: from %i Hz a tone of %i Hz', async (rate, hertz) => {
  expect(levelOf(await resample(tone(hertz, rate), rate))).toBeLessThan(-60);
});

test('R131 the loudest sound stays within 16 bits, and a long one equals its parts', async () => {
  const square = Int16Array.from({ length: 22_050 * 3 }, (_, at) => (Math.floor(at / 50) % 2 ? 32_767 : -32_768));
  const pcm = await resample(square, 22_050);
  expect(pcm).toHaveLength(48_000);
  expect(Math.max(...pcm.subarray(16_000, 17_000))).toBe(32_767);
  expect(Math.min(...pcm.subarray(16_000, 17_000))).toBe(-32_768);
});

test('R131 a sound of 16 kHz stays as it is, and a rate that does not occur is refused', async () => {
  expect(await resample(Int16Array.of(1, 2, 3), 16_000)).toEqual(Int16Array.of(1, 2, 3));
  await expect(resample(Int16Array.of(1), 22_051)).rejects.toThrow('no sample rate');
  expect(await resample(new Int16Array(0), 22_050)).toHaveLength(0);
});
