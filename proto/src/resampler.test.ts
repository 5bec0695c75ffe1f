import { expect, it } from 'vitest';
import { createResampler } from './resampler.ts';

const to = 16_000;

const sine = (rate: number, frequency: number, seconds = 1) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * frequency * at) / rate));

/** Resamples as the audio thread does, in blocks of 128 samples. */
function resample(samples: Float32Array, from: number, block = 128): Float32Array {
  const next = createResampler(from, to);
  const output: number[] = [];
  for (let at = 0; at < samples.length; at += block) output.push(...next(samples.subarray(at, at + block)));
  return Float32Array.from(output);
}

const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
/** Without the first samples, before which there was silence. */
const steady = (samples: Float32Array) => samples.subarray(500, samples.length - 500);

const rates = [48_000, 44_100, 96_000, 22_050, 8_000];

it.each(rates.flatMap((from) => [100, 440, 1_000, 3_000].map((frequency) => [from, frequency] as const)))(
  'R144 a sine keeps its shape from %i Hz to 16 kHz: %i Hz',
  (from, frequency) => {
    const output = steady(resample(sine(from, frequency), from));
    expect(output.length).toBeGreaterThan(14_000);
    // Its share in both phases of that frequency is all of it: nothing else is in the output.
    const [inPhase, quadrature] = [Math.sin, Math.cos].map((wave) =>
      output.reduce((sum, x, at) => sum + x * wave((2 * Math.PI * frequency * at) / to), 0),
    );
    const amplitude = (2 * Math.hypot(inPhase!, quadrature!)) / output.length;
    expect(amplitude).toBeCloseTo(0.5, 2);
    expect(rms(output)).toBeCloseTo(0.5 / Math.SQRT2, 2);
  },
);

it.each([
  [48_000, 8_500],
  [48_000, 10_000],
  [48_000, 15_000],
  [48_000, 20_000],
  [44_100, 8_500],
  [44_100, 12_000],
  [44_100, 21_000],
])('R144 nothing above 8 kHz comes back as a lower tone: %i Hz, %i Hz', (from, frequency) => {
  const output = steady(resample(sine(from, frequency), from));
  expect(20 * Math.log10(rms(output) / (0.5 / Math.SQRT2))).toBeLessThan(-60);
});

it('the size of the blocks does not matter', () => {
  const samples = sine(44_100, 700);
  const whole = resample(samples, 44_100, samples.length);
  expect(resample(samples, 44_100, 128)).toEqual(whole);
  expect(resample(samples, 44_100, 7)).toEqual(whole);
  expect(Math.abs(whole.length - to)).toBeLessThan(50);
});

it('a stream of the right rate stays as it is', () => {
  const samples = sine(to, 440);
  expect(resample(samples, to)).toEqual(samples);
});
