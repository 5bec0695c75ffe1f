// The list without a connection: what was there, and how old it is.
import { waitForOfflineCache } from '../kit/offlineCache.ts';
import { expect, openChat, sendMessage, test } from '../kit/world.ts';

test('R185 started without a network, the list shows what was there, with its age', async ({ person, world }) => {
  const { page } = await person('Ola Offline');
  const writer = await person('Wes Writer');
  await openChat(writer, 'Ola Offline');
  await sendMessage(writer, 'before the tunnel');
  const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^Wes Writer/ });
  await expect(row).toContainText('before the tunnel');
  await waitForOfflineCache(page);
  const connection = page.getByRole('status', { name: 'Connection' });
  await expect(connection).toBeHidden();

  world.proxy.set({ offline: true });
  await page.reload();
  await expect(row).toContainText('before the tunnel');
  await expect(connection).toContainText('Last updated');
  world.proxy.set({ offline: false });
  await expect(connection).toBeHidden();
});
