// Validates a remote's path patterns and placement: when a release is published, and in its team's own tests.
import type { Place, Title, Word } from '../gen/types.ts';
import { limits } from './limits.ts';
import { isParameter, pathOwner, segmentsOf } from './pathRouting.ts';
import { toastEventTypes, parsePlacement, placementSchemas } from './placementSchema.ts';
import { findInvalidField } from './listSchema.ts';
import { fixedPaths } from './seedPlacements.ts';

/** Reserved first segments: the host's paths and the gateway's addresses. Future gateway addresses begin with `_`. */
export const reservedSegments: readonly string[] = [
  'login settings invite share admin slap home privacy-policy init me app account profile qr notifications appearance privacy',
  'devices storage favorites features about language help support terms status search new api gateway tester',
  'remotes pictures kit assets unit registry avatars banners frames files words',
].flatMap((line) => line.split(' '));

/** A prefix is shorter than an identifier, so that it never hides a profile. */
const prefixPattern = /^[a-z][a-z0-9-]{1,14}$/;

/** Whether a remote may own this path prefix. */
export const isOwnablePrefix = (text: string): boolean => prefixPattern.test(text) && !reservedSegments.includes(text);

/** Whether an operator may assign or lend this path pattern. */
export const isPathPattern = (pattern: string): boolean => {
  const [first, ...rest] = segmentsOf(pattern.replace(/^=\//, ''));
  if (pattern === '=/') return true;
  return (
    first !== undefined &&
    pattern === (pattern.startsWith('=/') ? '=/' : '') + [first, ...rest].join('/') &&
    isOwnablePrefix(first) &&
    rest.every((segment) => /^[a-z0-9-]{1,32}$/.test(segment)) &&
    pattern.length <= limits.placePathMax
  );
};

/** Returns a path's shape: two paths of one shape are the same route. */
const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/');

const iconRule = `must be path data of at most ${limits.placeIconMax} letters`;

/** The error message of each invalid field, by the list of its row. */
const messages: {
  [List in keyof typeof placementSchemas]: {
    [Name in keyof Place[List][number]]: (row: Place[List][number]) => string;
  };
} = {
  titles: {
    language: ({ language }) => `"${language}" is no language`,
    text: ({ language }) => `the title in ${language} must have 1 to ${limits.placeTitleMax} letters`,
  },
  paths: {
    path: ({ path }) =>
      `"${path}" is no path: fixed parts have small letters, digits and hyphens, parameters begin with a colon`,
    access: ({ path }) => `${path} must be for members, visitors or public`,
    fills: ({ path }) => `whether ${path} fills the screen must be true or false`,
  },
  entries: {
    to: ({ to }) => `the entry ${to} leads to none of its paths`,
    order: ({ to }) => `the order of ${to} must be from 0 to 1000`,
    underMe: ({ to }) => `whether ${to} is under Me must be true or false`,
    titles: ({ to, titles }) => listError('titles', titles) ?? `the titles of ${to} must be a list`,
    icon: ({ to }) => `the icon of ${to} ${iconRule}`,
    badge: ({ to }) => `the badge of ${to} must be one of none, chats, spaces, applies, bots, own`,
  },
  tabs: {
    on: () => 'a tab must be on profile or space',
    titles: ({ on, titles }) => listError('titles', titles) ?? `the titles of the tab on ${on} must be a list`,
    icon: ({ on }) => `the icon of the tab on ${on} ${iconRule}`,
  },
};

/** Returns the error of the first invalid row of this list; null if there is none, or the list is missing. */
function listError<List extends keyof typeof placementSchemas>(list: List, rows: unknown = []): string | null {
  const schema = placementSchemas[list];
  if (!Array.isArray(rows)) return `its ${list} must be a list`;
  if (rows.length > schema.maxItems) return `there must be at most ${schema.maxItems} ${list}`;
  for (const row of rows as Place[List][number][]) {
    if (typeof row !== 'object' || row === null) return `each of its ${list} must be an object`;
    const field = findInvalidField<Place[List][number]>(schema, row);
    if (field !== undefined) return messages[list][field](row);
  }
  return null;
}

/** Validates a placement independently of its remote. Returns an error message for its team; null when it is valid. */
export function placementSchemaError(place: Place): string | null {
  for (const list of ['titles', 'paths', 'entries', 'tabs'] as const) {
    const error = listError(list, place[list]);
    if (error) return error;
  }
  // A release from before toasts for events has no `news`.
  const { settings = false, news = [] } = place;
  if (typeof settings !== 'boolean') return 'whether it has settings must be true or false';
  if (!Array.isArray(news) || new Set(news).size < news.length || !news.every((kind) => toastEventTypes.includes(kind)))
    return `its news must be some of ${toastEventTypes.join(', ')}`;
  return null;
}

/** Returns the error of a required list of titles; null when it is valid. */
function titleError(titles: readonly Title[], takenTitles: ReadonlySet<string>): string | null {
  if (!titles.some(({ language }) => language === 'en')) return 'there is no title in English ("en")';
  const other = titles.find(({ text }) => takenTitles.has(text.toLowerCase()));
  return other ? `another feature is called "${other.text}"` : null;
}

/** Returns the error of the tabs as a whole; null when they are valid. */
function tabError({ tabs, entries }: Place): string | null {
  const pages = new Set<string>();
  for (const { on, icon } of tabs) {
    if (pages.has(on)) return `there are two tabs on ${on}`;
    pages.add(on);
    if (icon === '' && entries.length === 0)
      return `the tab on ${on} has no icon, and there is no entry to take it from`;
  }
  return null;
}

/**
 * Returns all names that a placement gives its feature, its entries and its tabs, in lower case; another feature may
 * not use them.
 */
export const placementNames = ({ titles, entries, tabs }: Place): string[] =>
  [...titles, ...[...entries, ...tabs].flatMap((one) => one.titles)].map(({ text }) => text.toLowerCase());

interface PlacementContext {
  pathOwners: readonly Word[];
  /** The names of the other features, in lower case. */
  takenTitles: ReadonlySet<string>;
}

/** Validates the placement of this remote. Returns an error message for its team; null when it is valid. */
export function placementError(
  remote: string,
  raw: Place,
  { pathOwners, takenTitles }: PlacementContext,
): string | null {
  const place = parsePlacement(raw);
  if (!place) return 'it must be an object';
  const { titles, paths, entries, tabs, operators } = place;
  const error = placementSchemaError(raw) ?? titleError(titles, takenTitles);
  if (error) return error;
  const shapes = new Set<string>();
  for (const { path } of paths) {
    if (pathOwner(path, pathOwners) !== remote) return `${path} is not ${remote}'s: an operator gives or lends words`;
    if (shapes.has(shapeOf(path))) return `${path} is there twice`;
    shapes.add(shapeOf(path));
  }
  const danglingEntry = entries.find(({ to }) => !paths.some(({ path }) => path === to));
  if (danglingEntry) return messages.entries.to(danglingEntry);
  for (const { titles: own } of [...entries, ...tabs]) {
    const invalidTitle = own.length > 0 ? titleError(own, takenTitles) : null;
    if (invalidTitle) return invalidTitle;
  }
  const invalidTab = tabError(place);
  if (invalidTab) return invalidTab;
  // A release from before pages for operators has no such path.
  if (raw.operators && (operators.includes(':') || !paths.some(({ path }) => path === raw.operators)))
    return `the operators' page ${raw.operators} is none of its fixed paths`;
  const missingPath = fixedPaths(remote).find(
    (row) => !paths.some(({ path, access }) => shapeOf(path) === shapeOf(row.path) && access === row.access),
  );
  return missingPath ? `${missingPath.path} must stay, for ${missingPath.access}` : null;
}
