// Whose a path is, and who may open it: by the placements of every release that the visitor may be assigned, not only of
// the one that runs, because whichever of them runs in the end, nobody may see more than it shows.
import type { PageRegistry, Place, PlacePath, Word } from '@amber/proto';
import { compareSpecific, isOf, ownerOf, stricter } from '@amber/proto/places';
import type { Feature } from '../registry/Feature.ts';
import { overriddenWords, override } from '../registry/override.ts';
import { candidates } from './candidates.ts';

export interface PlacesOfEveryRelease {
  words: readonly Word[];
  /** Null: the remote is not offered. */
  placesOf(remote: Feature): readonly Place[] | null;
}

/** @param bucket the visitor's, asked only where a remote is offered */
export const placesOfEveryRelease = ({ words, offers }: PageRegistry, bucket: () => string): PlacesOfEveryRelease => ({
  words: [...words, ...overriddenWords()],
  placesOf(feature) {
    const own = override(feature)?.place;
    if (own) return [own];
    const offer = offers.find(({ remote }) => remote === feature);
    if (!offer?.stable && !offer?.candidate) return null;
    // What has failed or was left stays among them: it may run again.
    return candidates(offer, { who: bucket(), left: undefined, hasFailed: () => false }).flatMap(
      ({ place }) => place ?? [],
    );
  },
});

/** A pattern, with the strictest access that any of the releases has for it. */
interface OwnedPath extends PlacePath {
  feature: Feature;
}

/**
 * Undefined: the path is no remote's. Null: it is one's, and none of the releases has it. A remote that is missing keeps
 * its paths, for a notice to members.
 */
export function ownedPath(path: string, { words, placesOf }: PlacesOfEveryRelease): OwnedPath | null | undefined {
  const feature = ownerOf(path, words);
  if (feature === undefined) return undefined;
  const places = placesOf(feature);
  if (places === null) return { feature, path, access: 'members', fills: false };
  const [found, ...others] = places
    .flatMap((place) => place.paths)
    .filter((row) => isOf(row.path, path))
    .sort((one, other) => compareSpecific(one.path, other.path));
  if (!found) return null;
  const access = others
    .filter((row) => row.path === found.path)
    .reduce((strictest, row) => stricter(strictest, row.access), found.access);
  return { ...found, feature, access };
}
