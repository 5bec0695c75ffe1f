// The loudness of a recording over time, in a bounded number of values however long it becomes.
import { limits } from '@amber/proto/limits';

export interface Peaks {
  /** The number of samples that one peak covers; it doubles as the recording grows. */
  perPeak: number;
  /** The largest absolute sample of each part. */
  peaks: number[];
}

/** At least as many as a waveform has, so that merging two of them leaves enough. */
const peaksMax = 2 * limits.waveformMax;

export const noPeaks: Peaks = { perPeak: 512, peaks: [] };

/** A quieter recording is not scaled up to the full height, because that would show noise as speech. */
const quietest = 3_277;

function mergePairs(peaks: number[]): number[] {
  const merged: number[] = [];
  for (let at = 0; at < peaks.length; at += 2) merged.push(Math.max(peaks[at]!, peaks[at + 1] ?? 0));
  return merged;
}

/** Returns the peaks of a recording after more samples; `from` is the number of its samples so far. */
export function addPeaks({ perPeak, peaks }: Peaks, from: number, pcm: Int16Array): Peaks {
  let next = { perPeak, peaks: [...peaks] };
  for (let at = 0; at < pcm.length; at += 1) {
    let place = Math.floor((from + at) / next.perPeak);
    while (place >= peaksMax) {
      next = { perPeak: 2 * next.perPeak, peaks: mergePairs(next.peaks) };
      place = Math.floor((from + at) / next.perPeak);
    }
    next.peaks[place] = Math.max(next.peaks[place] ?? 0, Math.abs(pcm[at]!));
  }
  return next;
}

/** Returns the waveform of a message: see `FileBody`. */
export function toWaveform({ peaks }: Peaks): number[] {
  const loudest = Math.max(quietest, ...peaks);
  const count = Math.min(peaks.length, limits.waveformMax);
  return Array.from({ length: count }, (_, index) => {
    const part = peaks.slice(
      Math.floor((index * peaks.length) / count),
      Math.ceil(((index + 1) * peaks.length) / count),
    );
    return Math.round((Math.max(...part) / loudest) * limits.waveformPeak);
  });
}
