// Which earlier releases of a remote there are to fall back on.
import type { Selectable } from 'kysely';
import type { Tables } from '../store/tables.ts';

type Known = Pick<Selectable<Tables['release']>, 'version' | 'stable_at' | 'withdrawn' | 'dropped'>;

/** What everybody had before, newest first; what was rolled back is not among it. */
export const previousOf = <Release extends Known>(
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
