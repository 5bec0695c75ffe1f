// Takes a registry in: whatever it says, the page gets rows of the right types, and no more of them than it can hold.
import type { PageOffer, PageRegistry, PageRelease, Place, ReleaseFile, Word } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { ownerOf, paths, segmentsOf } from '@amber/proto/places';
import { type Rows, rowsOf, text } from '@amber/proto/rows';

export interface RegistryReader {
  /** The host's own screens: the first words of their paths belong to no remote. */
  hostRoutes: readonly { path: string }[];
  readPlace(raw: unknown): Place | null;
}

/** What of a place the first screen needs. The rest is read with the code for signed-in people (`parsePlace`). */
export const parsePaths = (raw: unknown): Place | null =>
  typeof raw === 'object' && raw !== null
    ? {
        titles: [],
        paths: rowsOf(paths, (raw as { paths?: unknown }).paths),
        entries: [],
        settings: false,
        operators: '',
        tabs: [],
        news: [],
      }
    : null;

const some = [text(limits.releasePathMax, /[^]/)] as const;
/** Read by itself. */
const any = [() => true, null] as const;

const words: Rows<Word> = { most: limits.wordsMax, fields: { pattern: some, remote: some } };
const offers: Rows<PageOffer> = {
  most: limits.offersMax,
  fields: { remote: some, stable: any, candidate: any, share: [Number.isSafeInteger, 0], previous: any },
};
const releases: Rows<PageRelease> = {
  most: 1,
  fields: { version: some, contract: some, entry: some, integrity: some, place: any },
};
const files: Rows<ReleaseFile> = { most: 1, fields: { url: some, integrity: some } };

const firstOf = (path: string): string | undefined => segmentsOf(path)[0];

/** Only what lies on the remote's own words. */
function ownPlace(remote: string, place: Place | null, words: readonly Word[]): Place | null {
  if (!place) return null;
  const paths = place.paths.filter(({ path }) => ownerOf(path, words) === remote);
  return { ...place, paths, entries: place.entries.filter(({ to }) => paths.some(({ path }) => path === to)) };
}

/** A release of this remote; null when it cannot be read, or begins with a file that is not the remote's. */
export function releaseOf(
  remote: string,
  raw: unknown,
  words: readonly Word[],
  readPlace: RegistryReader['readPlace'],
): PageRelease | null {
  const [release] = rowsOf(releases, [raw]);
  if (!release?.entry.startsWith(`/chat/remotes/${remote}/`)) return null;
  return { ...release, place: ownPlace(remote, readPlace(release.place), words) };
}

/** Null when it is none. */
export function registryOf(raw: unknown, { hostRoutes, readPlace }: RegistryReader): PageRegistry | null {
  const given = (raw ?? {}) as { [Name in keyof PageRegistry]?: unknown };
  if (!Number.isSafeInteger(given.revision) || !Array.isArray(given.offers) || !Array.isArray(given.words)) return null;
  // The host's own words are nobody's.
  const hostWords = new Set(hostRoutes.map(({ path }) => firstOf(path)));
  const owned = rowsOf(words, given.words).filter(({ pattern }) => !hostWords.has(firstOf(pattern.replace(/^=/, ''))));
  const [details] = rowsOf(files, [given.details]);
  return {
    revision: given.revision as number,
    words: owned,
    offers: rowsOf(offers, given.offers).map(({ remote, stable, candidate, share, previous }) => ({
      remote,
      stable: releaseOf(remote, stable, owned, readPlace),
      candidate: releaseOf(remote, candidate, owned, readPlace),
      share,
      previous: releaseOf(remote, previous, owned, readPlace),
    })),
    details: details?.url.startsWith('/chat/registry/') ? details : null,
  };
}

/** What stands where there is no registry. */
export const noRegistry: PageRegistry = { revision: 0, offers: [], words: [], details: null };
