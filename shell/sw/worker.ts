// The service worker: starts the app without a network, from the last cached set of files.
import { limits } from '@amber/proto/limits';
import { respond } from './respond.ts';
import { dropPendingShare, readPendingShare, shareCacheName, storePendingShare, sharedText } from './pendingShare.ts';
import { cacheFiles, type FileSet } from './cacheFiles.ts';
import type { PageMessage, WorkerMessage } from './messages.ts';
import { createNotifications } from './notifications.ts';
import { repair } from './repair.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD__: number;

type Message =
  | ({ kind: 'keep' } & FileSet)
  | { kind: 'build' }
  | { kind: 'update' }
  | { kind: 'repair' } // sent by a page whose files failed to load
  | PageMessage;

/** Incremented when the format of the cache changes. */
const cacheName = 'amber-1';
const ports = {
  cache: () => caches.open(cacheName),
  fetch: (request: RequestInfo, init?: RequestInit) => fetch(request, init),
  wait: () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limits.pageTimeout)),
  base: `${self.location.origin}${limits.basePath}/`,
};

/** Milliseconds in which a page must answer; a message may still be on its way to it. */
const answerTimeout = 4_000;
const storedValueUrl = (name: string): string => `${ports.base}_note/${name}`;

/** One set is cached after the other. If a set cannot be fetched completely, the previous one remains. */
let caching: Promise<unknown> = Promise.resolve();
const cacheNext = (set: FileSet) => (caching = caching.then(() => cacheFiles(set, ports)).catch(() => {}));

const notifications = createNotifications({
  // All pages of the app, including those of the previous build, and nothing else of this origin.
  pages: async () =>
    (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) =>
      url.startsWith(ports.base),
    ),
  registration: self.registration,
  ask: (page, message) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const timer = setTimeout(() => resolve(undefined), answerTimeout);
      port1.onmessage = ({ data }) => {
        clearTimeout(timer);
        resolve(data);
      };
      page.postMessage(message satisfies WorkerMessage, [port2]);
    }),
  openPage: (path) => self.clients.openWindow(ports.base + path.slice(1)),
  storeReply: async (words) => storePendingShare(await caches.open(shareCacheName), { words, pictures: [] }),
  read: async (name) =>
    (await (await caches.open(shareCacheName)).match(storedValueUrl(name)))?.json().catch(() => undefined),
  write: async (name, value) =>
    (await caches.open(shareCacheName)).put(storedValueUrl(name), new Response(JSON.stringify(value))),
  badge: async (count) => {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
  },
});

/** Stores a shared form until the person has chosen a chat, which may require a sign-in first. */
async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const text = sharedText(form.get('title'), form.get('text'), form.get('url'));
  const pictures = form.getAll('pictures').filter((one) => one instanceof File);
  await storePendingShare(await caches.open(shareCacheName), { words: text, pictures });
  return Response.redirect(`${ports.base}share`, 303);
}

/** The reload cannot repeat forever, because the damaged files are deleted before it. */
async function repairAndReload(page: WindowClient): Promise<void> {
  if (await repair(ports)) await page.navigate(page.url);
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && url === `${ports.base}share`) return event.respondWith(receiveShare(event.request));
  const response = respond(event.request, ports);
  if (response) event.respondWith(response);
});

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  if (message.kind === 'keep') event.waitUntil(cacheNext(message));
  else if (message.kind === 'repair') event.waitUntil(repairAndReload(event.source as WindowClient).catch(() => {}));
  else if (message.kind === 'build') event.ports[0]?.postMessage(__BUILD__);
  else if (message.kind === 'notify') event.waitUntil(notifications.notify(message.notice));
  else if (message.kind === 'noticeWords') event.waitUntil(notifications.storeWords(message.words));
  else if (message.kind === 'forgetNotices') event.waitUntil(notifications.clear());
  else if (message.kind === 'readHeld')
    event.waitUntil(
      caches
        .open(shareCacheName)
        .then(readPendingShare)
        .catch(() => null)
        .then((held) => event.ports[0]?.postMessage(held)),
    );
  else if (message.kind === 'dropHeld') event.waitUntil(caches.open(shareCacheName).then(dropPendingShare));
  // The user has accepted the update; the page reloads when this worker takes over.
  else if (message.kind === 'update') void self.skipWaiting();
});

self.addEventListener('push', (event) => {
  const text = event.data?.text();
  if (text) event.waitUntil(notifications.push(text).catch(() => {}));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { reply = '' } = event as NotificationEvent & { reply?: string | null };
  event.waitUntil(notifications.handleClick(event.notification.data, event.action, reply ?? ''));
});

/** Only a page can send the new subscription to the gateway: an open one, or the next that opens. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const notifyPages = async () => {
    for (const page of await self.clients.matchAll({ type: 'window' }))
      page.postMessage({ kind: 'subscriptionLost' } satisfies WorkerMessage);
  };
  (event as ExtendableEvent).waitUntil(notifyPages());
});

/** The first worker controls the pages that are already open, so that the next deploy does not remove their files. */
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('amber-') && ![cacheName, shareCacheName].includes(name))
            .map((name) => caches.delete(name)),
        ),
      ),
  );
});
