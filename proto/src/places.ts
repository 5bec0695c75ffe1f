// Routes paths: which remote owns a path, and which of its patterns matches.
import type { PlacePath, Title, Word } from '../gen/types.ts';
import { limits } from './limits.ts';
import { oneOf, type Rows, text } from './rows.ts';

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
export const isParameter = (segment: string): boolean => segment.startsWith(':');

/** The owner of a path or pattern; undefined: nobody. Exact paths win over prefixes, longer over shorter. */
export function ownerOf(path: string, words: readonly Word[]): string | undefined {
  const segments = segmentsOf(path);
  const exact = words.find(({ pattern }) => pattern === `=/${segments.join('/')}`);
  if (exact) return exact.remote;
  for (let length = segments.length; length > 0; length -= 1) {
    const beginning = segments.slice(0, length).join('/');
    const found = words.find(({ pattern }) => pattern === beginning);
    if (found) return found.remote;
  }
  return undefined;
}

/** Fixed segments before parameters, from the left; then longer before shorter. */
export function compareSpecific(one: string, other: string): number {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = Number(isParameter(a[at]!)) - Number(isParameter(b[at]!));
    if (difference !== 0) return difference;
  }
  return b.length - a.length;
}

/** Whether a path matches this pattern. */
export function isOf(pattern: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)];
  return wanted.length === given.length && wanted.every((one, at) => isParameter(one) || one === given[at]);
}

/** The title in a page's language; else in English. */
export const titleIn = (titles: readonly Title[], language: string): string | undefined =>
  (titles.find((title) => title.language === language) ?? titles.find((title) => title.language === 'en'))?.text;

/** Who may open a path, from everybody to the fewest. */
const strictness: readonly PlacePath['access'][] = ['public', 'visitors', 'members'];

/** The stricter of two access rules. */
export const stricter = (one: PlacePath['access'], other: PlacePath['access']): PlacePath['access'] =>
  strictness.indexOf(one) > strictness.indexOf(other) ? one : other;

export const isPath = text(
  limits.placePathMax,
  /^\/([a-z][a-z0-9-]{0,31}(\/([a-z0-9-]{1,32}|:[a-z][A-Za-z0-9]{0,15}))*)?$/,
);

/** The schema of something that is so or not; it is not where it is missing. */
export const flag = [oneOf(false, true), false] as const;

/** The schema of a place's paths; that of the rest is in placeSchema.ts. */
export const paths: Rows<PlacePath> = {
  most: limits.placePathsMax,
  fields: { path: [isPath], access: [oneOf(...strictness)], fills: flag },
};
