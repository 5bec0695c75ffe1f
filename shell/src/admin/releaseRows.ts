// Converts an offer and its health to the rows of a table.
import type { FailureCount, HealthHour, Offer, RemoteHealth } from '@amber/proto';

export interface ReleaseRow {
  role: 'stable' | 'candidate' | 'previous';
  version: string;
  time: number;
  /** Accounts that got this release, and how many of them saw a failure. */
  accounts: number;
  failed: number;
  /** The failure rate, from 0 to 1. */
  rate: number;
  /** The last hours, oldest first. */
  hours: readonly HealthHour[];
  visitorLoads: number;
  visitorFailures: number;
  p50: number;
  p95: number;
  /** The reasons of its failures, most frequent first. */
  failures: readonly FailureCount[];
}

/** Returns the candidate first, because operators watch it. */
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
