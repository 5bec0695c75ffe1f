// Checks against this database whether a remote may have the placement that its release requests.
import type { Place } from '@amber/proto';
import { placementNames, placementError } from '@amber/proto/placementRules';
import { parsePlacement } from '@amber/proto/placementSchema';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import type { Db } from '../db/store.ts';
import { listPathOwners } from './pathOwners.ts';

/** Returns the reason for a rejection as a sentence; null when the placement is allowed. */
export async function checkPlacement(db: Db, remote: string, place: Place): Promise<string | null> {
  const others = await db
    .selectFrom('release')
    .innerJoin('offer', (join) =>
      join
        .onRef('offer.remote', '=', 'release.remote')
        .on(({ eb, or, ref }) =>
          or(
            (['offer.stable', 'offer.candidate', 'offer.beta'] as const).map((offered) =>
              eb('release.version', '=', ref(offered)),
            ),
          ),
        ),
    )
    .select(['release.remote', 'release.place'])
    .where('release.remote', '<>', remote)
    .execute();
  const taken = new Set(
    others.flatMap((other) => {
      const placement = parsePlacement(other.place) ?? seedPlacementOf(other.remote);
      return placement ? placementNames(placement) : [];
    }),
  );
  return placementError(remote, place, { pathOwners: await listPathOwners(db), takenTitles: taken });
}
