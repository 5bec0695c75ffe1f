// Measures a recording of speech: how loud it is, how noisy, and whether it is good enough for a cloned voice.
import type { CheckVoiceEnvReply_Verdict } from '@amber/proto';
import { limits } from '@amber/proto/limits';

export interface Measurement {
  verdict: CheckVoiceEnvReply_Verdict;
  /** The level of the speech, in decibels relative to full scale. */
  level: number;
  /** The level of the quietest parts, likewise. */
  noise: number;
}

/** 20 ms: longer than a period of the deepest voice, and shorter than the pauses between words. */
const windowSamples = (20 * limits.speechSampleRate) / 1_000;
const fullScale = 32_768;
/** The level of 16-bit silence. */
const silence = -96;
/** The parts of the windows that are quieter than the noise level, and than the speech level. */
const noisePart = 0.1;
const speechPart = 0.85;
const quietBelow = -38;
/** A difference of less than this between speech and noise makes the clone noisy. */
const clearanceMin = 18;
const noiseMax = -40;
/** A sample at the end of the scale was cut off. */
const clippedFrom = 32_700;
const clippedMax = 0.001;

const decibels = (power: number): number => Math.max(silence, Math.round(10 * Math.log10(power / fullScale ** 2)));

/** Returns the mean power of each window. */
function powersOf(samples: Int16Array): number[] {
  const powers: number[] = [];
  for (let start = 0; start + windowSamples <= samples.length; start += windowSamples) {
    let sum = 0;
    for (let at = start; at < start + windowSamples; at += 1) sum += samples[at]! ** 2;
    powers.push(sum / windowSamples);
  }
  return powers;
}

/**
 * Measures samples of 16 kHz.
 * @param shortest the duration below which the recording is too short, in milliseconds
 */
export function measureRecording(samples: Int16Array, shortest: number = limits.voiceRecordingMin): Measurement {
  const sorted = powersOf(samples).toSorted((a, b) => a - b);
  const levelAt = (part: number): number => decibels(sorted[Math.floor(part * sorted.length)] ?? 0);
  const [noise, level] = [levelAt(noisePart), levelAt(speechPart)];
  const clipped = samples.reduce((count, one) => (Math.abs(one) >= clippedFrom ? count + 1 : count), 0);
  const duration = (1_000 * samples.length) / limits.speechSampleRate;
  const verdicts: readonly [CheckVoiceEnvReply_Verdict, boolean][] = [
    ['short', duration < shortest],
    ['loud', clipped > clippedMax * samples.length],
    ['quiet', level < quietBelow],
    ['noisy', noise > noiseMax || level - noise < clearanceMin],
  ];
  return { verdict: verdicts.find(([, applies]) => applies)?.[0] ?? 'good', level, noise };
}
