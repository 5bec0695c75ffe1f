// B12: scrolling through a chat of 10,000 messages on a processor throttled to a quarter, against the bare list
// library.
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { buildPage } from './kit/buildPage.ts';
import { type Frame, scrollFrames } from '../e2e/kit/frames.ts';
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { openChat, taskSeconds } from './kit/openings.ts';
import { median, type Row } from './kit/row.ts';

const messages = 10_000;
const rounds = 7;
const frames = 240;
const step = 40;
const frame = 1000 / 60;
/** The height of a text line: gaps smaller than this are only spacing between rows. */
const line = 20;
const goal = { cpu: 1.25, late: 0.01 };

interface Scrolled {
  cpu: number;
  late: number;
}

async function scroll(page: Page, devtools: CDPSession): Promise<Scrolled> {
  const before = await taskSeconds(devtools);
  const seen = await page.evaluate(scrollFrames, { frames, step, look: false });
  const cpu = (((await taskSeconds(devtools)) - before) * 1000) / frames;
  return { cpu, late: seen.filter(({ work }) => work > frame).length / frames };
}

export const row: Row = {
  id: 'B12',
  description: 'scroll at 4× CPU: CPU a frame; frames over 16.7 ms; blank frames',
  goal: `≤ ${goal.cpu} × the bare list library; ≤ 1 %; 0`,
  async measure() {
    const gateway = await startGateway();
    const bareGateway = await startGateway(await buildPage('bareList'));
    const member = await openMember(gateway);
    const browser = await chromium.launch(launchOptions);
    const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    try {
      await member.fill(1, messages);
      await member.fill(1, 20, 1);
      await openChat(member.page, 0);
      const { width, height } = (await member.page.getByRole('log').boundingBox())!;
      await bare.goto(`${bareGateway.url}?width=${width}&height=${height}&messages=${messages}`);
      const bareDevtools = await bare.context().newCDPSession(bare);
      for (const devtools of [member.devtools, bareDevtools]) {
        // Measures the thread's own time, because CPU time of other processes is not a cost of the frame.
        await devtools.send('Performance.disable');
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      }
      // A person who scrolls has the pointer over the list.
      for (const page of [member.page, bare]) {
        const log = (await page.getByRole('log').boundingBox())!;
        await page.mouse.move(log.x + log.width / 2, log.y + log.height / 2);
      }

      const ours: Scrolled[] = [];
      const floor: Scrolled[] = [];
      const layoutFrames: Frame[] = [];
      for (let round = 0; round < rounds + 2; round += 1) {
        await openChat(member.page, 1);
        await openChat(member.page, 0);
        await bare.getByRole('button', { name: 'Again' }).evaluate((button) => (button as HTMLElement).click());
        await bare.evaluate(() => {
          document.querySelector('[role=log]')!.scrollTop = 1e9;
        });
        await bare.waitForTimeout(500);
        if (round === rounds + 1) {
          layoutFrames.push(...(await member.page.evaluate(scrollFrames, { frames, step, look: true })));
          continue;
        }
        const [one, other] = [await scroll(member.page, member.devtools), await scroll(bare, bareDevtools)];
        if (round === 0) continue; // warm-up
        ours.push(one);
        floor.push(other);
      }

      const of = (all: Scrolled[], pick: keyof Scrolled) => median(all.map((one) => one[pick]));
      const [cpu, bareCpu, late, bareLate] = [of(ours, 'cpu'), of(floor, 'cpu'), of(ours, 'late'), of(floor, 'late')];
      const blank = layoutFrames.filter((one) => one.blank > line).length;
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
