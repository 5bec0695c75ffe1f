// Chooses which releases of a feature this visitor gets, in order, and the placement of the best one.
import type { PageRegistry, PageRelease, Place } from '@amber/proto';
import { titleIn } from '@amber/proto/pathRouting';
import { pageLanguage } from '@amber/words/languages';
import type { BehaviorSubject } from 'rxjs';
import type { Details } from '../registry/details.ts';
import type { Feature } from '../registry/Feature.ts';
import { rankReleases } from './rankReleases.ts';
import type { OptOuts } from './optOuts.ts';
import type { Quarantine } from './quarantine.ts';

interface ChooserPorts {
  releases: {
    registry$: BehaviorSubject<PageRegistry>;
    /** The visitor's rollout bucket. */
    bucket(): string;
  };
  details: Pick<Details, 'earlierOf'>;
  optOuts: Pick<OptOuts, 'optedOutVersion'>;
  quarantine: Pick<Quarantine, 'has'>;
}

export type Chooser = ReturnType<typeof createChooser>;

/** Each function returns the result for the present state. */
export function createChooser({ releases, details, optOuts, quarantine }: ChooserPorts) {
  const { registry$ } = releases;

  /**
   * Returns the releases of a feature for this visitor, best first. `evenFailed` includes those that have failed in
   * this session; `evenOptedOut` orders them as if the user had not opted out of any.
   */
  function releasesOf(feature: Feature, { evenFailed = false, evenOptedOut = false } = {}): PageRelease[] {
    const offer = registry$.value.offers.find(({ remote }) => remote === feature);
    return offer
      ? rankReleases(
          offer,
          {
            bucket: releases.bucket(),
            optedOutVersion: evenOptedOut ? undefined : optOuts.optedOutVersion(feature),
            hasFailed: (version) => !evenFailed && quarantine.has(feature, version),
          },
          details.earlierOf(feature),
        )
      : [];
  }

  /**
   * Returns the placement of the running release, or of the one that would run if it loaded. Undefined: the feature is
   * shown nowhere.
   */
  const placementOf = (feature: Feature): Place | undefined =>
    [...releasesOf(feature), ...releasesOf(feature, { evenFailed: true })].find(({ place: placement }) => placement)
      ?.place ?? undefined;

  return {
    releasesOf,
    placementOf,

    /** Returns the feature's title in the page's language; a feature without a placement has only its name. */
    titleOf: (feature: Feature): string => titleIn(placementOf(feature)?.titles ?? [], pageLanguage()) ?? feature,

    /** Returns the offered features that have a placement, in the order of the navigation. */
    offeredFeatures: (): Feature[] =>
      registry$.value.offers
        .map(({ remote }) => remote)
        .flatMap((remote) => {
          const place = placementOf(remote);
          return place ? [{ remote, order: Math.min(...place.entries.map(({ order }) => order)) }] : [];
        })
        .sort((one, other) => one.order - other.order || (one.remote < other.remote ? -1 : 1))
        .map(({ remote }) => remote),
  };
}
