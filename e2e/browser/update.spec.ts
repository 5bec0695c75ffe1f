// A new build of the host: it is announced, waits for consent, and then runs in every tab that agreed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTestGateway } from '@amber/gateway/testing';
import { bin, root, run } from '../../tools/run.ts';
import { startFaultProxy } from '../kit/faultProxy.ts';
import { waitForValue } from '../kit/gatewayProcess.ts';
import { expect, openNewcomer, completeProfile, signIn, test } from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

/** The host as a later build. */
async function buildNextHost(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-next-'));
  const tomorrow = Math.floor(Date.now() / 1_000) + 86_400;
  const { status, output } = await run(bin('rspack'), ['build', '-o', folder], {
    cwd: join(root, 'shell'),
    env: { NODE_ENV: 'production', SOURCE_DATE_EPOCH: String(tomorrow) },
    quiet: true,
  });
  expect(status, output).toBe(0);
  return folder;
}

/** The page's own script, which identifies a build. */
const main = (page: Page) => page.locator('script[src]').first();
const notice = (page: Page) => page.getByText('A new version is ready.');
const clickReload = (page: Page) => page.getByRole('button', { name: 'Reload' }).click();
/** Focus makes the page check for an update. */
const dispatchFocus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('R158 R159 R190 C16 a new build is announced, changes nothing until one agrees, and then runs', async ({
  browser,
  complaints,
}) => {
  const [old, next] = await Promise.all([
    startTestGateway({ shellDir: join(root, 'shell', 'dist'), remotesDir: join(root, 'remotes') }),
    buildNextHost(),
  ]);
  const { databaseUrl, codes } = old;
  const deployed = await startTestGateway({ databaseUrl, shellDir: next, remotesDir: join(root, 'remotes') });
  const proxy = await startFaultProxy(Number(new URL(old.url).port));
  const world = {
    url: `http://localhost:${proxy.port}/chat/`,
    gateway: { codeFor: (phone: string) => waitForValue('a code', () => codes.get(phone)) },
  };
  const person = await openNewcomer(browser, { world, complaints }, 'Uma Update');
  const { page, context } = person;
  try {
    await page.goto(world.url);
    await signIn(person, world.gateway);
    await completeProfile(person);
    await waitForOfflineCache(page);
    const script = (await main(page).getAttribute('src'))!;
    const other = await context.newPage();
    await other.goto(`${world.url}moments`);
    await expect(other.getByRole('heading', { name: 'Moments' })).toBeVisible();

    proxy.redirectTo(Number(new URL(deployed.url).port));
    proxy.reset();
    await dispatchFocus(page);
    for (const tab of [page, other]) await expect(notice(tab)).toBeVisible();
    // Files that the gateway no longer has are served from the cache.
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
    await expect(main(page)).toHaveAttribute('src', script);

    await clickReload(page);
    await expect(main(page)).not.toHaveAttribute('src', script);
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
    const newer = (await main(page).getAttribute('src'))!;
    await expect(main(other)).toHaveAttribute('src', script);
    await clickReload(other);
    await expect(main(other)).toHaveAttribute('src', newer);
    await dispatchFocus(page);
    for (const tab of [page, other]) await expect(notice(tab)).toHaveCount(0);
  } finally {
    await context.close();
    await proxy.close();
    await deployed.close();
    await old.close();
    rmSync(next, { recursive: true });
  }
});
