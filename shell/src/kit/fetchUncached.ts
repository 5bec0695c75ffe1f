// Fetches a file that arrived damaged again, because a cached copy may be damaged and is not verified by itself.

/** Removes a file from the cache for offline starts. */
async function evictCached(url: string): Promise<void> {
  for (const name of 'caches' in globalThis ? await caches.keys() : []) await (await caches.open(name)).delete(url);
}

/** Like `fetch`, but from the network only, bypassing the offline cache and the browser's own cache. */
export async function fetchUncached(url: string, options: RequestInit): Promise<Response> {
  await evictCached(url);
  return fetch(url, { ...options, cache: 'reload' });
}
