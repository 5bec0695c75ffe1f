// What loads or appears on demand: a dialog's code, a tooltip.
import { expect, expectAccessible, openChat, test, withoutServiceWorker } from '../kit/world.ts';

test('R158 a dialog whose code does not come is said to be missing, and pressing again opens it', async ({
  person,
  complaints,
}) => {
  const { page, context } = await person('Dora Demand', withoutServiceWorker);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await context.route('**/chat/assets/*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Part of Amber could not be loaded').first()).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Sign out of this device?' })).toHaveCount(0);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ChunkLoadError')]);
  await context.unrouteAll();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
});

test('the dialogs and the details of the chats come when they are asked for', async ({ person }) => {
  await person('Otto Other', withoutServiceWorker);
  const cleo = await person('Cleo Chunks', withoutServiceWorker);
  const { page } = cleo;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'New group' }).click();
  await expect(page.getByRole('dialog', { name: 'New group' })).toBeVisible();
  expect(asked.filter((url) => /chat\/[^/]+\/assets\/dialogs\..*\.js$/.test(url))).toHaveLength(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openChat(cleo, 'Otto Other');
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
});

test('an icon has its name beside it when it is hovered or focused by keyboard, until Escape', async ({ person }) => {
  const { page } = await person('Theo Tooltip', withoutServiceWorker);
  await page.getByRole('link', { name: 'Settings' }).click();
  const copy = page.getByRole('button', { name: 'Copy' }).first();
  const name = (await copy.getAttribute('aria-label'))!;
  const tooltip = page.locator('body > div', { hasText: new RegExp(`^${name}$`) });

  // What still arrives may move the control from under the pointer, which hides the tooltip.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await copy.hover();
    await expect(tooltip).toBeVisible({ timeout: 5_000 });
    const [at, control] = [await tooltip.boundingBox({ timeout: 5_000 }), await copy.boundingBox()];
    expect(at!.y).toBeGreaterThan(control!.y + control!.height);
    expect(Math.abs(at!.x + at!.width / 2 - control!.x - control!.width / 2)).toBeLessThan(control!.width);
  }).toPass();
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);

  await copy.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(copy).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await expect(copy).toBeFocused();
});
