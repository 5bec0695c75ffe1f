// Converts whole sounds to the sample rate of speech.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { createResampler } from '@amber/proto/resampler';
import type { Pcm } from './synthesizer.ts';

/** The rates that occur. Others would need filters of megabytes. */
const sampleRates: ReadonlySet<number> = new Set([
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
]);

/** A long sound must not stop everything else: the event loop runs between two seconds of it. */
const secondsPerTurn = 1;

/** The samples of the filter's far end, which the last samples of a sound still need. */
const tailSeconds = 0.05;

const [fullScale, max] = [32_768, 32_767];

/** `Float32Array.from` would need much more memory. */
function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples);
  for (let at = 0; at < floats.length; at += 1) floats[at]! /= fullScale;
  return floats;
}

/** @throws Error for a rate that does not occur */
export async function resample(samples: Int16Array, sampleRate: number): Promise<Pcm> {
  if (!sampleRates.has(sampleRate)) throw new Error(`${sampleRate} is no sample rate of sounds`);
  if (sampleRate === limits.speechSampleRate) return Int16Array.from(samples);
  const pcm = new Int16Array(Math.round((samples.length * limits.speechSampleRate) / sampleRate));
  const convert = createResampler(sampleRate, limits.speechSampleRate);
  let written = 0;
  const write = (block: Float32Array): void => {
    for (const value of convert(block)) {
      if (written === pcm.length) return;
      pcm[written] = Math.max(-fullScale, Math.min(max, Math.round(value * fullScale)));
      written += 1;
    }
  };
  const step = sampleRate * secondsPerTurn;
  for (let at = 0; at < samples.length; at += step) {
    write(toFloats(samples.subarray(at, at + step)));
    await nextTurn();
  }
  write(new Float32Array(Math.ceil(sampleRate * tailSeconds)));
  return pcm;
}
