// Routes paths: which remote owns a path, and which of its patterns matches.
import type { PlacePath, Title, Word } from '../gen/types.ts';
import { limits } from './limits.ts';
import { oneOf, type ListSchema, textMatching } from './listSchema.ts';

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
export const isParameter = (segment: string): boolean => segment.startsWith(':');

/** The owner of a path or pattern; undefined: nobody. Exact paths win over prefixes, longer over shorter. */
export function pathOwner(path: string, pathOwners: readonly Word[]): string | undefined {
  const segments = segmentsOf(path);
  const exact = pathOwners.find(({ pattern }) => pattern === `=/${segments.join('/')}`);
  if (exact) return exact.remote;
  for (let length = segments.length; length > 0; length -= 1) {
    const prefix = segments.slice(0, length).join('/');
    const found = pathOwners.find(({ pattern }) => pattern === prefix);
    if (found) return found.remote;
  }
  return undefined;
}

/** Fixed segments before parameters, from the left; then longer before shorter. */
export function comparePathSpecificity(one: string, other: string): number {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = Number(isParameter(a[at]!)) - Number(isParameter(b[at]!));
    if (difference !== 0) return difference;
  }
  return b.length - a.length;
}

/** Whether a path matches this pattern. */
export function isPathMatch(pattern: string, path: string): boolean {
  const [patternSegments, pathSegments] = [segmentsOf(pattern), segmentsOf(path)];
  return (
    patternSegments.length === pathSegments.length &&
    patternSegments.every((one, at) => isParameter(one) || one === pathSegments[at])
  );
}

/** The title in a page's language; else in English. */
export const titleIn = (titles: readonly Title[], language: string): string | undefined =>
  (titles.find((title) => title.language === language) ?? titles.find((title) => title.language === 'en'))?.text;

/** Who may open a path, from everybody to the fewest. */
const accessOrder: readonly PlacePath['access'][] = ['public', 'visitors', 'members'];

/** The stricter of two access rules. */
export const stricterAccess = (one: PlacePath['access'], other: PlacePath['access']): PlacePath['access'] =>
  accessOrder.indexOf(one) > accessOrder.indexOf(other) ? one : other;

export const isPath = textMatching(
  limits.placePathMax,
  /^\/([a-z][a-z0-9-]{0,31}(\/([a-z0-9-]{1,32}|:[a-z][A-Za-z0-9]{0,15}))*)?$/,
);

/** The schema of something that is so or not; it is not where it is missing. */
export const booleanField = [oneOf(false, true), false] as const;

/** The schema of a place's paths; that of the rest is in placeSchema.ts. */
export const pathSchema: ListSchema<PlacePath> = {
  maxItems: limits.placePathsMax,
  fields: { path: [isPath], access: [oneOf(...accessOrder)], fills: booleanField },
};
