// 16-bit samples of 16 kHz as calls carry them.
import { limits } from '@amber/proto/limits';
import { writeWav } from '@amber/proto/wav';

const sampleBytes = 2;
const longest = (limits.voiceRecordingMax * limits.speechSampleRate) / 1_000;

/** Returns the bytes of a recording; what exceeds the longest one is cut off. */
export function toPcm(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.min(samples.length, longest) * sampleBytes);
  const view = new DataView(bytes.buffer);
  samples.subarray(0, longest).forEach((sample, at) => view.setInt16(at * sampleBytes, sample, true));
  return bytes;
}

/** Returns a sound that the player can play. Half a sample at the end is left out. */
export function toWav(pcm: Uint8Array): Blob {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const samples = Int16Array.from({ length: Math.floor(pcm.length / sampleBytes) }, (_, at) =>
    view.getInt16(at * sampleBytes, true),
  );
  return new Blob([writeWav(samples, limits.speechSampleRate)], { type: 'audio/wav' });
}
