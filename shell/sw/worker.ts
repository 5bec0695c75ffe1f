// The service worker: starts the app without a network, from the last set that was on screen.
import { limits } from '@amber/proto/limits';
import { answer } from './answer.ts';
import { type Files, keep } from './keep.ts';

declare const self: ServiceWorkerGlobalScope;

/** Raised when what is kept changes its form. */
const cacheName = 'amber-1';
const ports = {
  cache: () => caches.open(cacheName),
  fetch: (request: RequestInfo, init?: RequestInit) => fetch(request, init),
  wait: () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limits.pageWait)),
  base: `${self.location.origin}${limits.basePath}/`,
};

self.addEventListener('fetch', (event) => {
  const answered = answer(event.request, ports);
  if (answered) event.respondWith(answered);
});

self.addEventListener('message', (event) => {
  const message = event.data as { kind: 'keep'; files: Files } | { kind: 'update' };
  // The user has agreed: the page reloads when this one takes over.
  if (message.kind === 'update') void self.skipWaiting();
  // A set that cannot be had whole leaves the one before.
  else event.waitUntil(keep(message.files, ports).catch(() => {}));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith('amber-') && name !== cacheName).map((name) => caches.delete(name)))));
});
