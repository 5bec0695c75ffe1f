// Back closes what is topmost, and nothing else: pictures, menus, searches and answers, and never the chat below them.
import type { Page } from '@playwright/test';
import { pictureFile } from '../kit/pictureFile.ts';
import { expect, message, messageInput, openChat, sendMessage, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

const menuOf = async (page: Page, text: string) => {
  await message(page, text).click({ button: 'right', position: { x: 4, y: 4 } });
  await expect(page.getByRole('menu')).toBeVisible();
};

test('R211 R183 Back closes the topmost layer, and typing goes to the composer @journey', async ({ person }) => {
  await person('Lia Layer');
  const tom = await person('Tom Layer');
  const { page } = tom;
  await openChat(tom, 'Lia Layer');
  await sendMessage(tom, 'see https://example.com');
  await page.locator('input[type="file"]').setInputFiles(pictureFile('hill.png', 320, 240));
  await page.keyboard.press('Enter');
  const photo = page.getByRole('log').getByRole('img', { name: 'Photo hill.png' });
  await expect(photo).toBeVisible();
  const address = page.url();
  const dialog = page.getByRole('dialog');
  const search = page.getByRole('search', { name: 'Search in this chat' });
  const details = page.getByRole('complementary', { name: 'Details' });

  await test.step('a picture', async () => {
    await photo.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    expect(page.url()).toBe(address);
  });

  await test.step('a menu over a search, after a layer that Escape has closed', async () => {
    await photo.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+f');
    await expect(search).toBeVisible();
    await menuOf(page, 'see https');
    await page.goBack();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(search).toBeVisible();
    await page.goBack();
    await expect(search).toBeHidden();
    expect(page.url()).toBe(address);
  });

  await test.step('an answer, and a selection', async () => {
    await menuOf(page, 'see https');
    await page.getByRole('menuitem', { name: 'Reply' }).click();
    await expect(page.getByText('Reply to yourself')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Reply to yourself')).toBeHidden();
    await menuOf(page, 'see https');
    await page.getByRole('menuitem', { name: 'Select' }).click();
    await expect(page.getByRole('toolbar', { name: /selected/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('toolbar', { name: /selected/ })).toBeHidden();
    expect(page.url()).toBe(address);
  });

  await test.step('a panel with its address, closed by Escape, does not come back', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(details).toBeVisible();
    await page.getByRole('button', { name: 'Emoji' }).click();
    await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeHidden();
    await expect(details).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    expect(page.url()).toBe(address);
  });

  await test.step('a link within a layer leads on, and back, and forward', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    // By key, because what both have in common is loaded above the button and moves it.
    await details.getByRole('button', { name: 'Delete chat' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog').or(dialog)).toBeVisible();
    await page.keyboard.press('Escape');
    await details.getByRole('link', { name: 'Profile' }).click();
    await expect(details).toBeHidden();
    const profile = page.url();
    await page.goBack();
    await expect(details).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(profile);
    await page.goBack();
    await expect(details).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(details).toBeHidden();
  });

  await test.step('typing with nothing in focus', async () => {
    // After the profile the chat was mounted again. Keys that come before its composer go nowhere.
    await expect(messageInput(page)).toBeFocused();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type('hello');
    await expect(messageInput(page)).toHaveValue('hello');
  });
});
