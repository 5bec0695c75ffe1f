// Checks whether a remote may have the place its release asks for, against this database.
import type { Place } from '@amber/proto';
import { namesIn, placeFault } from '@amber/proto/placeRules';
import { parsePlace } from '@amber/proto/placeSchema';
import { seedPlaceOf } from '@amber/proto/seedPlaces';
import type { Db } from '../db/store.ts';
import { wordsOf } from './words.ts';

/** Why not, in a sentence; null when it may. */
export async function checkPlace(db: Db, remote: string, place: Place): Promise<string | null> {
  const others = await db
    .selectFrom('release')
    .innerJoin('offer', (join) =>
      join
        .onRef('offer.remote', '=', 'release.remote')
        .on(({ eb, or, ref }) =>
          or([eb('release.version', '=', ref('offer.stable')), eb('release.version', '=', ref('offer.candidate'))]),
        ),
    )
    .select(['release.remote', 'release.place'])
    .where('release.remote', '<>', remote)
    .execute();
  const taken = new Set(
    others.flatMap((other) => {
      const theirs = parsePlace(other.place) ?? seedPlaceOf(other.remote);
      return theirs ? namesIn(theirs) : [];
    }),
  );
  return placeFault(remote, place, { words: await wordsOf(db), taken });
}
