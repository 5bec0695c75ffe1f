// The relation of samples to time: all sound has one channel of `limits.speechSampleRate`.
import { limits } from '@amber/proto/limits';

/** Returns the number of samples in this many milliseconds. */
export const samplesIn = (milliseconds: number): number => (milliseconds * limits.speechSampleRate) / 1_000;

/** Returns the duration of this many samples, in milliseconds. */
export const durationOf = (samples: number): number => Math.round((samples * 1_000) / limits.speechSampleRate);

/** The longest recording. */
export const samplesMax = samplesIn(limits.voiceMax);
