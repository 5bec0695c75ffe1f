// Which releases of a feature somebody gets, best first.
import type { PageOffer, PageRelease } from '@amber/proto';
import { acceptsContract } from '@amber/proto/contract';
import { isInShare } from '@amber/proto/share';

export interface Chooser {
  /** The account, or the device where nobody has signed in. */
  who: string;
  /** The version that the user has gone back from. */
  left: string | undefined;
  /** Whether this version has failed in this session. */
  hasFailed(version: string): boolean;
}

/**
 * The releases to try, in order: candidate or stable, then the previous one, then those before it, where they are known.
 * What the user has left comes last.
 */
export function candidates(
  { remote, stable, candidate, share, previous }: PageOffer,
  { who, left, hasFailed }: Chooser,
  earlier: readonly PageRelease[] = [],
): PageRelease[] {
  const offered = [
    candidate && isInShare(remote, candidate.version, who, share) ? candidate : null,
    stable,
    previous,
    ...earlier,
  ]
    .filter((release): release is PageRelease => release !== null)
    .filter((release, place, all) => all.findIndex(({ version }) => version === release.version) === place)
    .filter((release) => acceptsContract(release.contract) && !hasFailed(release.version));
  return [...offered.filter(({ version }) => version !== left), ...offered.filter(({ version }) => version === left)];
}
