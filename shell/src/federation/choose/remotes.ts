// What is offered of a feature to whoever is here, and the first of it that can be loaded.
import type { Remote } from '@amber/client/remote';
import type { PageRelease, Place } from '@amber/proto';
import { titleIn } from '@amber/proto/places';
import { pageLanguage } from '@amber/words/languages';
import { earlierOf } from '../registry/details.ts';
import { quarantine, registry } from '../federation.ts';
import { leftVersion } from './optOuts.ts';
import { LoadError } from '../load/loadError.ts';
import { loadRelease } from '../load/loadRelease.ts';
import { override, overriddenWords } from '../registry/override.ts';
import { candidates } from './candidates.ts';
import type { Feature } from '../registry/Feature.ts';
import { whoIsHere } from './rolloutBucket.ts';

const offerOf = (feature: Feature) => registry.registry$.value.offers.find(({ remote }) => remote === feature);

/** The releases of a feature for whoever is here, best first; `evenFailed` also those that have failed in this session. */
export function releasesOf(feature: Feature, { evenFailed = false } = {}): PageRelease[] {
  const own = override(feature);
  const offer = offerOf(feature);
  const releases = offer
    ? candidates(
        offer,
        {
          who: whoIsHere(),
          left: leftVersion(feature),
          hasFailed: (version) => !evenFailed && quarantine.has(feature, version),
        },
        earlierOf(feature),
      )
    : [];
  // What somebody is working on stands where its last release does.
  return own ? [{ ...own, place: own.place ?? releases.find(({ place }) => place)?.place ?? null }] : releases;
}

/** The place of what runs, or would if it could be loaded; undefined: the feature is shown nowhere. */
export const placeOf = (feature: Feature): Place | undefined =>
  [...releasesOf(feature), ...releasesOf(feature, { evenFailed: true })].find(({ place }) => place)?.place ?? undefined;

/** What the feature is called in the page's language; one that is gone has its name left. */
export const titleOf = (feature: Feature): string => titleIn(placeOf(feature)?.titles ?? [], pageLanguage()) ?? feature;

/** The features that are offered and have a place, in the order of the navigation. */
export const offeredFeatures = (): Feature[] =>
  [...new Set([...registry.registry$.value.offers, ...overriddenWords()].map(({ remote }) => remote))]
    .flatMap((remote) => {
      const place = placeOf(remote);
      return place ? [{ remote, order: Math.min(...place.entries.map(({ order }) => order)) }] : [];
    })
    .sort((one, other) => one.order - other.order || (one.remote < other.remote ? -1 : 1))
    .map(({ remote }) => remote);

/**
 * The object of the best release that can be loaded.
 * @throws LoadError when none can.
 */
export async function loadRemote(feature: Feature): Promise<Remote> {
  // Ends, because what fails is in quarantine then.
  for (let [release] = releasesOf(feature); release; [release] = releasesOf(feature)) {
    const remote = await loadRelease(feature, release).catch(() => undefined);
    if (remote) return remote;
  }
  throw new LoadError('missing', feature);
}
