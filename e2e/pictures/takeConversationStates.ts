// Takes the states of a conversation on a wide screen, in both themes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { visitConversationStates } from '../kit/conversationStates.ts';
import { startFaultProxy } from '../kit/faultProxy.ts';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';
import { openSignedIn } from '../kit/openSignedIn.ts';
import { setTheme } from '../kit/screenChecks.ts';
import { withoutServiceWorker } from '../kit/world.ts';
import { printStatus } from '../../tools/run.ts';
import { settle } from './settle.ts';

const viewport = { width: 1440, height: 900 };

/** Writes the pictures to this folder, as `NUMBER-STATE.THEME.png`. */
export async function takeConversationStates(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const gateway = await startGatewayProcess();
  const proxy = await startFaultProxy(gateway.port);
  const url = `http://localhost:${proxy.port}/chat/`;
  try {
    const open = async (name: string, phone: string) => {
      const context = await browser.newContext({ baseURL: url, ...withoutServiceWorker, viewport });
      const opened = { name, phone, context, page: await context.newPage() };
      await openSignedIn(opened, { url, gateway });
      return opened;
    };
    const friend = await open('Grace Friend', '+491700000001');
    const person = await open('Ada Person', '+491700000002');
    const { page } = person;
    let count = 0;
    await visitConversationStates({ person, friend, gateway, proxy, url }, async (state) => {
      await settle(page);
      for (const theme of ['light', 'dark']) {
        await setTheme(page, theme);
        const name = `${String(count).padStart(2, '0')}-${state}.${theme}.png`;
        await page.screenshot({ path: join(folder, name), animations: 'disabled' });
      }
      count += 1;
    });
    await Promise.all([person, friend].map(({ context }) => context.close()));
    printStatus(`took ${count} states of a conversation`);
  } finally {
    await proxy.close();
    await gateway.close();
  }
}
