// The schema of a remote's place: what the build writes, the gateway stores and the page runs by. placeRules.ts adds what
// depends on other remotes, and a sentence for each fault.
import type { Place, PlaceEntry, PlaceTab, Title } from '../gen/types.ts';
import { limits } from './limits.ts';
import { booleanField, isPath, pathSchema } from './pathRouting.ts';
import { oneOf, type ListSchema, parseRows, textMatching } from './listSchema.ts';

/** Commands and numbers of path data only. */
const isIcon = textMatching(limits.placeIconMax, /^[MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]+$/);

const titles: ListSchema<Title> = {
  maxItems: limits.placeTitlesMax,
  fields: {
    language: [textMatching(limits.releasePathMax, /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)],
    // Printable, without markup, and with no space at either end.
    text: [
      textMatching(
        limits.placeTitleMax,
        // oxlint-disable-next-line no-control-regex -- that is what is refused
        /^(?!\s)[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>]+(?<!\s)$/,
      ),
    ],
  },
};

/** An entry's or a tab's own; the remote's if there are none. */
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

/** The news that a remote may say the words for. Each belongs to whoever shows the page that it is about. */
export const toastEventTypes: readonly string[] = ['campaignNews'];

/** The lists of a place. The paths' schema is in places.ts: a page routes by it before it needs the others. */
export const placementSchemas = { titles, paths: pathSchema, entries, tabs };

/** What can be read of a place, whoever sent it and however old it is; null where it is none. */
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
    // News of a newer host are passed over.
    news: Array.isArray(news) ? toastEventTypes.filter((kind) => news.includes(kind)) : [],
  };
}
