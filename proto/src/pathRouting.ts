// Path routing: which remote owns a path, and which pattern matches it.
import type { PlacePath, Title, Word } from '../gen/types.ts';
import { limits } from './limits.ts';
import { oneOf, type ListSchema, textMatching } from './listSchema.ts';

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
export const isParameter = (segment: string): boolean => segment.startsWith(':');

/**
 * Returns the remote that owns a path or pattern; undefined if none does. Exact paths take precedence over prefixes,
 * longer prefixes over shorter ones.
 */
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

/**
 * Compares two patterns by specificity, for sorting: fixed segments before parameters, from the left; then longer
 * before shorter.
 */
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

/** Returns the title in a page's language, else the English one. */
export const titleIn = (titles: readonly Title[], language: string): string | undefined =>
  (titles.find((title) => title.language === language) ?? titles.find((title) => title.language === 'en'))?.text;

/** The access levels of a path, from the widest to the narrowest audience. */
const accessOrder: readonly PlacePath['access'][] = ['public', 'visitors', 'members'];

/** Returns the stricter of two access levels. */
export const stricterAccess = (one: PlacePath['access'], other: PlacePath['access']): PlacePath['access'] =>
  accessOrder.indexOf(one) > accessOrder.indexOf(other) ? one : other;

export const isPath = textMatching(
  limits.placePathMax,
  /^\/([a-z][a-z0-9-]{0,31}(\/([a-z0-9-]{1,32}|:[a-z][A-Za-z0-9]{0,15}))*)?$/,
);

/** The schema of an optional boolean, false by default. */
export const booleanField = [oneOf(false, true), false] as const;

/** The schema of a placement's paths; the other schemas are in placementSchema.ts. */
export const pathSchema: ListSchema<PlacePath> = {
  maxItems: limits.placePathsMax,
  fields: { path: [isPath], access: [oneOf(...accessOrder)], fills: booleanField },
};
