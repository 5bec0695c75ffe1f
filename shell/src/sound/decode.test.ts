import { limits } from '@amber/proto/limits';
import { expect, it, vi } from 'vitest';
import { decode, maxBytes } from './decode.ts';
import { leadingFrames } from './mp3.ts';

/** Frames of MPEG 2 Layer III, 32 kbit/s, 16 kHz, mono: 144 bytes of 36 ms each. */
const frameBytes = 144;
const frameMs = 36;
const frameSamples = 576;
const noLimits = { duration: 1e9, samples: 1e9 };
function mp3(frames: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(frames * frameBytes);
  for (let at = 0; at < bytes.length; at += frameBytes) bytes.set([0xff, 0xf3, 0x48, 0xc0], at);
  return bytes;
}

/** A decoder that returns two channels of one sample per byte. */
const decoder = async (bytes: ArrayBuffer) => ({
  numberOfChannels: 2,
  getChannelData: (channel: number) => new Float32Array(bytes.byteLength).fill(channel ? 0.5 : 0.1),
});

it('R144 decodes to one channel of 16 bits', async () => {
  const pcm = await decode(new Blob([mp3(2)]), decoder);
  expect(pcm).toEqual(new Int16Array(2 * frameBytes).fill(Math.round(0.3 * 0x7fff)));
});

it('only the frames reach the decoder, and no more of them than the longest message has', () => {
  const whole = mp3(10);
  expect(leadingFrames(whole, noLimits)).toEqual(whole);
  expect(leadingFrames(whole, { ...noLimits, duration: 4 * frameMs })).toHaveLength(4 * frameBytes);
  const tag = Uint8Array.from([...new TextEncoder().encode('ID3'), 4, 0, 0, 0, 0, 1, 2, ...Array(130).fill(7)]);
  expect(leadingFrames(new Uint8Array([...tag, ...whole, 1, 2, 3]), noLimits)).toEqual(whole);
});

it('R144 the memory of decoding is bounded: two channels reach the limit in half the time', () => {
  const samples = 4 * frameSamples;
  expect(leadingFrames(mp3(10), { ...noLimits, samples })).toHaveLength(4 * frameBytes);
  const stereo = mp3(10);
  for (let at = 3; at < stereo.length; at += frameBytes) stereo[at] = 0;
  expect(leadingFrames(stereo, { ...noLimits, samples })).toHaveLength(2 * frameBytes);
});

it('R144 of a large file only the start is read', async () => {
  const blob = new Blob([mp3(1)]);
  const slice = vi.spyOn(blob, 'slice');
  await decode(blob, decoder);
  expect(slice).toHaveBeenCalledWith(0, maxBytes);
  expect(maxBytes).toBeLessThan(40e6);
});

it('a sound that decodes to more than the longest message is cut', async () => {
  const most = (limits.voiceMax * limits.speechSampleRate) / 1_000;
  const bomb = async () => ({ numberOfChannels: 1, getChannelData: () => new Float32Array(most + 1_000) });
  expect(await decode(new Blob([mp3(1)]), bomb)).toHaveLength(most);
});

it.each([
  ['nothing', new Uint8Array()],
  ['a text', new TextEncoder().encode('fLaC and more of it')],
  ['a header that names no bitrate', Uint8Array.of(0xff, 0xf3, 0xf8, 0xc0)],
  ['a header that names no rate', Uint8Array.of(0xff, 0xf3, 0x4c, 0xc0)],
  ['a tag that is longer than the file', new TextEncoder().encode('ID3\x04\0\0\x7f\x7f\x7f\x7f')],
])('R144 %s is no voice message, and is not decoded', async (_, bytes) => {
  const never = () => Promise.reject(new Error('was decoded'));
  await expect(decode(new Blob([bytes]), never)).rejects.toMatchObject({
    code: 'FILE_CORRUPT',
    message: 'the sound is not an mp3',
  });
});

it('what the browser cannot decode is corrupt', async () => {
  const broken = () => Promise.reject(new DOMException('Unable to decode', 'EncodingError'));
  await expect(decode(new Blob([mp3(1)]), broken)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
});
