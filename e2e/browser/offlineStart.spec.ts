// The app offline: it starts from the cache, and its service worker blocks nothing else.
import { expect, kept, message, openChat, say, test } from '../kit/world.ts';

test('R149 R158 without a gateway a reload shows the list and the open chat, under the same policy; no failure is hidden, and none is kept', async ({
  person,
  world,
}) => {
  const alice = await person('Ada Kept');
  const bob = await person('Ben Kept');
  await openChat(alice, bob.name);
  await say(alice, 'kept for later');
  await expect(message(alice.page, 'kept for later')).toHaveCount(1);
  await kept(alice.page);
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
  await say(alice, 'written in the dark');
  await expect(message(alice.page, 'written in the dark')).toHaveCount(1);
  world.proxy.set({ offline: false });
  await bob.page.getByRole('link', { name: /^Ada Kept/ }).click();
  await expect(message(bob.page, 'written in the dark')).toHaveCount(1);
});
