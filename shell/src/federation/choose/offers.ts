// What the user may know and choose of the features' versions.
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

type Choice = Chooser & Pick<Details, 'detailsOf'> & Pick<OptOuts, 'optedOutVersion'>;

function offerOf({ releasesOf, titleOf, detailsOf, optedOutVersion }: Choice, feature: Feature): FeatureOffer[] {
  const releases = releasesOf(feature, { evenFailed: true });
  const [chosen, next] = releases;
  if (!chosen) return [];
  const details = detailsOf(feature, chosen.version);
  const isPrevious = next !== undefined && releases.at(-1)!.version === optedOutVersion(feature);
  return [
    {
      feature,
      title: titleOf(feature),
      version: chosen.version,
      integrity: chosen.integrity,
      previous: isPrevious ? null : (next?.version ?? null),
      notes: details?.notes ?? null,
      since: details?.time ?? 0,
      isPrevious,
    },
  ];
}

/** The features that are offered, as they are now. */
export const offersOf = (choice: Choice): FeatureOffer[] =>
  choice.offeredFeatures().flatMap((feature) => offerOf(choice, feature));
