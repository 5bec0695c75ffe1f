// Decides whether a release fails significantly more often than another.
import type { Limits } from '@amber/proto/limits';

/** Accounts that got a release, and how many of them saw a failure. */
export interface Sample {
  accounts: number;
  failed: number;
}

/** The accounts of a release whose last visit, or failure, was in this period. */
export interface PeriodSample {
  /** The number of the period since 1970. */
  period: number;
  accounts: number;
  /** Accounts that it failed by its own fault. */
  failed: number;
  /** Accounts that it failed by its own or the network's fault. */
  lost: number;
}

type Thresholds = Pick<
  Limits,
  'rolloutAccountsMin' | 'rolloutFailedMin' | 'rolloutFailureMargin' | 'rolloutSignificance'
>;

/** All accounts of these samples together. */
export const totalOf = (samples: readonly Sample[]): Sample => ({
  accounts: samples.reduce((sum, { accounts }) => sum + accounts, 0),
  failed: samples.reduce((sum, { failed }) => sum + failed, 0),
});

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

/** A distribution of a count: the probability of `first`, of `first + 1`, and so on. */
interface Distribution {
  first: number;
  chances: number[];
}

/** Probabilities below this are left out, so that millions of accounts are compared as fast as a hundred. */
const negligible = 1e-60;

/** How many of the failures the first sample has by chance: a hypergeometric distribution. */
function failuresByChance(one: Sample, other: Sample): Distribution {
  const [all, failed] = [one.accounts + other.accounts, one.failed + other.failed];
  const first = Math.max(0, failed - other.accounts);
  const total = logChoose(all, failed);
  const chances = Array.from({ length: Math.min(one.accounts, failed) - first + 1 }, (_, index) =>
    Math.exp(logChoose(one.accounts, first + index) + logChoose(other.accounts, failed - first - index) - total),
  );
  return trim({ first, chances });
}

function trim({ first, chances }: Distribution): Distribution {
  const from = chances.findIndex((chance) => chance > negligible);
  const to = chances.findLastIndex((chance) => chance > negligible) + 1;
  return { first: first + from, chances: chances.slice(from, to) };
}

/** The distribution of the sum of two counts. */
function sumOf(one: Distribution, other: Distribution): Distribution {
  const chances = Array<number>(one.chances.length + other.chances.length - 1).fill(0);
  one.chances.forEach((chance, index) =>
    other.chances.forEach((next, offset) => {
      chances[index + offset]! += chance * next;
    }),
  );
  return trim({ first: one.first + other.first, chances });
}

/**
 * Fisher's exact test, one-sided, over pairs of samples: the probability that the first ones together fail this often
 * or more by chance, when each is as good as the other one of its pair.
 */
export function fisherPValue(pairs: readonly (readonly [Sample, Sample])[]): number {
  const none: Distribution = { first: 0, chances: [1] };
  const { first, chances } = pairs.map((pair) => failuresByChance(...pair)).reduce(sumOf, none);
  const failed = pairs.reduce((sum, [one]) => sum + one.failed, 0);
  const atLeast = chances.slice(Math.max(0, failed - first));
  return Math.min(
    atLeast.reduceRight((sum, chance) => sum + chance, 0),
    1,
  );
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
  if (fisherPValue([[sample, baseline]]) >= limits.rolloutSignificance) return null;
  return `it failed ${percent(rate(sample))} of ${sample.accounts} accounts, against ${percent(rate(baseline))} of ${baseline.accounts}`;
}

/** The binomial test, one-sided: the probability that a sample fails this often or more when each does by this chance. */
export function binomialPValue({ accounts, failed }: Sample, chance: number): number {
  const log = (k: number) => logChoose(accounts, k) + k * Math.log(chance) + (accounts - k) * Math.log1p(-chance);
  let sum = 0;
  for (let k = accounts; k >= failed; k -= 1) sum += Math.exp(log(k));
  return Math.min(sum, 1);
}

/** Why a feature's first release fails too often; null while it may be chance. */
export function firstReleaseReason(
  sample: Sample,
  limits: Thresholds & Pick<Limits, 'firstReleaseFailures'>,
): string | null {
  const most = limits.firstReleaseFailures;
  if (sample.failed < limits.rolloutFailedMin || rate(sample) - most < limits.rolloutFailureMargin) return null;
  if (binomialPValue(sample, most) >= limits.rolloutSignificance) return null;
  return `it failed ${percent(rate(sample))} of ${sample.accounts} accounts, and a first release may fail ${percent(most)}`;
}

/**
 * The same for all failures, also those that may be the network's: only periods in which both releases were used count,
 * and a release is compared with what the other one would have had in these periods.
 */
export function lossReason(
  sample: readonly PeriodSample[],
  baseline: readonly PeriodSample[],
  limits: Thresholds,
): string | null {
  const others = new Map(baseline.map(({ period, accounts, lost }) => [period, { accounts, failed: lost }]));
  const pairs = sample.flatMap(({ period, accounts, lost }): [Sample, Sample][] => {
    const other = others.get(period);
    return other ? [[{ accounts, failed: lost }, other]] : [];
  });
  const all = totalOf(pairs.map(([one]) => one));
  const expected = pairs.reduce((sum, [{ accounts }, other]) => sum + accounts * rate(other), 0);
  if (all.failed < limits.rolloutFailedMin || all.failed - expected < all.accounts * limits.rolloutFailureMargin)
    return null;
  if (fisherPValue(pairs) >= limits.rolloutSignificance) return null;
  return `${percent(rate(all))} of ${all.accounts} accounts could not use it, against ${percent(expected / all.accounts)} at the same times`;
}
