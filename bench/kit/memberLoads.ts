// Loads a signed-in person's list of conversations cold, alternating between the federated app and one bundle.
import { type BrowserContext, chromium } from '@playwright/test';
import { launchOptions, signIn } from './browser.ts';
import { startGateway } from './gateway.ts';
import { buildOneBundle } from '../oneBundle/build.ts';
import { startMutableProxy } from './mutableProxy.ts';
import { memoize } from './row.ts';

export interface MemberLoad {
  /** Milliseconds from navigation until the list is shown. */
  ready: number;
  /** The compressed size of everything that the page and the engine loaded until then, and of prefetched files. */
  kiloBytes: number;
}

export interface MemberLoads {
  federated: MemberLoad[];
  oneBundle: MemberLoad[];
}

async function loadOnce(context: BrowserContext, url: string): Promise<MemberLoad> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await devtools.send('Network.clearBrowserCache');
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${url}channels/me`, { waitUntil: 'commit' });
  const ready = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector('nav[aria-label="Conversations"] a')
            ? resolve(performance.now())
            : requestAnimationFrame(look);
        look();
      }),
  );
  // Prefetched files count: sometimes they arrive before the list is shown, sometimes after.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/conversation\.\w+\.js$/.test(name)),
  );
  for (let before = -1; before !== bytes;) {
    before = bytes;
    await page.waitForTimeout(500);
  }
  // A worker's own script is not among the page's resources.
  const engine = await fetch(`${url}engine.js`, { headers: { 'accept-encoding': 'br' } });
  const engineBytes = Number(engine.headers.get('content-length'));
  await engine.arrayBuffer();
  const loaded = { ready, kiloBytes: (bytes + engineBytes) / 1000 };
  await page.close();
  return loaded;
}

/** Loads each of the two this many times; the first load of each is a warm-up and does not count. */
export async function measureMemberLoads(rounds: number): Promise<MemberLoads> {
  const gateways = { federated: await startGateway(), oneBundle: await startGateway(await buildOneBundle()) };

  // One origin serves both, so that both find the same session.
  const proxy = await startMutableProxy(gateways.federated.port);
  const { url } = proxy;
  const browser = await chromium.launch(launchOptions);
  const context = await browser.newContext();

  for (const [name, phone] of [
    ['Bench Friend', '+493000000011'],
    ['Bench Member', '+493000000012'],
  ] as const) {
    const own = name === 'Bench Member' ? context : await browser.newContext();
    const page = await own.newPage();
    await signIn(page, url, phone, name, gateways.federated.codeFor);
    if (own === context) {
      await page.getByRole('searchbox', { name: 'Find people' }).fill('Bench Friend');
      await page.getByRole('button', { name: 'Bench Friend' }).first().click();
      await page.getByRole('textbox', { name: 'Message' }).fill('hello');
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await page.getByRole('article').first().waitFor();
      await page.close();
    } else await own.close();
  }

  const loads: MemberLoads = { federated: [], oneBundle: [] };
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const name of ['federated', 'oneBundle'] as const) {
      proxy.redirectTo(gateways[name].port);
      const load = await loadOnce(context, url);
      if (round > 0) loads[name].push(load); // warm-up
    }
  }
  await browser.close();
  proxy.close();
  await Promise.all(Object.values(gateways).map((gateway) => gateway.close()));
  return loads;
}

export const memberLoads = memoize(() => measureMemberLoads(9));
