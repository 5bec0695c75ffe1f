// The features that are offered, in a component.
import { type FeatureOffer, offersOf } from '../choose/offers.ts';
import { useCurrentFederation } from './useFederation.ts';

/** As they are now; it renders again when that changes. */
export const useOffers = (): FeatureOffer[] => offersOf(useCurrentFederation());
