// Converts between paths as operators type them and the patterns that the registry stores.
import { isPathPattern } from '@amber/proto/placementRules';

/** The maximum length of a remote's name. */
export const remoteNameMax = 32;

/** `=/channels` matches one path; `channels/me` also matches everything below it. */
export const parsePattern = (pattern: string): { path: string; isExact: boolean } =>
  pattern.startsWith('=/') ? { path: pattern.slice(1), isExact: true } : { path: `/${pattern}`, isExact: false };

/** Returns a distinct label for each pattern, because `/channels` and `/channels/…` may have two owners. */
export function patternLabel(pattern: string): string {
  const { path, isExact } = parsePattern(pattern);
  return isExact ? path : `${path}/…`;
}

/** Returns null if operators cannot assign this path. */
export function patternOf(path: string, isExact: boolean): string | null {
  const bare = path.trim().replace(/^\/+|\/+$/g, '');
  const pattern = isExact || bare === '' ? `=/${bare}` : bare;
  return isPathPattern(pattern) ? pattern : null;
}
