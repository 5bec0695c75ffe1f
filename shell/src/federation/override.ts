// A remote that somebody is working on, in the place of its releases: `?mf.chat=http://127.0.0.1:3101/remoteEntry.js`.
import type { Release } from '@amber/proto';
import { contractVersion } from '@amber/client/remote';
import type { Feature } from '../routes.ts';

declare const __DEV__: boolean;

/** The version that such a remote is built with. */
const version = 'dev';

export const isOverride = (release: Release): boolean => __DEV__ && release.version === version;

/** Kept until it is given without an address. It runs anybody's code, so only a development build of the host heeds it. */
export function override(feature: Feature): Release | undefined {
  if (!__DEV__) return undefined;
  const key = `mf.${feature}`;
  const given = new URLSearchParams(location.search).get(key);
  if (given !== null) localStorage.setItem(key, given);
  const entry = localStorage.getItem(key);
  return entry
    ? { version, contract: `^${contractVersion}`, entry, files: [], notes: '', time: 0, place: null }
    : undefined;
}
