// B24: what the second feature with a conversation fetches, up to an open room, after a chat was open.
import { chromium } from '@playwright/test';
import { launchOptions, signIn } from './kit/browser.ts';
import { startGateway } from './kit/gateway.ts';
import type { Row } from './kit/row.ts';

const goal = 75;
const scriptOrStyle = /\.(?:js|css)$/;

export const row: Row = {
  id: 'B24',
  description: 'second feature with a conversation, after the first: a room after a chat',
  goal: `≤ ${goal} kB`,
  async measure() {
    const gateway = await startGateway();
    const browser = await chromium.launch(launchOptions);
    const friend = await browser.newContext();
    await signIn(await friend.newPage(), gateway.url, '+493000000024', 'Second Friend', gateway.codeFor);
    await friend.close();
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await signIn(page, gateway.url, '+493000000025', 'Second Member', gateway.codeFor);

    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const addresses = new Map<string, string>();
    const files: [address: string, bytes: number][] = [];
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const address = addresses.get(requestId) ?? '';
      if (scriptOrStyle.test(address)) files.push([address, encodedDataLength]);
    });
    /** Waits until the features have prefetched what they want to have. */
    const settle = async () => {
      for (let before = -1; before !== files.length;) {
        before = files.length;
        await page.waitForTimeout(1_000);
      }
    };

    await page.getByRole('searchbox', { name: 'Find people' }).fill('Second Friend');
    await page.getByRole('button', { name: 'Second Friend' }).first().click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await settle();
    await page.getByRole('link', { name: 'Create space' }).click();
    await page.getByRole('textbox', { name: 'Space name' }).fill('Second');
    await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
    await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await settle();
    // The form that makes the space is no part of a room.
    const second = files.filter(([address]) => address.includes('/remotes/channels/') && !/\/forms\./.test(address));
    await browser.close();
    await gateway.close();
    const kiloBytes = second.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
    return {
      value: `${kiloBytes.toFixed(1)} kB in ${second.length} files`,
      met: kiloBytes <= goal,
      figures: { kiloBytes, files: second.length },
    };
  },
};
