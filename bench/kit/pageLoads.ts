// Loads the sign-in page and the floor alternately, each time with a cold cache, and collects the browser's
// measurements.
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { buildPage } from './buildPage.ts';
import { startGateway } from './gateway.ts';
import { memoize } from './row.ts';

export interface PageLoad {
  /** Milliseconds from navigation until a code could be requested. */
  ready: number;
  firstPaint: number;
  /** Bytes transferred until then, compressed. */
  kiloBytes: number;
  requests: number;
  /** Milliseconds of main-thread work until then. */
  cpu: number;
  longestTask: number;
  /** The total of long tasks' milliseconds beyond the first 50 of each. */
  blocking: number;
}

export interface PageLoads {
  amber: PageLoad[];
  floor: PageLoad[];
}

const rounds = 9;
export const throttling = {
  cpu: 4,
  network: { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 },
};

/** Runs in the page: records when the button can be pressed, and every long task. */
function observeReadiness(): void {
  const marks = { ready: 0, longest: 0, blocking: 0 };
  Object.assign(globalThis, { __marks: marks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      marks.longest = Math.max(marks.longest, duration);
      marks.blocking += Math.max(0, duration - 50);
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Get code');
    // The form is in the page's initial HTML, with a mark until the script handles its presses.
    if (button && !document.querySelector('#root[data-waiting]')) marks.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** One cold load of the sign-in page. `url` ends in /chat/. */
export async function loadSignIn(browser: Browser, url: string, throttled: boolean): Promise<PageLoad> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  if (throttled) {
    await devtools.send('Network.emulateNetworkConditions', throttling.network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpu });
  }
  const started = new Set<string>();
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId }) => started.add(requestId));
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });

  await page.addInitScript(observeReadiness);
  await page.goto(`${url}login`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as unknown as { __marks: { ready: number } }).__marks.ready > 0);
  const untilReady = { bytes, requests: started.size };
  const { metrics } = await devtools.send('Performance.getMetrics');
  // The floor can be ready before the browser has recorded its first paint.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const marks = await page.evaluate(() => ({
    ...(globalThis as unknown as { __marks: { ready: number; longest: number; blocking: number } }).__marks,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
  }));
  await context.close();
  return {
    ready: marks.ready,
    firstPaint: marks.firstPaint,
    kiloBytes: untilReady.bytes / 1000,
    requests: untilReady.requests,
    cpu: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000,
    longestTask: marks.longest,
    blocking: marks.blocking,
  };
}

async function measure(throttled: boolean): Promise<PageLoads> {
  const loads: PageLoads = { amber: [], floor: [] };
  const browser = await chromium.launch(launchOptions);
  const gateways = { amber: await startGateway(), floor: await startGateway(await buildPage('floor')) };
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const name of ['amber', 'floor'] as const) {
      const load = await loadSignIn(browser, gateways[name].url, throttled);
      if (round > 0) loads[name].push(load); // warm-up
    }
  }
  await Promise.all(Object.values(gateways).map((gateway) => gateway.close()));
  await browser.close();
  return loads;
}

/** Nine cold loads of each, alternating, on a fast machine and connection. */
export const plainLoads = memoize(() => measure(false));

/** The same with a 4× slower processor and 10 Mbit/s with 40 ms latency. */
export const throttledLoads = memoize(() => measure(true));
