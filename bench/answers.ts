// B25: what the product adds to an answer of an AI, against a bare client of the same stream; and frames meanwhile.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answering, startAiService } from '@amber/gateway/testing/aiService';
import { chromium } from '@playwright/test';
import { scrollFrames } from '../e2e/kit/frames.ts';
import { startGatewayProcess } from '../e2e/kit/gatewayProcess.ts';
import { launchOptions, signIn } from './kit/browser.ts';
import { taskSeconds } from './kit/openings.ts';
import { median, quantile, type Row } from './kit/row.ts';

const rounds = 22;
const warmUp = 2;
const chunksPerSecond = 60;
const frames = 240;
const frame = 1000 / 60;
const goal = { added: 30, late: 0.01 };

/** Both ends are on one machine and share its clock. */
const now = () => performance.timeOrigin + performance.now();

/** In the page: when each first chunk was in the document. */
function watchTimeline(): void {
  const seen = new Map<string, number>();
  Object.assign(globalThis, { __seen: seen });
  new MutationObserver(() => {
    const text = [...document.querySelectorAll('[role=log] article')].at(-1)?.textContent ?? '';
    const mark = /first \d+ chunk/.exec(text)?.[0];
    if (mark && !seen.has(mark)) seen.set(mark, performance.timeOrigin + performance.now());
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** A client that does nothing but read: how long the first chunk takes to it. */
async function bareRead(url: string, said: () => number): Promise<number> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'bare' }] });
  const answer = await fetch(`${url}/chat/completions`, { method: 'POST', body });
  let text = '';
  let at = 0;
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (at === 0 && text.includes('chunk')) at = now();
  }
  return at - said();
}

export const row: Row = {
  id: 'B25',
  what: 'first AI chunk to screen, over a bare client; frames over 16.7 ms at 4× CPU with 60 chunks a second',
  goal: `≤ ${goal.added} ms; ≤ 1 % more than at rest`,
  async measure() {
    const service = await startAiService();
    const gateway = await startGatewayProcess({
      AI_BASE_URL: service.url,
      AI_API_KEY: 'k',
      AI_MODEL: 'm',
      AI_ANSWERS_PER_DAY: '0',
    });
    const browser = await chromium.launch(launchOptions);
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await signIn(page, `http://localhost:${gateway.port}/chat/`, '+493000000001', 'Bench Alice', gateway.codeFor);
      // By its address: on a busy machine the newcomer is still being led to the chats when a link is clicked.
      await page.goto(`http://localhost:${gateway.port}/chat/ai`);
      await page.getByRole('link', { name: /^Amber Assistant/ }).click();
      const box = page.getByRole('textbox', { name: 'Message' });
      const ask = async (text: string) => {
        await box.fill(text);
        await box.press('Enter');
      };
      await box.waitFor();
      await page.evaluate(watchTimeline);

      let written = 0;
      const shown: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const mark = `first ${round} chunk`;
        service.says = async (answer: ServerResponse, request) => {
          // A model thinks first: what the question costs is over by then.
          await sleep(400);
          written = now();
          await answering.pieces([mark, ' and', ' more'], 20)(answer, request);
        };
        await ask(`Question ${round}`);
        const at = await page
          .waitForFunction(
            (wanted) => (globalThis as unknown as { __seen: Map<string, number> }).__seen.get(wanted),
            mark,
          )
          .then((handle) => handle.jsonValue());
        const ours = at! - written;
        await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
        await page.waitForTimeout(300);
        const floor = await bareRead(service.url, () => written);
        if (round < warmUp) continue;
        shown.push(ours);
        bare.push(floor);
      }

      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const measured = async () => {
        const before = await taskSeconds(devtools);
        const seen = await page.evaluate(scrollFrames, { frames, step: 0, look: false });
        const cpu = (((await taskSeconds(devtools)) - before) * 1000) / frames;
        return { cpu, late: seen.filter(({ work }) => work > frame).length / frames };
      };
      const rest = await measured();
      const words = Array.from({ length: 12 * chunksPerSecond }, (_, n) =>
        n % 40 === 39 ? 'and so on.\n\n' : `word${n} `,
      );
      service.says = answering.pieces(words, 1000 / chunksPerSecond - 1);
      await ask('Write for long');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.waitForTimeout(1_000);
      const streaming = await measured();

      const [p50, floor] = [median(shown), median(bare)];
      const added = p50 - floor;
      return {
        value: `${added.toFixed(1)} ms (${p50.toFixed(1)}, bare ${floor.toFixed(1)}; p90 ${quantile(shown, 0.9).toFixed(1)}); ${(streaming.late * 100).toFixed(1)} % (at rest ${(rest.late * 100).toFixed(1)} %), ${streaming.cpu.toFixed(1)} ms of CPU a frame (at rest ${rest.cpu.toFixed(1)})`,
        met: added <= goal.added && streaming.late - rest.late <= goal.late,
        figures: {
          added,
          p50,
          floor,
          late: streaming.late,
          restLate: rest.late,
          cpu: streaming.cpu,
          restCpu: rest.cpu,
        },
      };
    } finally {
      await browser.close();
      await gateway.close();
      await service.close();
    }
  },
};
