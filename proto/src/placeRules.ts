// Validates a remote's words and place: on publishing, and in its team's own tests.
import type { Place, PlacePath, PlaceTab, Title, Word } from '../gen/types.ts';
import { limits } from './limits.ts';
import { isParameter, newsKinds, ownerOf, segmentsOf } from './places.ts';
import { fixedRows } from './seedPlaces.ts';

/** Reserved first words of the host's paths and the gateway's addresses. Future gateway addresses begin with `_`. */
export const reservedWords: readonly string[] = [
  'login settings invite share admin slap home privacy-policy init me app account profile qr notifications appearance privacy',
  'devices storage favorites features about language help support terms status search new api gateway',
  'remotes pictures kit assets unit registry avatars banners frames files words',
].flatMap((line) => line.split(' '));

/** Shorter than an identifier, so that no profile is ever hidden. */
const word = /^[a-z][a-z0-9-]{1,14}$/;

/** Whether a remote may own this first word. */
export const isWord = (text: string): boolean => word.test(text) && !reservedWords.includes(text);

/** Whether an operator may assign or lend this. */
export const isPattern = (pattern: string): boolean => {
  const [first, ...rest] = segmentsOf(pattern.replace(/^=\//, ''));
  if (pattern === '=/') return true;
  return (
    first !== undefined &&
    pattern === (pattern.startsWith('=/') ? '=/' : '') + [first, ...rest].join('/') &&
    isWord(first) &&
    rest.every((segment) => /^[a-z0-9-]{1,32}$/.test(segment)) &&
    pattern.length <= limits.placePathMax
  );
};

const pathPattern = /^\/([a-z][a-z0-9-]{0,31}(\/([a-z0-9-]{1,32}|:[a-z][A-Za-z0-9]{0,15}))*)?$/;
const language = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
/** Commands and numbers of path data only. */
const pathData = /^[MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]+$/;
// oxlint-disable-next-line no-control-regex -- that is what is refused
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>]/;

const access: readonly PlacePath['access'][] = ['public', 'visitors', 'members'];
const badges: readonly string[] = ['none', 'chats', 'spaces', 'applies', 'bots', 'own'];

const tabPlaces: readonly PlaceTab['on'][] = ['profile', 'space'];

/** A path's shape: two paths of one shape are the same path. */
const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/');

/** What is wrong with these titles. */
function titleFault(titles: readonly Title[], taken: ReadonlySet<string>): string | null {
  if (!titles.some((title) => title.language === 'en')) return 'there is no title in English ("en")';
  for (const { language: of, text } of titles) {
    if (!language.test(of)) return `"${of}" is no language`;
    if (text.trim() !== text || text === '' || text.length > limits.placeTitleMax || unprintable.test(text))
      return `the title in ${of} must have 1 to ${limits.placeTitleMax} letters`;
    if (taken.has(text.toLowerCase())) return `another feature is called "${text}"`;
  }
  return null;
}

/** What is wrong with these tabs. */
function tabFault({ tabs, entries }: Pick<Place, 'tabs' | 'entries'>, taken: ReadonlySet<string>): string | null {
  const pages = new Set<string>();
  for (const { on, titles, icon } of tabs) {
    if (!tabPlaces.includes(on)) return `a tab must be on ${tabPlaces.join(' or ')}`;
    if (pages.has(on)) return `there are two tabs on ${on}`;
    pages.add(on);
    if (icon === '' && entries.length === 0)
      return `the tab on ${on} has no icon, and there is no entry to take it from`;
    if (icon !== '' && (icon.length > limits.placeIconMax || !pathData.test(icon)))
      return `the icon of the tab on ${on} must be path data of at most ${limits.placeIconMax} letters`;
    const wrong = titles.length > 0 ? titleFault(titles, taken) : null;
    if (wrong) return wrong;
  }
  return null;
}

interface Surroundings {
  words: readonly Word[];
  /** The other features' names, in lower case. */
  taken: ReadonlySet<string>;
}

/** Why a remote cannot have this place, in a sentence for its team; null when it can. */
export function placeFault(remote: string, place: Place, { words, taken }: Surroundings): string | null {
  const wrongTitle = titleFault(place.titles, taken);
  if (wrongTitle) return wrongTitle;
  const shapes = new Set<string>();
  for (const { path, access: lets } of place.paths) {
    if (!pathPattern.test(path) || path.length > limits.placePathMax)
      return `"${path}" is no path: fixed parts have small letters, digits and hyphens, parameters begin with a colon`;
    if (!access.includes(lets)) return `${path} must be for members, visitors or public`;
    if (ownerOf(path, words) !== remote) return `${path} is not ${remote}'s: an operator gives or lends words`;
    if (shapes.has(shapeOf(path))) return `${path} is there twice`;
    shapes.add(shapeOf(path));
  }
  for (const { to, order, titles, icon, badge } of place.entries) {
    if (!place.paths.some(({ path }) => path === to)) return `the entry ${to} leads to none of its paths`;
    if (!Number.isInteger(order) || order < 0 || order > 1_000) return `the order of ${to} must be from 0 to 1000`;
    if (icon.length > limits.placeIconMax || !pathData.test(icon))
      return `the icon of ${to} must be path data of at most ${limits.placeIconMax} letters`;
    if (!badges.includes(badge)) return `the badge of ${to} must be one of ${badges.join(', ')}`;
    const wrong = titles.length > 0 ? titleFault(titles, taken) : null;
    if (wrong) return wrong;
  }
  // A release from before there were tabs has none.
  const wrongTab = tabFault({ tabs: place.tabs ?? [], entries: place.entries }, taken);
  if (wrongTab) return wrongTab;
  // Nor any words for news.
  const news = place.news ?? [];
  if (new Set(news).size < news.length || !news.every((kind) => newsKinds.includes(kind)))
    return `its news must be some of ${newsKinds.join(', ')}`;
  const { operators } = place;
  // A release from before there were such pages has none.
  if (operators && (operators.includes(':') || !place.paths.some(({ path }) => path === operators)))
    return `the operators' page ${operators} is none of its fixed paths`;
  const lost = fixedRows(remote).find(
    (row) => !place.paths.some(({ path, access: lets }) => shapeOf(path) === shapeOf(row.path) && lets === row.access),
  );
  return lost ? `${lost.path} must stay, for ${lost.access}` : null;
}
