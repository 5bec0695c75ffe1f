import { expect, it } from 'vitest';
import { levelOf } from './levelOf.ts';

const square = (amplitude: number) => Int16Array.from({ length: 800 }, (_, at) => (at % 2 ? amplitude : -amplitude));

it.each([
  ['silence', 0, 0],
  ['the smallest noise', 1, 0],
  ['full scale', 32_767, 1],
  ['half the amplitude, 6 dB less', 16_384, 0.9],
  ['20 dB below full scale', 3_277, 0.667],
  ['40 dB below full scale', 328, 0.333],
])('R194 the level of %s', (_, amplitude, level) => {
  expect(levelOf(square(amplitude))).toBeCloseTo(level, 2);
});

it('nothing is silent', () => expect(levelOf(new Int16Array())).toBe(0));
