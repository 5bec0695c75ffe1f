// Files are forwarded without being uploaded again.
import type { Page } from '@playwright/test';
import { pictureFile } from '../kit/pictureFile.ts';
import { expect, message, messageInput, openChat, sendMessage, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

const messageLog = (page: Page) => page.getByRole('log', { name: 'Messages' });

test('R212 a picture goes on to two chats with its text, and no upload', async ({ person, world }) => {
  const [alice, bob, carol] = await Promise.all(
    ['Abe Forward', 'Bea Forward', 'Cal Forward'].map((name) => person(name)),
  );
  for (const name of ['Cal Forward', 'Bea Forward']) {
    await openChat(alice!, name);
    await sendMessage(alice!, 'the first word');
  }
  const { page } = alice!;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles([pictureFile('map.png', 480, 320)]);
  await messageInput(page).pressSequentially('we meet here');
  await messageInput(page).press('Enter');
  await bob!.page.getByRole('link', { name: /^Abe Forward/ }).click();
  const received = messageLog(bob!.page).getByRole('img', { name: 'Photo map.png' });
  await expect(received).toBeVisible();
  await expect(messageLog(page).getByRole('progressbar')).toHaveCount(0);
  await openChat(bob!, 'Cal Forward');
  await sendMessage(bob!, 'hello');
  await bob!.page.getByRole('link', { name: /^Abe Forward/ }).click();

  const calls = (name: string) => world.gateway.output().split(name).length - 1;
  const before = { uploads: calls('/file/uploadInfo'), holds: calls('/file/hold') };
  await received.click({ button: 'right' });
  await bob!.page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
  const dialog = bob!.page.getByRole('dialog', { name: 'Forward to' });
  await dialog.getByRole('checkbox', { name: /Cal Forward/ }).click();
  await dialog.getByRole('checkbox', { name: /Abe Forward/ }).click();
  await dialog.getByRole('button', { name: 'Forward' }).click();

  await carol!.page.getByRole('link', { name: /^Bea Forward/ }).click();
  await expect(messageLog(carol!.page).getByRole('img', { name: 'Photo map.png' })).toBeVisible();
  await expect(message(carol!.page, 'we meet here')).toContainText('Forwarded');
  await expect(messageLog(page).getByRole('img', { name: 'Photo map.png' })).toHaveCount(2);
  expect(calls('/file/hold')).toBeGreaterThan(before.holds);
  expect(calls('/file/uploadInfo')).toBe(before.uploads);
});
