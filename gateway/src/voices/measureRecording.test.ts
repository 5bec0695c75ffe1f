import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { madeSpeech } from '../testing/madeSpeech.ts';
import { measureRecording } from './measureRecording.ts';

test.each([
  ['good', madeSpeech()],
  ['good', madeSpeech({ speech: 2_000 })],
  ['short', madeSpeech({ seconds: 0.9 })],
  ['short', new Int16Array(0)],
  ['quiet', madeSpeech({ speech: 150 })],
  ['quiet', new Int16Array(3 * limits.speechSampleRate)],
  ['loud', madeSpeech({ speech: 60_000 })],
  ['noisy', madeSpeech({ noise: 1_500 })],
  ['noisy', madeSpeech({ speech: 0, noise: 8_000 })],
] as const)('R131 a recording is %s', (verdict, samples) => {
  expect(measureRecording(samples).verdict).toBe(verdict);
});

test('R131 the levels are decibels of the samples', () => {
  const rate = limits.speechSampleRate;
  // A sine at half of full scale has -9 dB; the noise of the second half is a hundredth of it.
  const samples = Int16Array.from({ length: 4 * rate }, (_, at) => {
    const amplitude = at < 2 * rate ? 16_384 : 163.84;
    return amplitude * Math.sin((2 * Math.PI * 200 * at) / rate);
  });
  expect(measureRecording(samples)).toMatchObject({ verdict: 'good', level: -9, noise: -49 });
  expect(measureRecording(new Int16Array(rate))).toMatchObject({ level: -96, noise: -96 });
});

test('R131 a sentence that was not read to its end is short', () => {
  const samples = madeSpeech({ seconds: 3 });
  expect([measureRecording(samples, 3_000).verdict, measureRecording(samples, 3_001).verdict]).toEqual([
    'good',
    'short',
  ]);
});
