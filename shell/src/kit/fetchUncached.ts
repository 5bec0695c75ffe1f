// Asks for a file again that came damaged: a kept copy of it may be, and is never looked at again by itself.

/** Deletes what is kept of a file for offline starts. */
async function evictCached(url: string): Promise<void> {
  for (const name of 'caches' in globalThis ? await caches.keys() : []) await (await caches.open(name)).delete(url);
}

/** Like `fetch`, from the network alone: neither what is kept of the file nor the browser's own copy. */
export async function fetchUncached(url: string, options: RequestInit): Promise<Response> {
  await evictCached(url);
  return fetch(url, { ...options, cache: 'reload' });
}
