// Parses a registry, so that the page gets rows of the right types, and no more of them than the limits allow.
import type { PageOffer, PageRegistry, PageRelease, Place, ReleaseFile, Word } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { pathOwner, pathSchema, segmentsOf } from '@amber/proto/pathRouting';
import { type ListSchema, parseRows, textMatching } from '@amber/proto/listSchema';

export interface RegistryReader {
  /** The host's own screens: no remote can own the first segments of their paths. */
  hostRoutes: readonly { path: string }[];
  readPlacement(raw: unknown): Place | null;
}

/**
 * The part of a placement that the first screen needs. The code for signed-in people parses the rest
 * (`parsePlacement`).
 */
export const parsePaths = (raw: unknown): Place | null =>
  typeof raw === 'object' && raw !== null
    ? {
        titles: [],
        paths: parseRows(pathSchema, (raw as { paths?: unknown }).paths),
        entries: [],
        settings: false,
        operators: '',
        tabs: [],
        news: [],
      }
    : null;

const requiredText = [textMatching(limits.releasePathMax, /[^]/)] as const;
/** Any value; a separate parser reads it. */
const anything = [() => true, null] as const;

const words: ListSchema<Word> = {
  maxItems: limits.pathOwnersMax,
  fields: { pattern: requiredText, remote: requiredText },
};
const offers: ListSchema<PageOffer> = {
  maxItems: limits.offersMax,
  fields: {
    remote: requiredText,
    stable: anything,
    candidate: anything,
    share: [Number.isSafeInteger, 0],
    previous: anything,
    // Older builds of other tabs do not know it.
    beta: [(value) => value !== undefined, null],
    betaShare: [Number.isSafeInteger, 0],
  },
};
const releases: ListSchema<PageRelease> = {
  maxItems: 1,
  fields: {
    version: requiredText,
    contract: requiredText,
    entry: requiredText,
    integrity: requiredText,
    place: anything,
  },
};
const files: ListSchema<ReleaseFile> = { maxItems: 1, fields: { url: requiredText, integrity: requiredText } };

const firstSegment = (path: string): string | undefined => segmentsOf(path)[0];

/** Removes everything outside the remote's own paths. */
function ownPlacement(remote: string, placement: Place | null, owners: readonly Word[]): Place | null {
  if (!placement) return null;
  const paths = placement.paths.filter(({ path }) => pathOwner(path, owners) === remote);
  return {
    ...placement,
    paths,
    entries: placement.entries.filter(({ to }) => paths.some(({ path }) => path === to)),
  };
}

/** Returns a release of this remote; null when it cannot be parsed, or its entry is not a file of the remote. */
export function releaseOf(
  remote: string,
  raw: unknown,
  owners: readonly Word[],
  readPlacement: RegistryReader['readPlacement'],
): PageRelease | null {
  const [release] = parseRows(releases, [raw]);
  if (!release?.entry.startsWith(`/chat/remotes/${remote}/`)) return null;
  return { ...release, place: ownPlacement(remote, readPlacement(release.place), owners) };
}

/** Returns null when `raw` is not a registry. */
export function registryOf(raw: unknown, { hostRoutes, readPlacement }: RegistryReader): PageRegistry | null {
  const input = (raw ?? {}) as { [Name in keyof PageRegistry]?: unknown };
  if (!Number.isSafeInteger(input.revision) || !Array.isArray(input.offers) || !Array.isArray(input.words)) return null;
  // No remote can own the host's own paths.
  const hostSegments = new Set(hostRoutes.map(({ path }) => firstSegment(path)));
  const owned = parseRows(words, input.words).filter(
    ({ pattern }) => !hostSegments.has(firstSegment(pattern.replace(/^=/, ''))),
  );
  const [details] = parseRows(files, [input.details]);
  return {
    revision: input.revision as number,
    words: owned,
    offers: parseRows(offers, input.offers).map((offer) => {
      const read = (release: unknown) => releaseOf(offer.remote, release, owned, readPlacement);
      return {
        ...offer,
        stable: read(offer.stable),
        candidate: read(offer.candidate),
        previous: read(offer.previous),
        beta: read(offer.beta),
      };
    }),
    details: details?.url.startsWith('/chat/registry/') ? details : null,
  };
}

/** The registry of a page that has none. */
export const noRegistry: PageRegistry = { revision: 0, offers: [], words: [], details: null };
