// The installed app: what a browser needs to offer it, and what the system's share menu hands to it.
import { pictureFile } from '../kit/pictureFile.ts';
import { expect, expectAccessible, openChat, test, messageInput, withoutServiceWorker } from '../kit/world.ts';

test('R190 the app can be installed, and what is shared with it goes into a chosen chat @journey', async ({
  person,
  world,
}) => {
  const ivy = await person('Ivy Install');
  await person('Jon Joiner', withoutServiceWorker);
  const { page, context } = ivy;
  await openChat(ivy, 'Jon Joiner');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/chat/manifest.en.webmanifest');
  const tools = await context.newCDPSession(page);
  expect((await tools.send('Page.getAppManifest')).errors).toEqual([]);
  // Chromium's tests run in windows that install nothing.
  const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

  const picture = [...pictureFile('walk.png', 40, 30).buffer];
  await page.evaluate(async (bytes) => {
    const form = new FormData();
    form.set('title', 'A walk');
    form.set('url', 'https://walks.example');
    form.append('pictures', new File([new Uint8Array(bytes)], 'walk.png', { type: 'image/png' }));
    await fetch('/chat/share', { method: 'POST', body: form, redirect: 'manual' });
  }, picture);
  await page.goto(`${world.url}share`);
  await expect(page.getByRole('heading', { name: 'Share to a chat' })).toBeVisible();
  await expect(page.getByText('1 picture')).toBeVisible();
  await expect(page.getByRole('button', { name: /^General Welcome/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Jon Joiner' }).click();
  await expect(messageInput(page)).toHaveValue('A walk\nhttps://walks.example');
  await expect(page.getByText('walk.png')).toBeVisible();
  await page.goto(`${world.url}share`);
  await expect(page.getByRole('heading', { name: 'Nothing to share' })).toBeVisible();
});
