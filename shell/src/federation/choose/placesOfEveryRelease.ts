// What the registry says of paths to whoever is here. It is in the first file: nothing of a remote is asked for yet.
import type { PageRegistry } from '@amber/proto';
import { BehaviorSubject } from 'rxjs';
import { pageConfig } from '../../config.ts';
import { override, overriddenWords } from '../registry/override.ts';
import { noRegistry, registryOf } from '../registry/pageRegistry.ts';
import { candidates } from './candidates.ts';
import type { Feature } from '../registry/Feature.ts';
import type { Offered } from '../../routes.ts';
import { whoIsHere } from './rolloutBucket.ts';

/** The page's own, then whatever the tabs agree on. */
export const registry$ = new BehaviorSubject<PageRegistry>(registryOf(pageConfig.registry) ?? noRegistry);

/** As it is now. */
export const offered = (): Offered => ({
  words: [...registry$.value.words, ...overriddenWords()],
  placesOf(feature: Feature) {
    const own = override(feature)?.place;
    if (own) return [own];
    const offer = registry$.value.offers.find(({ remote }) => remote === feature);
    if (!offer?.stable && !offer?.candidate) return null;
    return candidates(offer, { who: whoIsHere(), left: undefined, hasFailed: () => false }).flatMap(
      ({ place }) => place ?? [],
    );
  },
});
