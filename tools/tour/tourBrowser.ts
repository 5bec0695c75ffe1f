// The page on which the tour shows what people see: in a window of its own where there is a display.
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../chromium.ts';

export interface TourBrowser {
  /** Loads the feature's page again, and waits for this title. @throws Error when it does not appear. */
  expectTitle(title: string): Promise<void>;
  /** The same for a title that the page falls back to, after it has loaded this version. */
  expectFallback(title: string, version: string): Promise<void>;
  /** Loads it again, and waits until it is not there: a path that nobody has published leads to the sign-in page. */
  expectNothing(): Promise<void>;
  close(): Promise<void>;
}

/** Whether a window would appear. */
export const hasDisplay = (): boolean =>
  ['darwin', 'win32'].includes(process.platform) || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

interface TourBrowserOptions {
  url: string;
  headless: boolean;
  /** The id by which this browser is in a rollout's share. */
  bucket: string;
}

export async function openTourBrowser({ url, headless, bucket }: TourBrowserOptions): Promise<TourBrowser> {
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({ executablePath, headless, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: null, serviceWorkers: 'block' });
  await context.addInitScript((id) => {
    localStorage['amber-visitor'] ??= id;
  }, bucket);
  const page: Page = await context.newPage();
  const expectHeading = async (name: string | RegExp) => {
    await page.goto(url);
    await page
      .getByRole('heading', { name, exact: true })
      .waitFor()
      .catch(async (cause: unknown) => {
        const text = await page.locator('body').innerText();
        throw new Error(`${url} does not show ${name}, but:\n${text}`, { cause });
      });
  };
  return {
    expectTitle: expectHeading,
    async expectFallback(title, version) {
      const isOfVersion = (address: string) => address.includes(`/${version}/`);
      const loaded = page.waitForResponse((response) => isOfVersion(response.url()));
      await expectHeading(title);
      await loaded;
    },
    expectNothing: () => expectHeading(/^(?:Sign in|Page not found)$/),
    close: () => browser.close(),
  };
}

/** For people who look with their own browser: nothing is checked. */
export const noTourBrowser: TourBrowser = {
  expectTitle: async () => undefined,
  expectFallback: async () => undefined,
  expectNothing: async () => undefined,
  close: async () => undefined,
};
