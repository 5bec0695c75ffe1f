// The service worker: starts the app without a network, from the last cached set.
import { limits } from '@amber/proto/limits';
import { answer } from './answer.ts';
import { keep, type KeptSet } from './keep.ts';
import { repair } from './repair.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD__: number;

type Message = ({ kind: 'keep' } & KeptSet) | { kind: 'build' } | { kind: 'update' } | { kind: 'repair' }; // a page whose own files have not come up

/** Raised when the format of the cache changes. */
const cacheName = 'amber-1';
const ports = {
  cache: () => caches.open(cacheName),
  fetch: (request: RequestInfo, init?: RequestInit) => fetch(request, init),
  wait: () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limits.pageWait)),
  base: `${self.location.origin}${limits.basePath}/`,
};

/** It ends: what is damaged is gone by then. */
async function restart(page: WindowClient): Promise<void> {
  if (await repair(ports)) await page.navigate(page.url);
}

self.addEventListener('fetch', (event) => {
  const answered = answer(event.request, ports);
  if (answered) event.respondWith(answered);
});

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  // If a set cannot be fetched whole, the previous one stays.
  if (message.kind === 'keep') event.waitUntil(keep(message, ports).catch(() => {}));
  else if (message.kind === 'repair') event.waitUntil(restart(event.source as WindowClient).catch(() => {}));
  else if (message.kind === 'build') event.ports[0]?.postMessage(__BUILD__);
  // The user has agreed: the page reloads when this worker takes over.
  else void self.skipWaiting();
});

/** The first one controls the pages that are already open: their files are safe from the next deploy. */
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('amber-') && name !== cacheName).map((name) => caches.delete(name)),
        ),
      ),
  );
});
