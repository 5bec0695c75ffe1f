// What is offered of a feature to whoever is here: its releases in order, and what the best of them brings to the page.
import type { PageRegistry, PageRelease, Place } from '@amber/proto';
import { titleIn } from '@amber/proto/pathRouting';
import { pageLanguage } from '@amber/words/languages';
import type { BehaviorSubject } from 'rxjs';
import type { Details } from '../registry/details.ts';
import type { Feature } from '../registry/Feature.ts';
import { overriddenPathOwners, override } from '../registry/override.ts';
import { rankReleases } from './rankReleases.ts';
import type { OptOuts } from './optOuts.ts';
import type { Quarantine } from './quarantine.ts';

interface ChooserPorts {
  releases: {
    registry$: BehaviorSubject<PageRegistry>;
    /** The id by which the visitor is in a share or not. */
    bucket(): string;
  };
  details: Pick<Details, 'earlierOf'>;
  optOuts: Pick<OptOuts, 'optedOutVersion'>;
  quarantine: Pick<Quarantine, 'has'>;
}

export type Chooser = ReturnType<typeof createChooser>;

/** Every answer is as things are now. */
export function createChooser({ releases, details, optOuts, quarantine }: ChooserPorts) {
  const { registry$ } = releases;

  /** The releases of a feature for whoever is here, best first; `evenFailed` also those that have failed in this session. */
  function releasesOf(feature: Feature, { evenFailed = false } = {}): PageRelease[] {
    const own = override(feature);
    const offer = registry$.value.offers.find(({ remote }) => remote === feature);
    const chosen = offer
      ? rankReleases(
          offer,
          {
            bucket: releases.bucket(),
            optedOutVersion: optOuts.optedOutVersion(feature),
            hasFailed: (version) => !evenFailed && quarantine.has(feature, version),
          },
          details.earlierOf(feature),
        )
      : [];
    // What somebody is working on stands where its last release does.
    return own ? [{ ...own, place: own.place ?? chosen.find(({ place }) => place)?.place ?? null }] : chosen;
  }

  /** The place of what runs, or would if it could be loaded; undefined: the feature is shown nowhere. */
  const placementOf = (feature: Feature): Place | undefined =>
    [...releasesOf(feature), ...releasesOf(feature, { evenFailed: true })].find(({ place: placement }) => placement)
      ?.place ?? undefined;

  return {
    releasesOf,
    placementOf,

    /** What the feature is called in the page's language; one that is gone has its name left. */
    titleOf: (feature: Feature): string => titleIn(placementOf(feature)?.titles ?? [], pageLanguage()) ?? feature,

    /** The features that are offered and have a place, in the order of the navigation. */
    offeredFeatures: (): Feature[] =>
      [...new Set([...registry$.value.offers, ...overriddenPathOwners()].map(({ remote }) => remote))]
        .flatMap((remote) => {
          const place = placementOf(remote);
          return place ? [{ remote, order: Math.min(...place.entries.map(({ order }) => order)) }] : [];
        })
        .sort((one, other) => one.order - other.order || (one.remote < other.remote ? -1 : 1))
        .map(({ remote }) => remote),
  };
}
