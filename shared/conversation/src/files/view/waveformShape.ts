// The shape of a waveform as an SVG path.
import { limits } from '@amber/proto/limits';

/** The units of the path: each value takes `step` of the width, and the largest value the whole height. */
const step = 3;
const height = 32;
const minBar = 2;
/** A message without a waveform gets a flat line with this many values. */
const flat: readonly number[] = Array.from({ length: 48 }, () => 0);

export interface WaveformShape {
  viewBox: string;
  /** Vertical lines, one for each value. */
  path: string;
}

/** Returns the shape for values between 0 and `peak`; a flat one if there are no values. */
export function waveformShape(values: readonly number[] = flat, peak: number = limits.waveformPeak): WaveformShape {
  const shown = values.length > 0 ? values : flat;
  const path = shown.map((value, index) => {
    const share = Math.min(1, Math.max(0, value / peak));
    const bar = minBar + share * (height - 2 * minBar);
    return `M${index * step + step / 2} ${(height - bar) / 2}v${bar}`;
  });
  return { viewBox: `0 0 ${shown.length * step} ${height}`, path: path.join('') };
}
