// Earlier releases of a remote that it can fall back to.
import type { Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';

type ReleaseState = Pick<Selectable<Tables['release']>, 'version' | 'stable_at' | 'withdrawn' | 'dropped'>;

/** Former stable releases, newest first, without rolled back ones. */
export const previousOf = <Release extends ReleaseState>(
  releases: Release[],
  offered: { stable: string | null; candidate: string | null },
  most: number,
): Release[] =>
  releases
    .filter(
      ({ version, stable_at, withdrawn, dropped }) =>
        stable_at !== null && !withdrawn && !dropped && version !== offered.stable && version !== offered.candidate,
    )
    .sort((a, b) => b.stable_at! - a.stable_at!)
    .slice(0, most);
