// The browser of a benchmark, and a person who signs in with it.
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../e2e/kit/chromiumOptions.ts';

export const launchOptions = chromiumOptions();

/** A browser with its profile in this folder, so that its databases are files, as a real person's are. */
export const launchProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...launchOptions, viewport: { width: 1440, height: 900 } });

type CodeFor = (phone: string) => Promise<string>;

const findPeople = (page: Page) => page.getByRole('searchbox', { name: 'Find people' });

async function enterCode(page: Page, url: string, phone: string, codeFor: CodeFor): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  // Six digits sign in by themselves.
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await codeFor(phone));
}

/** Signs somebody who has an account in on a fresh page; ends on the list of chats. */
export async function signInAgain(page: Page, url: string, phone: string, codeFor: CodeFor): Promise<void> {
  await enterCode(page, url, phone, codeFor);
  await findPeople(page).waitFor();
}

/** Signs in and sets up on a fresh page; ends on the list of chats. */
export async function signIn(page: Page, url: string, phone: string, name: string, codeFor: CodeFor): Promise<void> {
  await enterCode(page, url, phone, codeFor);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await findPeople(page).waitFor();
}
