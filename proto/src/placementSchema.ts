// The schema of a remote's placement, which the build writes, the gateway stores and pages read. placementRules.ts adds
// the rules that depend on other remotes, and an error message for each field.
import type { Place, PlaceEntry, PlaceTab, Title } from '../gen/types.ts';
import { limits } from './limits.ts';
import { booleanField, isPath, pathSchema } from './pathRouting.ts';
import { oneOf, type ListSchema, parseRows, textMatching } from './listSchema.ts';

/** Only commands and numbers of SVG path data. */
const isIcon = textMatching(limits.placeIconMax, /^[MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]+$/);

const titles: ListSchema<Title> = {
  maxItems: limits.placeTitlesMax,
  fields: {
    language: [textMatching(limits.releasePathMax, /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)],
    // Printable text without markup, and without spaces at either end.
    text: [
      textMatching(
        limits.placeTitleMax,
        // oxlint-disable-next-line no-control-regex -- that is what is refused
        /^(?!\s)[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>]+(?<!\s)$/,
      ),
    ],
  },
};

/** The titles of an entry or a tab; the remote's by default. */
const optionalTitles = [
  (value: unknown) => Array.isArray(value) && parseRows(titles, value).length === value.length,
  [],
] as const;

const entries: ListSchema<PlaceEntry> = {
  maxItems: limits.placeEntriesMax,
  fields: {
    to: [isPath],
    order: [(value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1_000],
    underMe: booleanField,
    titles: optionalTitles,
    icon: [isIcon],
    badge: [oneOf('none', 'chats', 'spaces', 'applies', 'bots', 'own'), 'none'],
  },
};

const tabs: ListSchema<PlaceTab> = {
  maxItems: limits.placeTabsMax,
  fields: {
    on: [oneOf('profile', 'space')],
    titles: optionalTitles,
    icon: [(value) => value === '' || isIcon(value)],
  },
};

/** The events whose toasts a remote may build. Each event belongs to the remote that shows the page about it. */
export const toastEventTypes: readonly string[] = ['campaignNews'];

/** The schemas of a placement's lists. That of the paths is in pathRouting.ts, because a page needs it first. */
export const placementSchemas = { titles, paths: pathSchema, entries, tabs };

/** Returns the valid parts of an untrusted placement of any version; null if it is none. */
export function parsePlacement(raw: unknown): Place | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { operators, news, ...place } = raw as { [Name in keyof Place]?: unknown };
  return {
    titles: parseRows(titles, place.titles),
    paths: parseRows(pathSchema, place.paths),
    entries: parseRows(entries, place.entries),
    settings: place.settings === true,
    operators: isPath(operators) ? (operators as string) : '',
    tabs: parseRows(tabs, place.tabs),
    // Events of a newer host are ignored.
    news: Array.isArray(news) ? toastEventTypes.filter((kind) => news.includes(kind)) : [],
  };
}
