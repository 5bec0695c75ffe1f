// B29: the sign-in form is visible and typed into, plain and throttled.
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { buildPage } from './kit/buildPage.ts';
import { startGateway } from './kit/gateway.ts';
import { throttling } from './kit/pageLoads.ts';
import { median, type Row } from './kit/row.ts';

const goal = 0.7;
const rounds = 9;

/** Runs in the page: puts the caret into the visible field, and records when the first letter has arrived there. */
function observe(): void {
  const marks = { typed: 0 };
  Object.assign(globalThis, { marks });
  addEventListener('input', () => (marks.typed ||= performance.now()));
  const look = () => {
    const box = document.querySelector<HTMLInputElement>('input[type=tel]');
    if (box?.checkVisibility() && performance.getEntriesByName('first-contentful-paint').length > 0) box.focus();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds of one cold load, while somebody presses a key again and again. */
async function timeToTyped(browser: Browser, url: string, throttled: boolean): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  if (throttled) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', throttling.network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpu });
  }
  await page.addInitScript(observe);
  await page.goto(`${url}login`, { waitUntil: 'commit' });
  const marked = () => page.evaluate(() => (globalThis as unknown as { marks: { typed: number } }).marks.typed);
  let typed = 0;
  while (typed === 0) {
    await page.keyboard.press('4');
    typed = await marked();
  }
  // The typed text must still be there when the page's script has taken over.
  await page.waitForLoadState('load');
  await page.waitForFunction(() => !document.querySelector('#root[data-waiting]'));
  if (!(await page.locator('input[type=tel]').inputValue()).startsWith('4')) throw new Error('what was typed is lost');
  await context.close();
  return typed;
}

async function measure(throttled: boolean): Promise<number> {
  const browser = await chromium.launch(launchOptions);
  const gateways = { amber: await startGateway(), floor: await startGateway(await buildPage('floor')) };
  const loads: Record<keyof typeof gateways, number[]> = { amber: [], floor: [] };
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const name of ['amber', 'floor'] as const) {
      const typed = await timeToTyped(browser, gateways[name].url, throttled);
      if (round > 0) loads[name].push(typed); // warm-up
    }
  }
  await Promise.all(Object.values(gateways).map((gateway) => gateway.close()));
  await browser.close();
  return median(loads.amber) / median(loads.floor);
}

export const row: Row = {
  id: 'B29',
  description: 'sign-in form visible and typed into, plain; throttled',
  goal: `≤ ${goal} × floor`,
  async measure() {
    const [plain, throttled] = [await measure(false), await measure(true)];
    return {
      value: `${plain.toFixed(2)} ×; ${throttled.toFixed(2)} ×`,
      met: plain <= goal && throttled <= goal,
      figures: { plain, throttled },
    };
  },
};
