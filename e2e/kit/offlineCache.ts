// Waits for the files of an offline start.
import { expect, type Page } from '@playwright/test';

/**
 * Waits until the service worker has cached everything, of which the host's files are the last, and controls the page.
 */
export const waitForOfflineCache = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const list = await caches.match('/chat/files.json');
        const cached = await Promise.all(
          Object.keys((await list?.json()) ?? { none: '' }).map((file) => caches.match(`/chat/${file}`)),
        );
        return cached.every((file) => file !== undefined) && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);
