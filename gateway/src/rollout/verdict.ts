// Decides whether a candidate fails so much more than the stable release that it must go.
import type { FailureCount } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';

/** What pages told of one release. */
export interface Counts {
  loads: number;
  errors: number;
  crashes: number;
  /** Why, the most frequent first. */
  failures?: readonly FailureCount[];
}

type Thresholds = Pick<Limits, 'rolloutLoadsMin' | 'rolloutFailureFactor' | 'rolloutFailureMargin'>;

const failureRate = ({ loads, errors, crashes }: Counts): number => (loads === 0 ? 0 : (errors + crashes) / loads);
const percent = (rate: number): string => `${Number((rate * 100).toFixed(1))} %`;

/** Why the candidate must go, with both rates; null while it may stay. */
export function verdict(candidate: Counts, stable: Counts, limits: Thresholds): string | null {
  if (candidate.loads < limits.rolloutLoadsMin) return null;
  const [bad, usual] = [failureRate(candidate), failureRate(stable)];
  if (bad <= limits.rolloutFailureFactor * usual || bad < usual + limits.rolloutFailureMargin) return null;
  const [most] = candidate.failures ?? [];
  return `${percent(bad)} of ${candidate.loads} loads failed${most ? ` (most often: ${most.type})` : ''}, against ${percent(usual)} of ${stable.loads} of the stable release`;
}
