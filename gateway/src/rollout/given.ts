// The version an account gets: reports about any other version do not count.
import type { Offer } from '@amber/proto';
import { isInShare } from '@amber/proto/share';

/** Whether this account gets this version now; after a fallback or rollback it has another one, and judges none. */
export function isGiven({ remote, stable, candidate, share }: Offer, version: string, identifier: string): boolean {
  const getsCandidate = candidate !== null && isInShare(remote, candidate.version, identifier, share);
  return version === (getsCandidate ? candidate : stable)?.version;
}
