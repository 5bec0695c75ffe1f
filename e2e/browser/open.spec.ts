// The public pages: what the product is, and what it does with people's data.
import { call } from '@amber/gateway/testing/client';
import type { Page } from '@playwright/test';
import { accountOf } from '../kit/accountOf.ts';
import { expect, expectAccessible, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

const day = 86_400_000;
const sizes = [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Nothing is wider than the window. */
const expectNoHorizontalOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );

test('R10 R32 the landing page shows a visitor the product, public spaces and live campaigns, without the member’s code @journey', async ({
  person,
  newcomer,
  world,
}) => {
  const { page: own } = await person('Lara Lander');
  await expect(own.getByRole('main').getByRole('heading', { name: 'Chats' })).toBeVisible();
  const { identifier, token } = await accountOf(own);
  await world.gateway.kill();
  await world.gateway.start({ AMBER_OPERATORS: identifier });
  const now = Date.now();
  const campaign = { id: 'dawn', title: 'Dawn drops', reward: '5 drops', begins: now - 1, ends: now + day };
  const origin = world.url.replace('/chat/', '');
  await call(origin, 'airdrop.save', { campaign }, { token });
  await call(
    origin,
    'airdrop.save',
    { campaign: { ...campaign, id: 'dusk', title: 'Dusk drops', begins: now - 2 * day, ends: now - day } },
    { token },
  );

  const { page } = await newcomer('Vic Visitor');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${world.url}home`);
  await expect(page.getByRole('heading', { name: 'Conversations that last.', level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: /A chat in Amber/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Public spaces' }).getByRole('link', { name: /^Welcome/ }),
  ).toBeVisible();
  const campaigns = page.getByRole('region', { name: 'Live campaigns' });
  // Other tests may have campaigns here, too.
  await expect(campaigns.getByRole('link', { name: /Dawn drops/ })).toContainText('5 drops');
  await expect(campaigns.getByRole('link', { name: /Dusk drops/ })).toHaveCount(0);
  expect(asked.filter((url) => /\/assets\/member\./.test(url) || url.includes('/remotes/'))).toEqual([]);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoHorizontalOverflow(page);
    await expectAccessible(page);
  }

  await campaigns.getByRole('link', { name: /Dawn drops/ }).click();
  await expect(page.getByRole('heading', { name: 'Dawn drops' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^Welcome/ }).click();
  await page.getByRole('link', { name: 'Sign in to join' }).click();
  await expect(page.getByRole('button', { name: 'Get code' })).toBeVisible();
  await page.goto(`${world.url}home`);
  await page.getByRole('link', { name: 'Start a conversation' }).first().click();
  await expect(page.getByRole('button', { name: 'Get code' })).toBeVisible();

  await own.goto(`${world.url}home`);
  await own.getByRole('link', { name: 'Open Amber' }).click();
  await expect(own.getByRole('searchbox', { name: 'Find people' })).toBeVisible();
});

test('R32 what of the landing page cannot be fetched says so, and comes by a press', async ({ newcomer, world }) => {
  const { page } = await newcomer('Otis Offline');
  await page.goto(`${world.url}home`);
  await expect(page.getByRole('link', { name: /^Welcome/ })).toBeVisible();
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  world.proxy.set({ offline: true });
  await page.getByRole('link', { name: 'About Amber' }).click();
  const spaces = page.getByRole('region', { name: 'Public spaces' });
  await expect(spaces.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  world.proxy.set({ offline: false });
  await spaces.getByRole('button', { name: 'Retry' }).click();
  await expect(spaces.getByRole('link', { name: /^Welcome/ })).toBeVisible();
});

test('R10 R32 the privacy page is text that anybody can read, find one’s way in, and leave', async ({
  newcomer,
  world,
}) => {
  const { page } = await newcomer('Pia Private');
  await page.goto(`${world.url}privacy-policy`);
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Privacy – Amber');
  await expect(page.getByRole('region', { name: 'In short' })).toContainText('cannot read');
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  for (const name of await links.allTextContents())
    await expect(page.getByRole('heading', { name, level: 2 })).toBeAttached();
  await links.filter({ hasText: 'How long data is kept' }).click();
  await expect(page.getByRole('heading', { name: 'How long data is kept' })).toBeInViewport();
  await expect(page.getByText('at most 46 days')).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoHorizontalOverflow(page);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Amber', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Conversations that last.' })).toBeInViewport();
  await expect(page).toHaveTitle('Amber');
});
