// The longest task on the page during a first sign-in, from the list of chats until the keys are uploaded.
import { chromium } from '@playwright/test';
import { startGatewayProcess } from '../../e2e/kit/gatewayProcess.ts';
import { launchOptions, signIn } from './browser.ts';

/** Runs in the page: records when each long task began and how long it took. */
function observeLongTasks(): void {
  const tasks: { at: number; ms: number }[] = [];
  Object.assign(globalThis, { __tasks: tasks });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}

/**
 * Runs in the page: resolves when the engine has recorded that the keys are uploaded. @returns that time, on the page's
 * clock.
 */
async function waitForKeyUpload(): Promise<number> {
  const names = async () =>
    (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.startsWith('amber-'));
  const rows = (name: string) =>
    new Promise<{ pending?: string }[]>((resolve, reject) => {
      const openRequest = indexedDB.open(name);
      openRequest.onerror = () => reject(openRequest.error);
      openRequest.onsuccess = () => {
        const readRequest = openRequest.result.transaction('prekey').objectStore('prekey').getAll();
        readRequest.onsuccess = () => {
          openRequest.result.close();
          resolve(readRequest.result as { pending?: string }[]);
        };
      };
    });
  for (;;) {
    for (const name of await names()) if ((await rows(name)).some(({ pending }) => !pending)) return performance.now();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/**
 * Milliseconds of the longest task of each of this many first sign-ins. Browsers report no task under 50 ms; it counts
 * as
 * 0.
 */
export async function longestTasks(people: number): Promise<number[]> {
  const gateway = await startGatewayProcess();
  const browser = await chromium.launch(launchOptions);
  try {
    const longest: number[] = [];
    for (let person = 0; person < people; person += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.addInitScript(observeLongTasks);
      await signIn(
        page,
        `http://localhost:${gateway.port}/chat/`,
        `+49300000010${person}`,
        `Key maker ${person}`,
        gateway.codeFor,
      );
      const shown = await page.evaluate(() => performance.now());
      const uploadedAt = await page.evaluate(waitForKeyUpload);
      const tasks = await page.evaluate(
        () => (globalThis as unknown as { __tasks: { at: number; ms: number }[] }).__tasks,
      );
      longest.push(Math.max(0, ...tasks.filter(({ at }) => at >= shown && at <= uploadedAt).map(({ ms }) => ms)));
      await context.close();
    }
    return longest;
  } finally {
    await browser.close();
    await gateway.close();
  }
}
