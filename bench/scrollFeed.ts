// B31: scrolling through 500 moments with pictures on a processor throttled to a quarter, against the bare list
// library.
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { type Frame, scrollFrames } from '../e2e/kit/frames.ts';
import { launchOptions } from './kit/browser.ts';
import { buildPage } from './kit/buildPage.ts';
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { taskSeconds } from './kit/openings.ts';
import { replaceMoments } from './kit/moments.ts';
import { median, type Row } from './kit/row.ts';

const posts = 500;
const rounds = 7;
const frames = 240;
const step = 40;
const frame = 1000 / 60;
/** Gaps between cards are smaller than this. */
const gap = 20;
const goal = { cpu: 1.25, late: 0.01 };
const list = '[data-scrolled]';

interface Scrolled {
  cpu: number;
  late: number;
}

/** Scrolls up from the end, through what has been loaded. */
async function scroll(page: Page, devtools: CDPSession): Promise<Scrolled> {
  await scrollToEnd(page);
  const before = await taskSeconds(devtools);
  const seen = await page.evaluate(scrollFrames, { frames, step, look: false, list });
  const cpu = (((await taskSeconds(devtools)) - before) * 1000) / frames;
  return { cpu, late: seen.filter(({ work }) => work > frame).length / frames };
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate((selector) => {
    document.querySelector(selector)!.scrollTop = 1e9;
  }, list);
  await page.waitForTimeout(500);
}

/** Runs in the page: marks the scroll container of the first card. */
function markScroller(): void {
  let found = document.querySelector('article');
  while (found && !/auto|scroll/.test(getComputedStyle(found).overflowY)) found = found.parentElement;
  found!.dataset['scrolled'] = '';
}

export const row: Row = {
  id: 'B31',
  description: `scroll ${posts} moments with pictures at 4× CPU: CPU a frame; frames over 16.7 ms; blank frames`,
  goal: `≤ ${goal.cpu} × the bare list library; ≤ 1 %; 0`,
  async measure() {
    const gateway = await startGateway();
    const bareGateway = await startGateway(await buildPage('bareList'));
    const browser = await chromium.launch(launchOptions);
    const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const member = await openMember(gateway);
    try {
      const path = await replaceMoments(gateway, posts);
      const { page } = member;
      await page.goto(`${gateway.url}moments`);
      await page.locator('article').first().waitFor();
      await page.evaluate(markScroller);
      const loaded = () =>
        page.evaluate(() => document.querySelector('main')!.textContent!.includes('You are all caught up'));
      for (let turn = 0; turn < 100 && !(await loaded()); turn += 1) await scrollToEnd(page);

      const { width, height } = (await page.locator(list).boundingBox())!;
      const picture = Buffer.from(await (await fetch(new URL(path, gateway.url))).arrayBuffer()).toString('base64');
      await bare.addInitScript(`globalThis.picture = 'data:image/webp;base64,${picture}'`);
      await bare.goto(`${bareGateway.url}?width=${width}&height=${height}&messages=${posts}`);
      await bare.locator('article').first().waitFor();
      await bare.evaluate(markScroller);
      const bareDevtools = await bare.context().newCDPSession(bare);
      for (const devtools of [member.devtools, bareDevtools]) {
        await devtools.send('Performance.disable');
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      }
      const ours: Scrolled[] = [];
      const floor: Scrolled[] = [];
      for (let round = 0; round < rounds + 1; round += 1) {
        const [one, other] = [await scroll(page, member.devtools), await scroll(bare, bareDevtools)];
        if (round === 0) continue; // warm-up
        ours.push(one);
        floor.push(other);
      }
      await scrollToEnd(page);
      const layoutFrames: Frame[] = await page.evaluate(scrollFrames, { frames, step, look: true, list });

      const of = (all: Scrolled[], pick: keyof Scrolled) => median(all.map((one) => one[pick]));
      const [cpu, bareCpu, late, bareLate] = [of(ours, 'cpu'), of(floor, 'cpu'), of(ours, 'late'), of(floor, 'late')];
      const blank = layoutFrames.filter((one) => one.blank > gap).length;
      return {
        value: `${(cpu / bareCpu).toFixed(2)} × bare (${cpu.toFixed(1)} against ${bareCpu.toFixed(1)} ms); ${(late * 100).toFixed(1)} % (bare ${(bareLate * 100).toFixed(1)} %); ${blank}`,
        met: cpu / bareCpu <= goal.cpu && late - bareLate <= goal.late && blank === 0,
        figures: { ratio: cpu / bareCpu, cpu, bareCpu, late, bareLate, blank },
      };
    } finally {
      await member.close();
      await browser.close();
      await bareGateway.close();
      await gateway.close();
    }
  },
};
