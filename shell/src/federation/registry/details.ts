// What the page does not contain of the registry: file lists, notes, earlier releases. All goes on without it.
import type { PageRegistry, PageRelease, RegistryDetails, Release, RemoteReleases } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { parsePlacement } from '@amber/proto/placementSchema';
import { BehaviorSubject } from 'rxjs';
import type { Feature } from './Feature.ts';
import { releaseOf } from './pageRegistry.ts';

interface DetailsPorts {
  registry$: BehaviorSubject<PageRegistry>;
  api: {
    /** The file at this address, where its hash is right. @throws when it cannot be had now. */
    details(url: string, integrity: string): Promise<RegistryDetails>;
  };
  clock: { setTimeout(run: () => void, after: number): unknown };
}

export interface LoadedDetails {
  /** The address that they came from. */
  url: string;
  remotes: readonly RemoteReleases[];
}

export type Details = ReturnType<typeof createDetails>;

/** Loads them when they are wanted. */
export function createDetails({ registry$, api, clock }: DetailsPorts) {
  /** The last that came: maybe of an earlier registry. A hash says whose they are, yet what is used is checked at its use. */
  const details$ = new BehaviorSubject<LoadedDetails>({ url: '', remotes: [] });

  let pending: { url: string; details: Promise<boolean> } | undefined;

  async function load(url: string, integrity: string): Promise<boolean> {
    const { remotes } = await api.details(url, integrity);
    const isReadable = remotes.every(({ offered, previous }) =>
      [...offered, ...previous].every(({ files }) => Array.isArray(files)),
    );
    if (isReadable) details$.next({ url, remotes });
    return isReadable;
  }

  /** Fetches the present registry's, once; false: they could not be had now. */
  function loadDetails(): Promise<boolean> {
    const { details } = registry$.value;
    if (!details) return Promise.resolve(false);
    if (pending?.url === details.url) return pending.details;
    const current = { url: details.url, details: load(details.url, details.integrity).catch(() => false) };
    pending = current;
    void current.details.then((isLoaded) => {
      if (!isLoaded && pending === current) pending = undefined; // the next one tries again
    });
    return current.details;
  }

  const releasesOfRemote = (feature: Feature) => details$.value.remotes.find(({ remote }) => remote === feature);

  /** A release never changes. Undefined while its details are not there. */
  function detailsOf(feature: Feature, version: string): Release | undefined {
    const { offered = [], previous = [] } = releasesOfRemote(feature) ?? {};
    return [...offered, ...previous].find((release) => release.version === version);
  }

  return {
    details$,
    loadDetails,
    detailsOf,

    /** Gives the places their titles in a language that the page was not served in; not for long, as English is better than nothing. */
    async localizeTitles(): Promise<void> {
      await Promise.race([
        loadDetails(),
        new Promise<void>((resolve) => clock.setTimeout(resolve, limits.preloadTimeout)),
      ]);
      const { words, offers, ...rest } = registry$.value;
      const localized = (remote: Feature, release: PageRelease | null) => {
        const place = release && detailsOf(remote, release.version)?.place;
        return place ? releaseOf(remote, { ...release, place }, words, parsePlacement) : release;
      };
      registry$.next({
        ...rest,
        words,
        offers: offers.map((offer) => ({
          ...offer,
          stable: localized(offer.remote, offer.stable),
          candidate: localized(offer.remote, offer.candidate),
          previous: localized(offer.remote, offer.previous),
        })),
      });
    },

    /** The releases before the one that is offered, where the present registry's details are there. */
    earlierOf(feature: Feature): PageRelease[] {
      const { words, details } = registry$.value;
      if (details?.url !== details$.value.url) return [];
      return (releasesOfRemote(feature)?.previous ?? []).flatMap((release) => {
        const integrity = release.files.find(({ url }) => url === release.entry)?.integrity;
        return releaseOf(feature, { ...release, integrity }, words, parsePlacement) ?? [];
      });
    },

    /** The hash of each file of a release by its address, and nothing that is not the release's; undefined while unknown. */
    filesOf(feature: Feature, { version }: Pick<Release, 'version'>): Record<string, string> | undefined {
      const own = `/chat/remotes/${feature}/${version}/`;
      const files = detailsOf(feature, version)?.files.filter(({ url, integrity }) => url.startsWith(own) && integrity);
      return files && Object.fromEntries(files.map(({ url, integrity }) => [url, integrity]));
    },
  };
}
