// The registry details that the page does not contain: file lists, release notes, earlier releases. The page works
// without them.
import type { PageRegistry, PageRelease, RegistryDetails, Release, RemoteReleases } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { parsePlacement } from '@amber/proto/placementSchema';
import { BehaviorSubject } from 'rxjs';
import type { Feature } from './Feature.ts';
import { releaseOf } from './pageRegistry.ts';

/** The manifest and the types of a release, which are for the tools of Module Federation. */
const forDevelopers = /\/mf-\w+\.(?:json|zip|d\.ts)$/;

export interface DetailsPorts {
  /** The gateway's registry, from which the one for this browser and account is derived. */
  official$: BehaviorSubject<PageRegistry>;
  api: {
    /**
     * Fetches the file at this URL if its hash matches.
     * @throws when the file cannot be fetched or verified.
     */
    details(url: string, integrity: string): Promise<RegistryDetails>;
  };
  clock: { setTimeout(run: () => void, after: number): unknown };
}

export interface LoadedDetails {
  /** The URL from which they were fetched. */
  url: string;
  remotes: readonly RemoteReleases[];
}

export type Details = ReturnType<typeof createDetails>;

/** Loads the details on demand. */
export function createDetails({ official$, api, clock }: DetailsPorts) {
  /**
   * The last details that were loaded, possibly of an earlier registry. The hash proves where they are from; callers
   * check what they use.
   */
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

  /** Fetches the present registry's details, once. Resolves to false if they are not available. */
  function loadDetails(): Promise<boolean> {
    const { details } = official$.value;
    if (!details) return Promise.resolve(false);
    if (pending?.url === details.url) return pending.details;
    const current = { url: details.url, details: load(details.url, details.integrity).catch(() => false) };
    pending = current;
    void current.details.then((isLoaded) => {
      if (!isLoaded && pending === current) pending = undefined; // the next call tries again
    });
    return current.details;
  }

  const releasesOfRemote = (feature: Feature) => details$.value.remotes.find(({ remote }) => remote === feature);

  /** A release never changes. Returns undefined while its details are not loaded. */
  function detailsOf(feature: Feature, version: string): Release | undefined {
    const { offered = [], previous = [] } = releasesOfRemote(feature) ?? {};
    return [...offered, ...previous].find((release) => release.version === version);
  }

  return {
    details$,
    loadDetails,
    detailsOf,

    /**
     * Adds titles to the placements in a language that the gateway does not write. It waits at most
     * `limits.preloadTimeout`, because English titles are better than a long wait.
     */
    async localizeTitles(): Promise<void> {
      await Promise.race([
        loadDetails(),
        new Promise<void>((resolve) => clock.setTimeout(resolve, limits.preloadTimeout)),
      ]);
      const { words, offers, ...rest } = official$.value;
      const localized = (remote: Feature, release: PageRelease | null) => {
        const place = release && detailsOf(remote, release.version)?.place;
        return place ? releaseOf(remote, { ...release, place }, words, parsePlacement) : release;
      };
      official$.next({
        ...rest,
        words,
        offers: offers.map((offer) => ({
          ...offer,
          stable: localized(offer.remote, offer.stable),
          candidate: localized(offer.remote, offer.candidate),
          previous: localized(offer.remote, offer.previous),
          beta: localized(offer.remote, offer.beta),
        })),
      });
    },

    /** Returns the releases before the offered one, if the present registry's details are loaded. */
    earlierOf(feature: Feature): PageRelease[] {
      const { words, details } = official$.value;
      if (details?.url !== details$.value.url) return [];
      return (releasesOfRemote(feature)?.previous ?? []).flatMap((release) => {
        const integrity = release.files.find(({ url }) => url === release.entry)?.integrity;
        return releaseOf(feature, { ...release, integrity }, words, parsePlacement) ?? [];
      });
    },

    /**
     * Returns the integrity hash of each file that a page may load by its URL, only for files of this release; undefined
     * while unknown.
     */
    filesOf(feature: Feature, { version }: Pick<Release, 'version'>): Record<string, string> | undefined {
      const own = `/chat/remotes/${feature}/${version}/`;
      const files = detailsOf(feature, version)?.files.filter(
        ({ url, integrity }) => url.startsWith(own) && integrity && !forDevelopers.test(url),
      );
      return files && Object.fromEntries(files.map(({ url, integrity }) => [url, integrity]));
    },
  };
}
