// The features that are offered, in a component.
import { useEffect, useState } from 'react';
import { type FeatureOffer, offers$ } from '../choose/choices.ts';

function current(): FeatureOffer[] {
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
  const [offers, setOffers] = useState(current);
  useEffect(() => {
    const subscription = offers$.subscribe(setOffers);
    return () => subscription.unsubscribe();
  }, []);
  return offers;
}
