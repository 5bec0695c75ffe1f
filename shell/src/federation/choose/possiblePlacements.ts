// Whose a path is, and who may open it: by the placements of every release that the visitor may be assigned, not only of
// the one that runs, because whichever of them runs in the end, nobody may see more than it shows.
import type { PageRegistry, Place, PlacePath, Word } from '@amber/proto';
import { comparePathSpecificity, isPathMatch, pathOwner, stricterAccess } from '@amber/proto/pathRouting';
import type { Feature } from '../registry/Feature.ts';
import { overriddenPathOwners, override } from '../registry/override.ts';
import { rankReleases } from './rankReleases.ts';

export interface PossiblePlacements {
  owners: readonly Word[];
  /** Null: the remote is not offered. */
  placementsOf(remote: Feature): readonly Place[] | null;
}

/** @param bucket the visitor's, asked only where a remote is offered */
export const possiblePlacements = (
  { words: owners, offers }: PageRegistry,
  bucket: () => string,
): PossiblePlacements => ({
  owners: [...owners, ...overriddenPathOwners()],
  placementsOf(feature) {
    const own = override(feature)?.place;
    if (own) return [own];
    const offer = offers.find(({ remote }) => remote === feature);
    if (!offer?.stable && !offer?.candidate) return null;
    // What has failed or was left stays among them: it may run again.
    return rankReleases(offer, { bucket: bucket(), optedOutVersion: undefined, hasFailed: () => false }).flatMap(
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
export function ownedPath(path: string, { owners, placementsOf }: PossiblePlacements): OwnedPath | null | undefined {
  const feature = pathOwner(path, owners);
  if (feature === undefined) return undefined;
  const placements = placementsOf(feature);
  if (placements === null) return { feature, path, access: 'members', fills: false };
  const [found, ...others] = placements
    .flatMap((place) => place.paths)
    .filter((row) => isPathMatch(row.path, path))
    .sort((one, other) => comparePathSpecificity(one.path, other.path));
  if (!found) return null;
  const access = others
    .filter((row) => row.path === found.path)
    .reduce((strictest, row) => stricterAccess(strictest, row.access), found.access);
  return { ...found, feature, access };
}
