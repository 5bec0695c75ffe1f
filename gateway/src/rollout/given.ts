// Which release an account is given: reports of others are not its own doing, and count nowhere.
import type { Offer } from '@amber/proto';
import { isInShare } from '@amber/proto/share';

/** Whether this account gets this version now; who fell back, or went back, has another one and judges none. */
export function isGiven({ remote, stable, candidate, share }: Offer, version: string, identifier: string): boolean {
  const getsCandidate = candidate !== null && isInShare(remote, candidate.version, identifier, share);
  return version === (getsCandidate ? candidate : stable)?.version;
}
