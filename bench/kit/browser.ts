// The browser of a benchmark, and a person who signs in with it.
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../e2e/kit/chromiumOptions.ts';

export const launchOptions = chromiumOptions();

/** A browser with its profile in this folder, so that its databases are files, as a real person's are. */
export const launchProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...launchOptions, viewport: { width: 1440, height: 900 } });

/** Signs in and sets up on a fresh page; ends on the list of chats. */
export async function signIn(
  page: Page,
  url: string,
  phone: string,
  name: string,
  codeFor: (phone: string) => Promise<string>,
): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await codeFor(phone));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('searchbox', { name: 'Find people' }).waitFor();
}
