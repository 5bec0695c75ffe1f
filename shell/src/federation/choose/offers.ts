// What the user may know and choose of the features' versions.
import type { PageRegistry } from '@amber/proto';
import { map, merge, type Observable } from 'rxjs';
import type { Details } from '../registry/details.ts';
import type { Feature } from '../registry/Feature.ts';
import type { Chooser } from './chooser.ts';
import type { OptOuts } from './optOuts.ts';

export interface FeatureOffer {
  feature: Feature;
  title: string;
  /** What the user gets at the next visit to the feature. */
  version: string;
  /** The fingerprint of the file that it begins with. */
  integrity: string;
  /** What 'go back' would lead to; null where there is none, or where it has been done. */
  previous: string | null;
  /** What is new in `version`; null while that is not known. */
  notes: string | null;
  /** When `version` was released, milliseconds since 1970; 0 while that is not known. */
  since: number;
  /** Whether the user has gone back. */
  isPrevious: boolean;
}

interface OffersPorts {
  registry$: Observable<PageRegistry>;
  details: Pick<Details, 'details$' | 'detailsOf'>;
  optOuts: OptOuts;
  chooser: Chooser;
}

/** The features that are offered, as they are now and whenever that changes. */
export function createOffers({ registry$, details, optOuts, chooser }: OffersPorts): Observable<FeatureOffer[]> {
  const { releasesOf, titleOf, offeredFeatures } = chooser;

  function offerOf(feature: Feature): FeatureOffer[] {
    const releases = releasesOf(feature, { evenFailed: true });
    const [chosen, next] = releases;
    if (!chosen) return [];
    const known = details.detailsOf(feature, chosen.version);
    const isPrevious = next !== undefined && releases.at(-1)!.version === optOuts.versionOf(feature);
    return [
      {
        feature,
        title: titleOf(feature),
        version: chosen.version,
        integrity: chosen.integrity,
        previous: isPrevious ? null : (next?.version ?? null),
        notes: known?.notes ?? null,
        since: known?.time ?? 0,
        isPrevious,
      },
    ];
  }

  return merge(registry$, optOuts.optedOut$, details.details$).pipe(map(() => offeredFeatures().flatMap(offerOf)));
}
