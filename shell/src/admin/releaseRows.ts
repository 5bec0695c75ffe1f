// An offer and its health as the rows of a table.
import type { FailureCount, HealthHour, Offer, RemoteHealth } from '@amber/proto';

export interface ReleaseRow {
  role: 'stable' | 'candidate' | 'previous';
  version: string;
  time: number;
  /** That were given it, and those of them whom it has failed. */
  accounts: number;
  failed: number;
  /** From 0 to 1. */
  rate: number;
  /** The last hours, the oldest first. */
  hours: readonly HealthHour[];
  visitorLoads: number;
  visitorFailures: number;
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
    const releaseHealth = health.find((one) => one.remote === remote && one.version === version);
    const [accounts, failed] = [releaseHealth?.accounts ?? 0, releaseHealth?.failed ?? 0];
    return {
      role,
      version,
      time,
      accounts,
      failed,
      rate: failed / Math.max(1, accounts),
      hours: releaseHealth?.hours ?? [],
      visitorLoads: releaseHealth?.visitorLoads ?? 0,
      visitorFailures: releaseHealth?.visitorFailures ?? 0,
      p50: releaseHealth?.readyP50 ?? 0,
      p95: releaseHealth?.readyP95 ?? 0,
      failures: releaseHealth?.failures ?? [],
    };
  });
}
