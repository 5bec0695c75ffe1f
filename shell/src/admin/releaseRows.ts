// An offer and its health as the rows of a table.
import type { FailureCount, Offer, RemoteHealth } from '@amber/proto';

export interface ReleaseRow {
  role: 'stable' | 'candidate' | 'previous';
  version: string;
  time: number;
  loads: number;
  /** Loads that failed, and screens that broke. */
  errors: number;
  /** From 0 to 1. */
  rate: number;
  p50: number;
  p95: number;
  /** Why it failed, the most frequent first. */
  failures: readonly FailureCount[];
}

/** The candidate first: it is what one watches. */
export function releaseRows(
  { remote, candidate, stable, previous }: Offer,
  health: readonly RemoteHealth[],
): ReleaseRow[] {
  const offered = [
    ...(candidate ? [{ role: 'candidate' as const, release: candidate }] : []),
    ...(stable ? [{ role: 'stable' as const, release: stable }] : []),
    ...previous.map((release) => ({ role: 'previous' as const, release })),
  ];
  return offered.map(({ role, release: { version, time } }) => {
    const of = health.find((one) => one.remote === remote && one.version === version);
    const [loads, errors] = [of?.loads ?? 0, (of?.errors ?? 0) + (of?.crashes ?? 0)];
    return {
      role,
      version,
      time,
      loads,
      errors,
      rate: Math.min(1, errors / Math.max(1, loads)),
      p50: of?.readyP50 ?? 0,
      p95: of?.readyP95 ?? 0,
      failures: of?.failures ?? [],
    };
  });
}
