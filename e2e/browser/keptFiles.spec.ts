// What is kept for offline starts may be damaged on the disk: it is fetched again, and nobody notices.
import type { Page } from '@playwright/test';
import { expect, test } from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

/** Changes kept files in place, as a bad disk does. Resolves to their addresses. */
const corruptCachedFiles = (page: Page, named: RegExp) =>
  page.evaluate(async (pattern) => {
    const cache = await caches.open('amber-1');
    const urls = (await cache.keys()).map(({ url }) => url).filter((url) => new RegExp(pattern).test(url));
    for (const url of urls) {
      const { headers } = (await cache.match(url))!;
      await cache.put(url, new Response('damaged', { headers: { 'content-type': headers.get('content-type')! } }));
    }
    return urls;
  }, named.source);

/** Of these addresses: those whose kept copy is still the damaged one. */
const stillCorrupted = (page: Page, urls: string[]) =>
  page.evaluate(async (all) => {
    const cache = await caches.open('amber-1');
    const texts = await Promise.all(all.map(async (url) => (await (await cache.match(url))?.text()) ?? ''));
    return all.filter((_, place) => texts[place] === 'damaged');
  }, urls);

/** The addresses of kept files. */
const cachedUrls = (page: Page, named: RegExp) =>
  page.evaluate(async (pattern) => {
    const keys = await (await caches.open('amber-1')).keys();
    return keys.map(({ url }) => url).filter((url) => new RegExp(pattern).test(url));
  }, named.source);

test('R149 R155 R158 kept files that are damaged are fetched again: the host’s own, and a feature’s entry, scripts and styles @soak', async ({
  person,
  world,
}) => {
  const dana = await person('Dana Damaged');
  let { page } = dana;
  /** The tab's own memory would hide what the service worker answers. */
  const openAnew = async () => {
    await page.close();
    page = await dana.context.newPage();
    await page.goto(world.url);
  };
  const conversations = () => page.getByRole('button', { name: 'New chat' });
  await expect(conversations()).toBeVisible();
  await waitForOfflineCache(page);

  // [what, which files]
  const rows: [string, RegExp][] = [
    ['the host’s own script', /\/chat\/assets\/main\.\w+\.js$/],
    ['the host’s own later scripts', /\/chat\/assets\/(?!main|dexie)[\w-]+\.\w+\.js$/],
    ['the entry of a feature', /\/remotes\/chat\/.*\/remoteEntry\.\w+\.js$/],
    ['the scripts and styles of a feature', /\/remotes\/chat\/.*\/assets\//],
  ];
  for (const [what, named] of rows) {
    await test.step(what, async () => {
      const urls = await corruptCachedFiles(page, named);
      expect(urls.length).toBeGreaterThan(0);
      await openAnew();
      await expect(conversations()).toBeVisible();
      await expect(page.getByRole('alert', { name: /Chats|Amber/ })).toHaveCount(0);
      // What this start has not asked for stays as it is until it does.
      const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      const wanted = urls.filter((url) => asked.includes(url));
      // What is fetched ahead may have been asked for just now.
      await expect.poll(() => stillCorrupted(page, wanted)).toEqual([]);
      await waitForOfflineCache(page);
    });
  }

  // Asked for when all else stands.
  const details = await corruptCachedFiles(page, /\/chat\/registry\//);
  expect(details).toHaveLength(1);
  await openAnew();
  await expect(conversations()).toBeVisible();
  await expect.poll(() => stillCorrupted(page, details)).toEqual([]);
  await expect.poll(() => cachedUrls(page, /\/chat\/registry\//)).toEqual(details);

  // Without a network it may be lost: then the feature says so. The rest stands, and the network mends it.
  await corruptCachedFiles(page, /\/remotes\/chat\/.*\/remoteEntry\.\w+\.js$/);
  world.proxy.set({ offline: true });
  await openAnew();
  await expect(conversations().or(page.getByRole('alert', { name: 'Chats' }))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  world.proxy.set({ offline: false });
  await openAnew();
  await expect(conversations()).toBeVisible();
});

for (const [what, answer] of [
  ['missing', { status: 404, body: 'Not found' }],
  ['damaged on the way', { status: 200, body: '{"remotes":[' }],
] as const)
  test(`R149 R155 details of the registry that are ${what} take nothing away: two tabs, a lazy screen and an offline start @soak`, async ({
    person,
    world,
  }) => {
    const { page, context } = await person('Dora Details');
    const list = (tab: Page) => tab.getByRole('button', { name: 'New chat' });
    await expect(list(page)).toBeVisible();
    await waitForOfflineCache(page);
    await expect.poll(() => cachedUrls(page, /\/chat\/registry\//)).toHaveLength(1);
    let asked = 0;
    await context.route('**/chat/registry/*', (route) => {
      asked += 1;
      return route.fulfill(answer);
    });
    await page.evaluate(async () => {
      const cache = await caches.open('amber-1');
      for (const key of await cache.keys()) if (key.url.includes('/chat/registry/')) await cache.delete(key);
    });
    const before = await cachedUrls(page, /./);

    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(world.url);
    for (const tab of [page, other]) await expect(list(tab)).toBeVisible();
    await expect.poll(() => asked).toBeGreaterThan(1); // when all else stands
    await page.goto(`${world.url}settings/features`);
    await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
    expect(await cachedUrls(page, /./)).toEqual(before);

    world.proxy.set({ offline: true });
    for (const tab of [page, other]) await tab.goto(world.url);
    for (const tab of [page, other]) await expect(list(tab)).toBeVisible();
    world.proxy.set({ offline: false });
    await context.unrouteAll();
    await page.goto(world.url);
    await expect.poll(() => cachedUrls(page, /\/chat\/registry\//)).toHaveLength(1);
  });
