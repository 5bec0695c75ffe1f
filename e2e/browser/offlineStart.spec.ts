// The app offline: it starts from the cache, and its service worker blocks nothing else.
import { call } from '@amber/gateway/testing/client';
import { accountOf } from '../kit/accountOf.ts';
import { expect, message, openChat, sendMessage, test } from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

test('R149 R158 without a gateway a reload shows the list and the open chat, under the same policy; no failure is hidden, and none is kept @journey', async ({
  person,
  world,
}) => {
  const alice = await person('Ada Kept');
  const bob = await person('Ben Kept');
  await openChat(alice, bob.name);
  await sendMessage(alice, 'kept for later');
  await expect(message(alice.page, 'kept for later')).toHaveCount(1);
  const { token } = await accountOf(bob.page);
  await call(world.url.replace('/chat/', ''), 'circle.post', { text: 'read in the tunnel' }, { token });
  await world.gateway.executeSql(
    `insert into campaign (id, title, begins_at, ends_at) values ('tunnel', 'Tunnel badges', 1, ${Date.now() + 3_600_000})`,
  );
  const openSection = (name: string) =>
    alice.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await openSection('Airdrop');
  await expect(alice.page.getByRole('link', { name: /Tunnel badges/ })).toBeVisible();
  await alice.page.goBack();
  await openSection('Moments');
  await expect(alice.page.getByText('read in the tunnel')).toBeVisible();
  await alice.page.goBack();
  await waitForOfflineCache(alice.page);
  const seen = await alice.page.evaluate(async () => {
    const missing = await fetch('/chat/assets/none.01234567.js');
    const cache = await caches.open('amber-1');
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return { missing: missing.status, statuses: [...new Set(answers.map((answer) => answer!.status))] };
  });
  expect(seen).toEqual({ missing: 404, statuses: [200] });
  world.proxy.set({ offline: true });
  const answered = await alice.page.reload();
  expect(answered!.fromServiceWorker()).toBe(true);
  expect(answered!.headers()['content-security-policy']).toContain("default-src 'none'");
  await expect(message(alice.page, 'kept for later')).toHaveCount(1);
  await expect(
    alice.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^Ben Kept/ }),
  ).toBeVisible();
  await sendMessage(alice, 'written in the dark');
  await expect(message(alice.page, 'written in the dark')).toHaveCount(1);
  await openSection('Moments');
  // A feature may be loaded before the address changes.
  await expect(alice.page).toHaveURL(/\/moments$/);
  await alice.page.reload();
  await expect(alice.page.getByText('read in the tunnel')).toBeVisible();
  await expect(alice.page.getByText('You are offline. Posts may be out of date.')).toBeVisible();
  await openSection('Airdrop');
  await expect(alice.page).toHaveURL(/\/airdrop/);
  await alice.page.reload();
  await expect(alice.page.getByRole('link', { name: /Tunnel badges/ })).toBeVisible();
  await expect(alice.page.getByText(/^Offline\. Last updated:/)).toBeVisible();
  world.proxy.set({ offline: false });
  await bob.page.getByRole('link', { name: /^Ada Kept/ }).click();
  await expect(message(bob.page, 'written in the dark')).toHaveCount(1);
});
