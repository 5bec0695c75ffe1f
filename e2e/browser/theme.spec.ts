// The themes: choosing one, and following the system.
import type { Page } from '@playwright/test';
import { expect, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

const background = { dark: 'rgb(17, 17, 17)', light: 'rgb(241, 241, 241)' };
const themeColor = { dark: '#111111', light: '#f1f1f1' };

async function expectTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', background[theme]);
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', themeColor[theme]);
}

test('R219 a theme is chosen by keyboard in Settings, for every tab, and before the first paint of the next visit', async ({
  sharedPerson,
}) => {
  const { page, context } = await sharedPerson('Vera Voice');
  await page.goto('/chat/settings/appearance');
  const other = await context.newPage();
  await other.goto('/chat/contacts');
  // The browser of the tests prefers light, but nobody has chosen to follow it.
  for (const tab of [page, other]) await expectTheme(tab, 'dark');
  await page.bringToFront();
  const language = page.getByRole('radio', { name: 'Same as browser' });
  await language.focus();
  await expect(language).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  for (const tab of [page, other]) await expectTheme(tab, 'light');

  // The app's scripts arrive later than the page, which has its theme in each frame.
  const scripts = Promise.withResolvers<void>();
  await other.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await other.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const look = () => {
      if (document.body) seen.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await other.reload({ waitUntil: 'commit' });
  await expectTheme(other, 'light');
  await expect(other.locator('#root[data-waiting]')).toBeAttached();
  scripts.resolve();
  await expect(other.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  expect(await other.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([
    background.light,
  ]);

  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Same as system' })).toBeChecked();
  for (const tab of [page, other]) {
    await expectTheme(tab, 'light');
    await tab.emulateMedia({ colorScheme: 'dark' });
    await expectTheme(tab, 'dark');
    await tab.emulateMedia({ colorScheme: 'light' });
    await expectTheme(tab, 'light');
  }
  await page.keyboard.press('ArrowRight'); // around to the first
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  for (const tab of [page, other]) await expectTheme(tab, 'dark');
  await other.close();
});
