// B40: what somebody's first visit in a browser fetches, from the sign-in until 5 s after the list is usable, the offline cache included.
import { chromium } from '@playwright/test';
import { waitForOfflineCache } from '../e2e/kit/offlineCache.ts';
import { launchOptions, signIn, signInAgain } from './kit/browser.ts';
import { startCountingProxy } from './kit/countingProxy.ts';
import { startGateway } from './kit/gateway.ts';
import type { Row } from './kit/row.ts';

const goal = { kiloBytes: 450, requests: 60 };

export const row: Row = {
  id: 'B40',
  description: 'first visit until 5 s after the list is usable; the rest, fetched when idle, apart',
  goal: `≤ ${goal.kiloBytes} kB, ≤ ${goal.requests} requests`,
  async measure() {
    const gateway = await startGateway();
    const proxy = await startCountingProxy(gateway.port);
    const browser = await chromium.launch(launchOptions);
    const phone = '+493000000041';
    await signIn(await browser.newPage(), gateway.url, phone, 'First Visit', gateway.codeFor);
    const page = await (await browser.newContext()).newPage();
    await signInAgain(page, proxy.url, phone, gateway.codeFor);
    await page.waitForTimeout(5_000);
    const first = proxy.fetched();
    await waitForOfflineCache(page);
    const all = proxy.fetched();
    await browser.close();
    proxy.close();
    await gateway.close();
    const idle = { requests: all.requests - first.requests, kiloBytes: all.kiloBytes - first.kiloBytes };
    return {
      value: `${first.kiloBytes.toFixed(0)} kB in ${first.requests} requests (when idle ${idle.kiloBytes.toFixed(0)} kB in ${idle.requests})`,
      met: first.kiloBytes <= goal.kiloBytes && first.requests <= goal.requests,
      figures: { ...first, idleKiloBytes: idle.kiloBytes, idleRequests: idle.requests },
    };
  },
};
