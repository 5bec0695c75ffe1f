// Finds cached files of the host that are damaged, by the list that was cached with them, and fetches them again.
import type { CachePorts } from './cachePorts.ts';
import { type FileHashes, fetchVerified, fileListUrl } from './cacheFiles.ts';

type RepairPorts = Pick<CachePorts, 'cache' | 'fetch' | 'base'>;

const encode = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

const isIntact = async (cached: Response, integrity: string): Promise<boolean> =>
  `sha384-${encode(await crypto.subtle.digest('SHA-384', await cached.clone().arrayBuffer()))}` === integrity;

async function cachedHashes(cache: Cache, base: string): Promise<FileHashes> {
  const list = await cache.match(fileListUrl(base));
  return list ? ((await list.json().catch(() => ({}))) as FileHashes) : {};
}

/**
 * Returns the cached copy of a file that no page verifies, such as the engine's. A copy whose hash differs from the
 * list is deleted; then the result is undefined.
 */
export async function matchVerified(url: string, { cache: open, base }: RepairPorts): Promise<Response | undefined> {
  const cache = await open();
  const cached = await cache.match(url);
  const integrity = (await cachedHashes(cache, base))[url.slice(base.length)];
  if (!cached || !integrity || (await isIntact(cached, integrity))) return cached;
  await cache.delete(url);
  return undefined;
}

/**
 * Replaces damaged files. Resolves to whether there were any. If the gateway no longer has a file, it serves a newer
 * build: the cached page is deleted, so that the newer one starts.
 */
export async function repair({ cache: open, fetch, base }: RepairPorts): Promise<boolean> {
  const cache = await open();
  const damaged: [url: string, integrity: string][] = [];
  for (const [file, integrity] of Object.entries(await cachedHashes(cache, base))) {
    const url = new URL(file, base).href;
    const cached = integrity ? await cache.match(url) : undefined;
    if (cached && !(await isIntact(cached, integrity))) damaged.push([url, integrity]);
  }
  for (const [url, integrity] of damaged) {
    await cache.delete(url);
    const fetched = await fetchVerified(url, integrity, fetch).catch(() => undefined);
    if (fetched) await cache.put(url, fetched);
    else await cache.delete(base);
  }
  return damaged.length > 0;
}
