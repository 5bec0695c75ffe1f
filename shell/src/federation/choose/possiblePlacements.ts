// Decides which remote owns a path, and who may open it. It considers the placements of every release that the visitor
// may be assigned, not only of the running one, so that a path has the strictest access whichever of them runs.
import type { PageRegistry, Place, PlacePath, Word } from '@amber/proto';
import { comparePathSpecificity, isPathMatch, pathOwner, stricterAccess } from '@amber/proto/pathRouting';
import type { Feature } from '../registry/Feature.ts';
import { rankReleases } from './rankReleases.ts';

export interface PossiblePlacements {
  owners: readonly Word[];
  /** Null if the remote is not offered. */
  placementsOf(remote: Feature): readonly Place[] | null;
}

/** @param bucket returns the visitor's rollout bucket; called only if a remote is offered */
export const possiblePlacements = (
  { words: owners, offers }: PageRegistry,
  bucket: () => string,
): PossiblePlacements => ({
  owners,
  placementsOf(feature) {
    const offer = offers.find(({ remote }) => remote === feature);
    if (!offer?.stable && !offer?.candidate) return null;
    // Failed and opted-out releases are included, because they may run again.
    return rankReleases(offer, { bucket: bucket(), optedOutVersion: undefined, hasFailed: () => false }).flatMap(
      ({ place }) => place ?? [],
    );
  },
});

/** A path pattern with the strictest access that any of the releases declares for it. */
interface OwnedPath extends PlacePath {
  feature: Feature;
}

/**
 * Returns undefined if no remote owns the path, and null if one owns it but none of its releases has it. A remote that
 * is missing keeps its paths, and members see a notice there.
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
