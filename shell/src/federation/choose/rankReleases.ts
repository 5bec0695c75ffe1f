// Ranks the releases of a feature for a visitor, best first.
import type { PageOffer, PageRelease } from '@amber/proto';
import { acceptsContract } from '@amber/proto/contract';
import { isInRollout } from '@amber/proto/rolloutShare';

export interface Visitor {
  /** The account, or the device if nobody is signed in. */
  bucket: string;
  /** The version that the user has opted out of. */
  optedOutVersion: string | undefined;
  /** Whether this version has failed in this session. */
  hasFailed(version: string): boolean;
}

/**
 * Returns the releases in the order in which to try them: candidate or stable, then the previous one, then earlier
 * ones, if they are known. The version that the user opted out of comes last.
 */
export function rankReleases(
  { remote, stable, candidate, share, previous }: PageOffer,
  { bucket, optedOutVersion, hasFailed }: Visitor,
  earlier: readonly PageRelease[] = [],
): PageRelease[] {
  const offered = [
    candidate && isInRollout(remote, candidate.version, bucket, share) ? candidate : null,
    stable,
    previous,
    ...earlier,
  ]
    .filter((release): release is PageRelease => release !== null)
    .filter((release, index, all) => all.findIndex(({ version }) => version === release.version) === index)
    .filter((release) => acceptsContract(release.contract) && !hasFailed(release.version));
  return [
    ...offered.filter(({ version }) => version !== optedOutVersion),
    ...offered.filter(({ version }) => version === optedOutVersion),
  ];
}
