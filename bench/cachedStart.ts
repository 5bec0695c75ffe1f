// B9: a cached start: from a reload to the local list of chats, while the gateway does not answer.
import { chromium } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { startMutableProxy } from './kit/mutableProxy.ts';
import { loadSignIn } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

const rounds = 9;
const chats = 200;

/** Runs in the page: milliseconds from navigation to the frame with the list. */
const timeToList = () =>
  new Promise<number>((resolve) => {
    const look = () =>
      document.querySelector('nav[aria-label="Conversations"] a')
        ? resolve(performance.now())
        : requestAnimationFrame(look);
    look();
  });

export const row: Row = {
  id: 'B9',
  description: 'cached start to the list, without calls or socket',
  goal: '≤ 1.6 × ready of B4',
  async measure() {
    const gateway = await startGateway();
    const front = await startMutableProxy(gateway.port);
    const browser = await chromium.launch(launchOptions);
    const member = await openMember(gateway, front.url);
    try {
      await member.fill(chats, 0);
      const starts: number[] = [];
      const signIns: number[] = [];
      await member.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      for (let round = 0; round < rounds + 1; round += 1) {
        front.setMuted(true);
        await member.page.reload({ waitUntil: 'commit' });
        const start = await member.page.evaluate(timeToList);
        front.setMuted(false);
        const { ready } = await loadSignIn(browser, gateway.url, false);
        if (round === 0) continue; // warms the machine
        starts.push(start);
        signIns.push(ready);
      }
      return ratio(median(starts), median(signIns), 1.6, 'ms', 'ready of B4');
    } finally {
      await member.close();
      await browser.close();
      front.close();
      await gateway.close();
    }
  },
};
