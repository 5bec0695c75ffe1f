// The features' versions that the user can see and choose.
import type { Details } from '../registry/details.ts';
import type { Feature } from '../registry/Feature.ts';
import type { Chooser } from './chooser.ts';
import type { Betas } from './betas.ts';
import type { OptOuts } from './optOuts.ts';

export interface FeatureOffer {
  feature: Feature;
  title: string;
  /** The version that the user gets at the next visit to the feature. */
  version: string;
  /** The integrity hash of its entry file. */
  integrity: string;
  /** The version to which the user can go back; null if there is none, or if the user has already gone back. */
  previous: string | null;
  /** The release notes of `version`; null until they are loaded. */
  notes: string | null;
  /** When `version` was released, in milliseconds since 1970; 0 until that is loaded. */
  since: number;
  /** Whether the user has opted out of the newest version. */
  isPrevious: boolean;
  /** Whether the account has joined the feature's beta. */
  isInBeta: boolean;
}

type Choice = Chooser & Pick<Details, 'detailsOf'> & Pick<OptOuts, 'optedOutVersion'> & Pick<Betas, 'isInBeta'>;

function offerOf(
  { releasesOf, titleOf, detailsOf, optedOutVersion, isInBeta }: Choice,
  feature: Feature,
): FeatureOffer[] {
  const releases = releasesOf(feature, { evenFailed: true });
  const [chosen, next] = releases;
  if (!chosen) return [];
  const details = detailsOf(feature, chosen.version);
  const [newest] = releasesOf(feature, { evenFailed: true, evenOptedOut: true });
  const isPrevious = next !== undefined && newest?.version === optedOutVersion(feature);
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
      isInBeta: isInBeta(feature),
    },
  ];
}

/** Returns the features that are offered at present. */
export const offersOf = (choice: Choice): FeatureOffer[] =>
  choice.offeredFeatures().flatMap((feature) => offerOf(choice, feature));
