// Signing out and deleting local data: nothing of the account stays in the browser, whatever tabs are open.
import { databaseNames } from '../kit/databaseNames.ts';
import type { Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { expect, message, openChat, sendMessage, test, withoutServiceWorker } from '../kit/world.ts';

/** Everything that this origin stores in the browser, as one text. */
const dumpStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name));
      kept.push(name);
      for (const store of db.objectStoreNames) kept.push(await read(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept.push(request.url, /\.(js|css)$/.test(request.url) ? '' : await (await cache.match(request))?.text());
    }
    return JSON.stringify(kept);
  });

test('T19 R151 R173 after a wipe nothing of the account is left, in three tabs', async ({ person, world }) => {
  test.setTimeout(scaledTimeout(600_000));
  const alice = await person('Ada Canary');
  const bob = await person('Ben Canary', withoutServiceWorker);
  await openChat(alice, bob.name);
  await sendMessage(alice, 'a canary in a message');
  await expect(message(alice.page, 'a canary in a message')).toHaveCount(1);
  await alice.page.getByRole('textbox', { name: 'Message' }).fill('a canary in a draft');
  const identifier = await alice.page.evaluate(
    () => (JSON.parse(localStorage.getItem('amber-session') ?? '{}') as { identifier?: string }).identifier ?? '',
  );
  const others = await Promise.all(
    [1, 2].map(async () => {
      const page = await alice.page.context().newPage();
      await page.goto(alice.page.url());
      await expect(message(page, 'a canary in a message')).toHaveCount(1);
      return page;
    }),
  );
  await expect.poll(() => dumpStorage(alice.page)).toContain('a canary in a draft');
  const canaries = ['Ada Canary', 'Ben Canary', 'a canary in', identifier].filter(Boolean);
  const before = await dumpStorage(alice.page);
  for (const canary of canaries) expect(before).toContain(canary);

  await alice.page.goto(`${world.url}settings/account`);
  await alice.page.getByRole('button', { name: 'Sign out' }).click();
  await alice.page.getByRole('button', { name: 'Remove messages' }).click();
  const all = [alice.page, ...others];
  for (const page of all) await expect(page).toHaveURL(/\/chat\/login/);
  // A database that is opened while it is deleted would be made again.
  await expect.poll(() => databaseNames(alice.page)).toEqual(['amber']);
  for (const page of all) {
    await expect
      .poll(async () => {
        const kept = await dumpStorage(page);
        return canaries.filter((canary) => kept.includes(canary));
      })
      .toEqual([]);
  }
});
