// Two people who share one browser, one after the other.
import type { Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import {
  expect,
  message,
  openChat,
  type Person,
  sendMessage,
  completeProfile,
  signIn,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';

async function signOutKeepingData({ page }: Person, url: string): Promise<void> {
  await page.goto(`${url}settings/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Keep messages on this device' }).click();
  await expect(page).toHaveURL(/\/chat\/login/);
}

/** The text of a page once it has loaded. */
async function pageText(page: Page, url: string, path: string, landmark: RegExp | string): Promise<string> {
  await page.goto(`${url}${path}`);
  await expect(page.getByRole('heading', { name: landmark }).first()).toBeVisible();
  await page.waitForTimeout(500); // stored data is read by then
  return page.locator('body').innerText();
}

test('R16 T19 two accounts that use one browser after each other see nothing of each other, and find their own again @soak', async ({
  person,
  world,
}) => {
  test.setTimeout(scaledTimeout(1_000_000));
  const ada = await person('Ada Early');
  const ben = await person('Ben Friend', withoutServiceWorker);
  const { page } = ada;
  await openChat(ada, ben.name);
  await sendMessage(ada, 'a word of Ada to Ben');
  await expect(message(page, 'a word of Ada to Ben').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  const chat = new URL(page.url()).pathname.replace(/^\/chat\//, '');
  await page.getByRole('textbox', { name: 'Message' }).fill('a draft of Ada');
  await page.waitForTimeout(600); // drafts are saved after a pause
  await signOutKeepingData(ada, world.url);

  const cid: Person = { ...ada, name: 'Cid Later', phone: ada.phone.replace(/^\+4917/, '+4916') };
  await signIn(cid, world.gateway);
  await completeProfile(cid);
  const ofAda = /Ada Early|a word of Ada|a draft of Ada/;
  for (const [path, heading] of [
    ['', 'Chats'],
    ['contacts', 'Contacts'],
    ['contacts/new', 'New contacts'],
    ['settings/devices', /.+/],
    ['settings/favorites', /.+/],
  ] as const) {
    expect(await pageText(page, world.url, path, heading), `/${path}`).not.toMatch(ofAda);
  }
  await page.goto(`${world.url}${chat}`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // An engine whose page goes while it begins can still hold the next one up: its calls are asked again after their time.
  await expect(page.getByText('You are not in this chat')).toBeVisible({ timeout: scaledTimeout(300_000) });
  expect(await page.locator('body').innerText()).not.toMatch(ofAda);
  await page.goto(world.url);
  await openChat(cid, ben.name);
  await sendMessage(cid, 'a word of Cid to Ben');
  await expect(message(page, 'a word of Cid to Ben').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  await expect(message(page, 'a word of Ada to Ben')).toHaveCount(0);
  await signOutKeepingData(cid, world.url);

  await world.gateway.resetCodeQuota();
  await signIn(ada, world.gateway);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto(world.url);
  await page.getByRole('link', { name: /^Ben Friend/ }).click();
  await expect(message(page, 'a word of Ada to Ben')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a draft of Ada');
  expect(await page.locator('body').innerText()).not.toMatch(/Cid Later|a word of Cid/);
});
