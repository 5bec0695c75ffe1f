// Takes the states of a conversation on a wide screen and by touch on a phone, in both themes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { conversationSteps } from '../kit/conversationStates.ts';
import { startFaultProxy } from '../kit/faultProxy.ts';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';
import { openSignedIn } from '../kit/openSignedIn.ts';
import { setTheme } from '../kit/screenChecks.ts';
import { withoutServiceWorker } from '../kit/world.ts';
import { printStatus } from '../../tools/run.ts';
import { settle } from './settle.ts';

const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const layouts: Record<string, BrowserContextOptions> = {
  wide,
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Writes the pictures to this folder, as `NUMBER-STATE.LAYOUT.THEME.png`. */
export async function takeConversationStates(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const gateway = await startGatewayProcess();
  const proxy = await startFaultProxy(gateway.port);
  const url = `http://localhost:${proxy.port}/chat/`;
  let phones = 0;
  const open = async (name: string, options: BrowserContextOptions) => {
    const context = await browser.newContext({ baseURL: url, ...withoutServiceWorker, ...options });
    phones += 1;
    const opened = { name, phone: `+49170000000${phones}`, context, page: await context.newPage() };
    await openSignedIn(opened, { url, gateway });
    return opened;
  };
  try {
    for (const [layout, options] of Object.entries(layouts)) {
      const friend = await open(`Grace ${layout}`, wide);
      const person = await open(`Ada ${layout}`, options);
      const { page } = person;
      let count = 0;
      const show = async (state: string) => {
        await settle(page);
        for (const theme of ['light', 'dark']) {
          await setTheme(page, theme);
          const name = `${String(count).padStart(2, '0')}-${state}.${layout}.${theme}.png`;
          await page.screenshot({ path: join(folder, name), animations: 'disabled' });
        }
        count += 1;
      };
      const stage = { person, friend, gateway, proxy, url, hasTouch: options.hasTouch === true, show };
      for (const step of Object.values(conversationSteps)) await step(stage);
      await Promise.all([person, friend].map(({ context }) => context.close()));
      printStatus(`took ${count} states of a conversation (${layout})`);
    }
  } finally {
    await proxy.close();
    await gateway.close();
  }
}
