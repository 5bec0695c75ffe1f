// Caches a set of files for an offline start: either all of it, or the previous set remains.
import type { CachePorts } from './cachePorts.ts';

type CacheFilesPorts = Pick<CachePorts, 'cache' | 'fetch' | 'base'>;

/** The hash of each file by its address; empty if there is none. */
export type FileHashes = Record<string, string>;

/** The page's list of further files to cache. */
export interface FileSet {
  /** The page's own script, which names its build. */
  script: string;
  files: FileHashes;
  /** The URLs of those that are cached now, of these and the host's; the others only remain. Undefined for all. */
  only?: readonly string[];
}

/** The URL of the host's list of its files, which is cached with them. */
export const fileListUrl = (base: string): string => `${base}files.json`;

/**
 * Fetches a file. Resolves to a successful response from the requested address; anything else, and a wrong hash,
 * rejects.
 */
export async function fetchVerified(
  url: string,
  integrity: string,
  fetch: CacheFilesPorts['fetch'],
): Promise<Response> {
  const response = await fetch(url, { integrity, priority: 'low' });
  if (response.status !== 200 || response.url !== url) throw new Error(`${url} answered ${response.status}`);
  return response;
}

/**
 * Caches the page, the given files and the host's (by its list, files.json), or `only` some of them. The page is stored
 * last, so that it is never cached without these files; then old files are deleted. If another build is served by now,
 * nothing changes: the open page continues with the cached files, and the next one caches its own.
 */
export async function cacheFiles(
  { script, files, only }: FileSet,
  { cache: open, fetch, base }: CacheFilesPorts,
): Promise<void> {
  const cache = await open();
  const page = await fetchVerified(base, '', fetch);
  const own = (await (await fetchVerified(fileListUrl(base), '', fetch)).json()) as FileHashes;
  const html = await page.clone().text();
  const atBase = (file: string): string => new URL(file, base).href;
  // A build may be deployed between the two responses.
  if (!html.includes(script) || !Object.keys(own).some((file) => atBase(file) === atBase(script))) return;
  const wanted = new Map(
    Object.entries({ ...files, ...own })
      .map(([file, integrity]) => [atBase(file), integrity] as const)
      .filter(([url]) => url.startsWith(base)),
  );
  const cachedNow = only && new Set(only);
  for (const [url, integrity] of wanted) {
    if (cachedNow && !cachedNow.has(url)) continue;
    // Files with a hash also have it in their name, so their content is unchanged.
    if (!integrity || !(await cache.match(url))) await cache.put(url, await fetchVerified(url, integrity, fetch));
  }
  const list = new Response(JSON.stringify(own));
  await cache.put(fileListUrl(base), list);
  await cache.put(base, page);
  for (const { url } of await cache.keys())
    if (url !== base && url !== fileListUrl(base) && !wanted.has(url)) await cache.delete(url);
}
