// The registry as it applies to this browser and account: what they test, and the betas that they have joined.
import type { PageOffer, PageRegistry, PageRelease } from '@amber/proto';
import { isInRollout } from '@amber/proto/rolloutShare';
import type { Feature } from '../registry/Feature.ts';

interface Person {
  /** The valid release of a feature that this browser tests. */
  testedRelease(feature: Feature, owners: PageRegistry['words']): PageRelease | null;
  /** The features whose release this browser tests. */
  tested: readonly Feature[];
  isInBeta(feature: Feature): boolean;
  /** The visitor's rollout bucket. */
  bucket(): string;
}

const noOffer = { stable: null, candidate: null, share: 0, previous: null, beta: null, betaShare: 0 };

/** A release for this person alone is a candidate for everybody who reads this registry. */
const offeredTo = (offer: PageOffer, release: PageRelease): PageOffer => ({ ...offer, candidate: release, share: 100 });

/** A tested release precedes the beta, and the beta precedes the candidate. */
export function personalRegistry(
  registry: PageRegistry,
  { testedRelease, tested, isInBeta, bucket }: Person,
): PageRegistry {
  const missing = tested
    .filter((feature) => registry.offers.every(({ remote }) => remote !== feature))
    .map((remote): PageOffer => ({ ...noOffer, remote }));
  return {
    ...registry,
    offers: [...registry.offers, ...missing].map((offer) => {
      const { remote, beta, betaShare } = offer;
      const ownRelease = tested.includes(remote) ? testedRelease(remote, registry.words) : null;
      if (ownRelease) return offeredTo(offer, ownRelease);
      if (beta && isInBeta(remote) && isInRollout(remote, beta.version, bucket(), betaShare))
        return offeredTo(offer, beta);
      return offer;
    }),
  };
}
