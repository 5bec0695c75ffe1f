// Decides whether a release becomes ready significantly more slowly than another.
import type { Limits } from '@amber/proto/limits';

/** The steps of a histogram of ready times grow by a fifth: fine enough for percentiles, few enough to add up. */
const growth = 1.2;
export const stepCount = Math.ceil(Math.log(120_000) / Math.log(growth)) + 1;

/** The step of a time in milliseconds. */
export const stepOf = (milliseconds: number): number =>
  Math.min(Math.max(Math.ceil(Math.log(Math.max(milliseconds, 1)) / Math.log(growth)), 0), stepCount - 1);

/** How many accounts, or pages, became ready in each step. */
export type Histogram = readonly number[];

const countIn = (histogram: Histogram): number => histogram.reduce((sum, count) => sum + count, 0);

/** The time in milliseconds within which this share became ready; 0 when none did. */
export function percentile(histogram: Histogram, part: number): number {
  const all = countIn(histogram);
  let seen = 0;
  const step = histogram.findIndex((count) => (seen += count) >= all * part && all > 0);
  return step < 0 ? 0 : Math.round(growth ** step);
}

/** The probability that a standard normal variable is at least `z` (Abramowitz and Stegun 26.2.17, error < 7.5e-8). */
function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + 0.231_641_9 * z);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/**
 * The rank test of Mann and Whitney, one-sided, by the normal approximation with ties and a continuity correction: the
 * probability that the first sample is this much slower by chance. It needs about 20 values in each sample.
 */
export function rankPValue(one: Histogram, other: Histogram): number {
  const [size, otherSize] = [countIn(one), countIn(other)];
  if (size === 0 || otherSize === 0) return 1;
  // The number of pairs in which the first is slower; an equal pair counts half.
  let slower = 0;
  let fasterOthers = 0;
  let ties = 0;
  for (let step = 0; step < Math.max(one.length, other.length); step += 1) {
    const [own, others] = [one[step] ?? 0, other[step] ?? 0];
    slower += own * (fasterOthers + others / 2);
    fasterOthers += others;
    ties += (own + others) ** 3 - (own + others);
  }
  const all = size + otherSize;
  const variance = ((size * otherSize) / 12) * (all + 1 - ties / (all * (all - 1)));
  return variance > 0 ? normalTail((slower - (size * otherSize) / 2 - 0.5) / Math.sqrt(variance)) : 1;
}

/** Why a release is slower than its baseline, as a sentence; null while it may be chance, or is too little to notice. */
export function slowerReason(
  one: Histogram,
  baseline: Histogram,
  limits: Pick<Limits, 'rolloutAccountsMin' | 'rolloutSignificance' | 'slownessMargin'>,
): string | null {
  if (Math.min(countIn(one), countIn(baseline)) < limits.rolloutAccountsMin) return null;
  const [own, before] = [percentile(one, 0.5), percentile(baseline, 0.5)];
  if (own < before * (1 + limits.slownessMargin) || rankPValue(one, baseline) >= limits.rolloutSignificance)
    return null;
  const times = (histogram: Histogram) => `${percentile(histogram, 0.5)} ms (p95 ${percentile(histogram, 0.95)} ms)`;
  return `it is ready after ${times(one)}, against ${times(baseline)}`;
}
