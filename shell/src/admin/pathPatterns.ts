// Paths as operators write them, and the patterns that the registry keeps.
import { isPathPattern } from '@amber/proto/placementRules';

/** As long as a remote's name may be. */
export const remoteNameMax = 32;

/** `=/channels` is one path, `channels/me` also everything below. */
export const parsePattern = (pattern: string): { path: string; isExact: boolean } =>
  pattern.startsWith('=/') ? { path: pattern.slice(1), isExact: true } : { path: `/${pattern}`, isExact: false };

/** One name for each pattern: `/channels` and `/channels/…` may have two owners. */
export function patternLabel(pattern: string): string {
  const { path, isExact } = parsePattern(pattern);
  return isExact ? path : `${path}/…`;
}

/** Null where no operator may give this path away. */
export function patternOf(path: string, isExact: boolean): string | null {
  const bare = path.trim().replace(/^\/+|\/+$/g, '');
  const pattern = isExact || bare === '' ? `=/${bare}` : bare;
  return isPathPattern(pattern) ? pattern : null;
}
