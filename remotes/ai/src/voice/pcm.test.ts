import { limits } from '@amber/proto/limits';
import { readWav } from '@amber/proto/wav';
import { expect, test } from 'vitest';
import { toPcm, toWav } from './pcm.ts';

test('R131 samples become bytes and then a sound that can be played', async () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);
  const sound = toWav(toPcm(samples));
  expect(sound.type).toBe('audio/wav');
  expect(readWav(new Uint8Array(await sound.arrayBuffer()))).toEqual({ samples, sampleRate: 16_000 });
});

test('R131 a recording is cut to the length that the gateway accepts, and half a sample is left out', async () => {
  expect(toPcm(new Int16Array(1_000_000))).toHaveLength((limits.voiceRecordingMax / 1_000) * 16_000 * 2);
  expect(readWav(new Uint8Array(await toWav(Uint8Array.of(1, 0, 7)).arrayBuffer()))?.samples).toEqual(Int16Array.of(1));
});
