// Decides whether a release fails significantly more often than another.
import type { Limits } from '@amber/proto/limits';

/** Accounts that got a release, and how many of them saw a failure. */
export interface Sample {
  accounts: number;
  failed: number;
}

type Thresholds = Pick<
  Limits,
  'rolloutAccountsMin' | 'rolloutFailedMin' | 'rolloutFailureMargin' | 'rolloutSignificance'
>;

const rate = ({ accounts, failed }: Sample): number => (accounts === 0 ? 0 : failed / accounts);
const percent = (value: number): string => `${Number((value * 100).toFixed(1))} %`;

/** The natural logarithm of n!, by Stirling's series for large n. */
function logFactorial(n: number): number {
  if (n > 255) return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
  let sum = 0;
  for (let factor = 2; factor <= n; factor += 1) sum += Math.log(factor);
  return sum;
}
const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Fisher's exact test, one-sided: the probability that the first sample fails this often or more by chance. */
export function fisherPValue(one: Sample, other: Sample): number {
  const [all, failed] = [one.accounts + other.accounts, one.failed + other.failed];
  const most = Math.min(one.accounts, failed);
  let term = Math.exp(
    logChoose(one.accounts, one.failed) + logChoose(other.accounts, other.failed) - logChoose(all, failed),
  );
  let sum = 0;
  for (let k = one.failed; k <= most; k += 1) {
    sum += term;
    term *= ((one.accounts - k) / (k + 1)) * ((failed - k) / (other.accounts - failed + k + 1));
  }
  return Math.min(sum, 1);
}

/** The last account count at which to test: 20, 40, 80 …; 0 before the first. Testing at every count finds chance. */
export function checkpointAt(
  accounts: number,
  { rolloutAccountsMin: first }: Pick<Limits, 'rolloutAccountsMin'>,
): number {
  return accounts < first ? 0 : first * 2 ** Math.floor(Math.log2(accounts / first));
}

/** The difference with both rates, as a sentence; null while it may be chance. */
export function regressionReason(sample: Sample, baseline: Sample, limits: Thresholds): string | null {
  if (sample.failed < limits.rolloutFailedMin || rate(sample) - rate(baseline) < limits.rolloutFailureMargin)
    return null;
  if (fisherPValue(sample, baseline) >= limits.rolloutSignificance) return null;
  return `it failed ${percent(rate(sample))} of ${sample.accounts} accounts, against ${percent(rate(baseline))} of ${baseline.accounts}`;
}
