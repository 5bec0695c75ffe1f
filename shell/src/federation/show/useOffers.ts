// A hook that returns the offered features.
import { type FeatureOffer, offersOf } from '../choose/offers.ts';
import { useCurrentFederation } from './useFederation.ts';

/** Renders the component again when the offers change. */
export const useOffers = (): FeatureOffer[] => offersOf(useCurrentFederation());
