// B27: a feed of moments with pictures, painted from local data while the gateway does not answer.
import { chromium } from '@playwright/test';
import { buildPage } from './kit/buildPage.ts';
import { launchOptions } from './kit/browser.ts';
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { startMutableProxy } from './kit/mutableProxy.ts';
import { loadSignIn } from './kit/pageLoads.ts';
import { replaceMoments } from './kit/moments.ts';
import { median, ratio, type Row } from './kit/row.ts';

const rounds = 9;
const posts = 500;

/** Runs in the page: milliseconds from navigation to the frame with the first moments. */
const timeToFeed = () =>
  new Promise<number>((resolve) => {
    const look = () =>
      document.querySelector('main section article')
        ? requestAnimationFrame(() => resolve(performance.now()))
        : requestAnimationFrame(look);
    look();
  });

export const row: Row = {
  id: 'B27',
  description: 'feed of moments from cache, without calls or socket',
  goal: '≤ 1.6 × the floor of B4',
  async measure() {
    const gateway = await startGateway();
    const floorGateway = await startGateway(await buildPage('floor'));
    const front = await startMutableProxy(gateway.port);
    const browser = await chromium.launch(launchOptions);
    const { page, close } = await openMember(gateway, front.url);
    try {
      await replaceMoments(gateway, posts);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await page.goto(`${front.url}moments`);
      await page.locator('main section article').first().waitFor();
      await page.waitForTimeout(2_000); // stores what was fetched
      const feeds: number[] = [];
      const floors: number[] = [];
      for (let round = 0; round < rounds + 1; round += 1) {
        front.setMuted(true);
        await page.reload({ waitUntil: 'commit' });
        const feed = await page.evaluate(timeToFeed);
        front.setMuted(false);
        const { ready } = await loadSignIn(browser, floorGateway.url, false);
        if (round === 0) continue; // warms the machine
        feeds.push(feed);
        floors.push(ready);
      }
      return ratio(median(feeds), median(floors), 1.6, 'ms');
    } finally {
      await close();
      await browser.close();
      front.close();
      await floorGateway.close();
      await gateway.close();
    }
  },
};
