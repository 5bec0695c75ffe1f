// Takes a registry in: whatever it says, the page gets rows of the right types, and no more of them than it can hold.
import type {
  PageOffer,
  PageRegistry,
  PageRelease,
  Place,
  PlaceEntry,
  PlacePath,
  PlaceTab,
  Title,
  Word,
} from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { newsKinds, ownerOf, segmentsOf } from '@amber/proto/places';

type HostRoutes = readonly { path: string }[];

type Raw = Record<string, unknown>;

const text = (value: unknown, most: number = limits.releasePathMax): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

/** The rows of a list that can be read; one that cannot takes no other with it. */
function rowsOf<Row>(list: unknown, most: number, read: (row: Raw) => Row | null): Row[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, most).flatMap((row: unknown) => {
    const made = typeof row === 'object' && row !== null ? read(row as Raw) : null;
    return made === null ? [] : [made];
  });
}

const firstOf = (path: string): string | undefined => segmentsOf(path)[0];

/** The host's own words are nobody's. */
function wordOf({ pattern, remote }: Raw, hostRoutes: HostRoutes): Word | null {
  if (!text(pattern) || !text(remote)) return null;
  const first = firstOf(pattern.replace(/^=/, ''));
  return first !== undefined && hostRoutes.some(({ path }) => firstOf(path) === first) ? null : { pattern, remote };
}

const titlesOf = (list: unknown): Title[] =>
  rowsOf(list, limits.placeTitlesMax, ({ language, text: title }) =>
    text(language) && text(title, limits.placeTitleMax) ? { language, text: title } : null,
  );

/** A page of a newer host is passed over. */
const tabPlaces = ['profile', 'space'];
const access = ['members', 'visitors', 'public'];
/** Commands and numbers of path data only. */
const pathData = /^[a-z0-9 ,.+-]+$/i;

/** Only what lies on the remote's own words. */
function placeOf(remote: string, place: unknown, words: readonly Word[]): Place | null {
  if (typeof place !== 'object' || place === null) return null;
  const { titles, paths, entries, settings, tabs, news } = place as Raw;
  const own = rowsOf<PlacePath>(paths, limits.placePathsMax, ({ path, access: lets, fills }) =>
    text(path) && access.includes(lets as string) && ownerOf(path, words) === remote
      ? { path, access: lets as PlacePath['access'], fills: fills === true }
      : null,
  );
  return {
    titles: titlesOf(titles),
    paths: own,
    entries: rowsOf<PlaceEntry>(entries, limits.placeEntriesMax, ({ to, order, underMe, titles: its, icon, badge }) =>
      own.some(({ path }) => path === to) && text(icon, limits.placeIconMax) && pathData.test(icon)
        ? {
            to: to as string,
            order: whole(order),
            underMe: underMe === true,
            titles: titlesOf(its),
            icon,
            badge: badge as PlaceEntry['badge'],
          }
        : null,
    ),
    settings: settings === true,
    tabs: rowsOf<PlaceTab>(tabs, limits.placeTabsMax, ({ on, titles: its, icon }) =>
      tabPlaces.includes(on as string) && (icon === '' || (text(icon, limits.placeIconMax) && pathData.test(icon)))
        ? { on: on as PlaceTab['on'], titles: titlesOf(its), icon }
        : null,
    ),
    // News of a newer host are passed over.
    news: Array.isArray(news) ? newsKinds.filter((kind) => news.includes(kind)) : [],
    // The admin page reads it from the whole registry.
    operators: '',
  };
}

/** A release of this remote; null when it cannot be read, or begins with a file that is not the remote's. */
export function releaseOf(remote: string, release: unknown, words: readonly Word[]): PageRelease | null {
  if (typeof release !== 'object' || release === null) return null;
  const { version, contract, entry, integrity, place } = release as Raw;
  if (!text(version) || !text(contract) || !text(entry) || !text(integrity)) return null;
  if (!entry.startsWith(`/chat/remotes/${remote}/`)) return null;
  return { version, contract, entry, integrity, place: placeOf(remote, place, words) };
}

/** Null when it is none. @param hostRoutes the host's own screens */
export function registryOf(raw: unknown, hostRoutes: HostRoutes): PageRegistry | null {
  const { revision, offers, words, details } = (raw ?? {}) as Raw;
  if (!Number.isSafeInteger(revision) || !Array.isArray(offers) || !Array.isArray(words)) return null;
  const owned = rowsOf(words, limits.wordsMax, (row) => wordOf(row, hostRoutes));
  const { url, integrity } = (details ?? {}) as Raw;
  return {
    revision: revision as number,
    words: owned,
    offers: rowsOf<PageOffer>(offers, limits.offersMax, ({ remote, stable, candidate, share, previous }) =>
      text(remote)
        ? {
            remote,
            stable: releaseOf(remote, stable, owned),
            candidate: releaseOf(remote, candidate, owned),
            share: whole(share),
            previous: releaseOf(remote, previous, owned),
          }
        : null,
    ),
    details: text(url) && url.startsWith('/chat/registry/') && text(integrity) ? { url, integrity } : null,
  };
}

/** What stands where there is no registry. */
export const noRegistry: PageRegistry = { revision: 0, offers: [], words: [], details: null };
