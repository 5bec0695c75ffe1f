// Which releases of a feature somebody gets, best first.
import type { Offer, Release } from '@amber/proto';
import { acceptsContract } from '@amber/proto/contract';

/** FNV-1a, 32 bits: small, the same everywhere, and even enough for shares of a hundred. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** Whether this account or device is among the percentage that gets the candidate; the same answer every time. */
export const isInShare = (remote: string, who: string, share: number): boolean =>
  hash(`${remote}:${who}`) % 100 < share;

export interface Chooser {
  /** The account, or the device where nobody has signed in. */
  who: string;
  /** The version that the user has gone back from. */
  left: string | undefined;
  /** Whether this version has failed in this session. */
  hasFailed(version: string): boolean;
}

/** The releases to try, in order: candidate or stable, then the previous ones. What the user has left comes last. */
export function candidates(
  { remote, stable, candidate, share, previous }: Offer,
  { who, left, hasFailed }: Chooser,
): Release[] {
  const offered = [isInShare(remote, who, share) ? candidate : null, stable, ...previous]
    .filter((release): release is Release => release !== null)
    .filter((release, place, all) => all.findIndex(({ version }) => version === release.version) === place)
    .filter((release) => acceptsContract(release.contract) && !hasFailed(release.version));
  return [...offered.filter(({ version }) => version !== left), ...offered.filter(({ version }) => version === left)];
}
