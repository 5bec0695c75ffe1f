// Decides which version an account gets; reports about any other version do not count.
import type { Offer } from '@amber/proto';
import { isInRollout } from '@amber/proto/rolloutShare';

/**
 * Whether this account gets this version now; after a fallback or rollback it has another version, and its reports
 * judge none.
 */
export function isAssigned({ remote, stable, candidate, share }: Offer, version: string, identifier: string): boolean {
  const getsCandidate = candidate !== null && isInRollout(remote, candidate.version, identifier, share);
  return version === (getsCandidate ? candidate : stable)?.version;
}
