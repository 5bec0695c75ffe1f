// Converts an offer and its health to the rows of a table.
import type { Offer, RemoteHealth } from '@amber/proto';

const noHealth = {
  accounts: 0,
  failed: 0,
  visitorLoads: 0,
  visitorFailures: 0,
  hours: [],
  testerLoads: 0,
  testerFailures: 0,
  repeatVisitP50: 0,
  repeatVisitP95: 0,
  slowerReason: '',
  failures: [],
} satisfies Partial<RemoteHealth>;

/** The fields of health are explained in rollout.proto. */
export interface ReleaseRow extends Pick<RemoteHealth, keyof typeof noHealth> {
  role: 'stable' | 'candidate' | 'beta' | 'previous';
  version: string;
  time: number;
  /** The failure rate, from 0 to 1. */
  rate: number;
}

/** Returns the candidate first, because operators watch it. */
export function releaseRows(
  { remote, candidate, beta, stable, previous }: Offer,
  health: readonly RemoteHealth[],
): ReleaseRow[] {
  const offered = [
    ...(candidate ? [{ role: 'candidate' as const, release: candidate }] : []),
    ...(beta ? [{ role: 'beta' as const, release: beta }] : []),
    ...(stable ? [{ role: 'stable' as const, release: stable }] : []),
    ...previous.map((release) => ({ role: 'previous' as const, release })),
  ];
  return offered.map(({ role, release: { version, time } }) => {
    const releaseHealth = health.find((one) => one.remote === remote && one.version === version) ?? noHealth;
    return { ...releaseHealth, role, version, time, rate: releaseHealth.failed / Math.max(1, releaseHealth.accounts) };
  });
}
