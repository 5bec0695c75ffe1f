// The part of the registry that is served within the page: small, and enough to start.
import type { PageRegistry, PageRelease, Place, Registry, Release, ReleaseFile, Title } from '@amber/proto';

/** Pages fall back to English. */
const localizeTitles = (titles: readonly Title[], language: string): Title[] =>
  titles.filter((title) => title.language === 'en' || title.language === language);

const localizePlacement = (place: Place | null, language: string): Place | null =>
  place && {
    ...place,
    titles: localizeTitles(place.titles, language),
    entries: place.entries.map((entry) => ({ ...entry, titles: localizeTitles(entry.titles, language) })),
    tabs: place.tabs.map((tab) => ({ ...tab, titles: localizeTitles(tab.titles, language) })),
  };

/** The part of a release that a page in this language needs to load it. */
export function toPageRelease(release: Release, language: string): PageRelease {
  const { version, contract, entry, files, place } = release;
  const integrity = files.find(({ url }) => url === entry)?.integrity ?? '';
  return { version, contract, entry, integrity, place: localizePlacement(place, language) };
}

const localizeRelease = (release: Release | null | undefined, language: string): PageRelease | null =>
  release ? toPageRelease(release, language) : null;

/** The registry for a page in this language. `details`: the file with everything else. */
export const pageRegistryOf = (
  { revision, offers, words }: Registry,
  details: ReleaseFile | null,
  language: string,
): PageRegistry => ({
  revision,
  offers: offers.map(({ remote, stable, candidate, share, previous: [previous], beta, betaShare }) => ({
    remote,
    stable: localizeRelease(stable, language),
    candidate: localizeRelease(candidate, language),
    share,
    previous: localizeRelease(previous, language),
    beta: localizeRelease(beta, language),
    betaShare,
  })),
  words,
  details,
});
