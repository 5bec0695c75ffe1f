// A remote that somebody is working on, in the place of its releases: `?mf.chat=http://127.0.0.1:3101/remoteEntry.js`.
import type { PageRelease, Place, Word } from '@amber/proto';
import { contractVersion } from '@amber/proto/contract';
import type { Feature } from './Feature.ts';

declare const __DEV__: boolean;

/** The version that such a remote is built with. */
const version = 'dev';

export const isOverride = (release: PageRelease): boolean => __DEV__ && release.version === version;

/** A parameter of the address, kept until it is given empty. */
function storedParameter(key: string): string {
  const parameter = new URLSearchParams(location.search).get(key);
  if (parameter !== null) localStorage.setItem(key, parameter);
  return localStorage.getItem(key) ?? '';
}

/** It runs anybody's code, so only a development build of the host heeds it. Its place, checked by its build, comes with its address. */
export function override(feature: Feature): PageRelease | undefined {
  if (!__DEV__) return undefined;
  const entry = storedParameter(`mf.${feature}`);
  const place = JSON.parse(storedParameter(`mf.${feature}.place`) || 'null') as Place | null;
  return entry ? { version, contract: `^${contractVersion}`, entry, integrity: '', place } : undefined;
}

/** The words of such remotes, which no gateway may have given yet. */
export function overriddenPathOwners(): Word[] {
  if (!__DEV__) return [];
  const keys = [...new URLSearchParams(location.search).keys(), ...Object.keys(localStorage)];
  const names = new Set(keys.flatMap((key) => /^mf\.([a-z0-9]+)$/i.exec(key)?.[1] ?? []));
  return [...names].filter((name) => override(name)?.place).map((name) => ({ pattern: name, remote: name }));
}
