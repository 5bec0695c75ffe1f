// Turns what a microphone delivers into blocks of 16-bit samples at the rate of speech.
import { limits } from '@amber/proto/limits';
import { createResampler } from '@amber/proto/resampler';

/** The duration of a block, for which the screen shows one level: ten renderings a second look like a live one. */
const blockMs = 100;
const blockSamples = (limits.speechSampleRate * blockMs) / 1_000;

/** Converts samples from -1 to 1 to 16 bits; louder ones are clipped. */
export function toInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) pcm[at] = Math.round(Math.max(-1, Math.min(1, samples[at]!)) * 0x7fff);
  return pcm;
}

interface PcmBlocksOptions {
  /** The sample rate of the input. */
  sampleRate: number;
  onBlock(pcm: Int16Array<ArrayBuffer>): void;
}

/** Collects samples: `push` emits each full block, `flush` the incomplete last one. */
export function createPcmBlocks({ sampleRate, onBlock }: PcmBlocksOptions) {
  const resample = createResampler(sampleRate, limits.speechSampleRate);
  const block = new Float32Array(blockSamples);
  let filled = 0;
  const emit = () => {
    if (filled > 0) onBlock(toInt16(block.subarray(0, filled)));
    filled = 0;
  };
  return {
    push(samples: Float32Array): void {
      let rest = resample(samples);
      while (rest.length > 0) {
        const taken = rest.subarray(0, blockSamples - filled);
        block.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
        if (filled === blockSamples) emit();
      }
    },
    flush: emit,
  };
}
