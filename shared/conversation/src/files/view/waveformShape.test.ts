import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { waveformShape } from './waveformShape.ts';

const barsOf = (path: string) => [...path.matchAll(/v([\d.]+)/g)].map(([, bar]) => Number(bar));

test('R194 a waveform has a line for each value, as high as the value is', () => {
  const { viewBox, path } = waveformShape([0, limits.waveformPeak, limits.waveformPeak / 2]);
  const [silent, loudest, half] = barsOf(path);
  expect(viewBox).toBe('0 0 9 32');
  expect(silent).toBe(2);
  expect(loudest).toBe(30);
  expect(half).toBe(16);
});

test('a message without values has a flat waveform, and a value beyond the peak stays inside', () => {
  expect(new Set(barsOf(waveformShape(undefined).path))).toEqual(new Set([2]));
  expect(new Set(barsOf(waveformShape([]).path))).toEqual(new Set([2]));
  expect(barsOf(waveformShape([7, -1], 1).path)).toEqual([30, 2]);
});
