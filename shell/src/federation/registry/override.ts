// A remote under development that replaces its releases: `?mf.chat=http://127.0.0.1:3101/remoteEntry.js`.
import type { PageRelease, Place, Word } from '@amber/proto';
import { contractVersion } from '@amber/proto/contract';
import type { Feature } from './Feature.ts';

declare const __DEV__: boolean;

/** The version of a remote under development. */
const version = 'dev';

export const isOverride = (release: PageRelease): boolean => __DEV__ && release.version === version;

/** Returns a parameter of the address, which is stored until an empty value replaces it. */
function storedParameter(key: string): string {
  const parameter = new URLSearchParams(location.search).get(key);
  if (parameter !== null) localStorage.setItem(key, parameter);
  return localStorage.getItem(key) ?? '';
}

/**
 * Only a development build of the host supports overrides, because they run any code. The placement, verified by the
 * remote's build, is a second parameter.
 */
export function override(feature: Feature): PageRelease | undefined {
  if (!__DEV__) return undefined;
  const entry = storedParameter(`mf.${feature}`);
  const place = JSON.parse(storedParameter(`mf.${feature}.place`) || 'null') as Place | null;
  return entry ? { version, contract: `^${contractVersion}`, entry, integrity: '', place } : undefined;
}

/** Returns path owners for overridden remotes, whose paths the gateway may not have assigned yet. */
export function overriddenPathOwners(): Word[] {
  if (!__DEV__) return [];
  const keys = [...new URLSearchParams(location.search).keys(), ...Object.keys(localStorage)];
  const names = new Set(keys.flatMap((key) => /^mf\.([a-z0-9]+)$/i.exec(key)?.[1] ?? []));
  return [...names].filter((name) => override(name)?.place).map((name) => ({ pattern: name, remote: name }));
}
