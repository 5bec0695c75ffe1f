// The features that are offered, in a component.
import { useEffect, useState } from 'react';
import type { FeatureOffer } from '../choose/offers.ts';
import type { Federation } from '../createFederation.ts';
import { useFederation } from './useFederation.ts';

function current({ offers$ }: Federation): FeatureOffer[] {
  let offers: FeatureOffer[] = [];
  offers$
    .subscribe((now) => {
      offers = now;
    })
    .unsubscribe();
  return offers;
}

/** As they are now; it renders again when that changes. */
export function useOffers(): FeatureOffer[] {
  const federation = useFederation();
  const [offers, setOffers] = useState(() => current(federation));
  useEffect(() => {
    const subscription = federation.offers$.subscribe(setOffers);
    return () => subscription.unsubscribe();
  }, [federation]);
  return offers;
}
