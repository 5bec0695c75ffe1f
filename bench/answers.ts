// B25: the time that the product adds to an answer of an AI, against a bare client of the same stream; and the frames
// meanwhile, against the bare list library with the same growing text.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { responders, startAiService } from '@amber/gateway/testing/aiService';
import { chromium, type Page } from '@playwright/test';
import { scrollFrames } from '../e2e/kit/frames.ts';
import { startGatewayProcess } from '../e2e/kit/gatewayProcess.ts';
import { launchOptions, signIn } from './kit/browser.ts';
import { buildPage } from './kit/buildPage.ts';
import { startGateway } from './kit/gateway.ts';
import { taskSeconds } from './kit/openings.ts';
import { median, quantile, type Row } from './kit/row.ts';

const rounds = 22;
const warmUp = 2;
const chunksPerSecond = 60;
const frames = 240;
/** Rounds, alternating between the product and the bare list. */
const frameRounds = 5;
const frame = 1000 / 60;
const goal = { added: 30, late: 0.01 };

/** Both ends run on one machine and share its clock. */
const now = () => performance.timeOrigin + performance.now();

/** Runs in the page: records when each first chunk was in the document. */
function watchTimeline(): void {
  const seen = new Map<string, number>();
  Object.assign(globalThis, { __seen: seen });
  new MutationObserver(() => {
    const text = [...document.querySelectorAll('[role=log] article')].at(-1)?.textContent ?? '';
    const mark = /first \d+ chunk/.exec(text)?.[0];
    if (mark && !seen.has(mark)) seen.set(mark, performance.timeOrigin + performance.now());
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** A client that only reads: milliseconds until it has the first chunk. */
async function timeBareClient(url: string, sentAt: () => number): Promise<number> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'bare' }] });
  const answer = await fetch(`${url}/chat/completions`, { method: 'POST', body });
  let text = '';
  let at = 0;
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (at === 0 && text.includes('chunk')) at = now();
  }
  return at - sentAt();
}

interface Frames {
  cpu: number;
  late: number;
}

const words = Array.from({ length: 20 * chunksPerSecond }, (_, n) => (n % 40 === 39 ? 'and so on.\n\n' : `word${n} `));

/** Measures the frames of a page on a processor that is throttled to a quarter. */
async function measureFrames(page: Page): Promise<() => Promise<Frames>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return async () => {
    const before = await taskSeconds(devtools);
    const seen = await page.evaluate(scrollFrames, { frames, step: 0, look: false });
    const cpu = (((await taskSeconds(devtools)) - before) * 1000) / frames;
    return { cpu, late: seen.filter(({ work }) => work > frame).length / frames };
  };
}

const medianOf = (all: readonly Frames[]): Frames => ({
  cpu: median(all.map(({ cpu }) => cpu)),
  late: median(all.map(({ late }) => late)),
});
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export const row: Row = {
  id: 'B25',
  description:
    'first AI chunk to screen, over a bare client; frames over 16.7 ms at 4× CPU with 60 chunks a second, over the bare list',
  goal: `≤ ${goal.added} ms; ≤ 1 % more than the bare list`,
  async measure() {
    const service = await startAiService();
    const gateway = await startGatewayProcess({
      AI_BASE_URL: service.url,
      AI_API_KEY: 'k',
      AI_MODEL: 'm',
      AI_ANSWERS_PER_DAY: '0',
    });
    const bareGateway = await startGateway(await buildPage('bareList'));
    const browser = await chromium.launch(launchOptions);
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await signIn(page, `http://localhost:${gateway.port}/chat/`, '+493000000001', 'Bench Alice', gateway.codeFor);
      // The page is opened by its address, because on a busy machine the new user is still being redirected to the
      // chats when a link is clicked.
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
        service.respond = async (answer: ServerResponse, request) => {
          // A model thinks first, so the cost of sending the question is over by then.
          await sleep(400);
          written = now();
          await responders.pieces([mark, ' and', ' more'], 20)(answer, request);
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
        const floor = await timeBareClient(service.url, () => written);
        if (round < warmUp) continue;
        shown.push(ours);
        bare.push(floor);
      }

      const { width, height } = (await page.getByRole('log').boundingBox())!;
      const list = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await list.goto(`${bareGateway.url}?width=${width}&height=${height}&messages=${2 * rounds}`);
      await list.getByRole('log').waitFor();
      const [measureOurs, measureList] = [await measureFrames(page), await measureFrames(list)];
      const every = 1000 / chunksPerSecond - 1;
      const growList = (pieces: readonly string[]) =>
        list.evaluate(
          ([pieces, every]) =>
            void (globalThis as unknown as { grow(pieces: readonly string[], every: number): unknown }).grow(
              pieces,
              every,
            ),
          [pieces, every] as const,
        );
      const rest: Frames[] = [];
      const streaming: Frames[] = [];
      const listed: Frames[] = [];
      for (let round = 0; round < frameRounds; round += 1) {
        await page.bringToFront();
        rest.push(await measureOurs());
        service.respond = responders.pieces(words, every);
        await ask('Write for long');
        const stop = page.getByRole('button', { name: 'Stop' });
        await stop.waitFor();
        await page.waitForTimeout(1_000);
        streaming.push(await measureOurs());
        await stop.click();
        await stop.waitFor({ state: 'detached' });

        await list.bringToFront();
        await growList(words);
        await list.waitForTimeout(1_000);
        listed.push(await measureList());
        await growList([]);
      }

      const [p50, floor] = [median(shown), median(bare)];
      const added = p50 - floor;
      const [ours, theirs, idle] = [medianOf(streaming), medianOf(listed), medianOf(rest)];
      return {
        value: `${added.toFixed(1)} ms (${p50.toFixed(1)}, bare ${floor.toFixed(1)}; p90 ${quantile(shown, 0.9).toFixed(1)}); ${percent(ours.late)} (bare list ${percent(theirs.late)}, at rest ${percent(idle.late)}), ${ours.cpu.toFixed(1)} ms of CPU a frame (bare list ${theirs.cpu.toFixed(1)}, at rest ${idle.cpu.toFixed(1)})`,
        met: added <= goal.added && ours.late - theirs.late <= goal.late,
        figures: {
          added,
          p50,
          floor,
          late: ours.late,
          bareLate: theirs.late,
          restLate: idle.late,
          cpu: ours.cpu,
          bareCpu: theirs.cpu,
          restCpu: idle.cpu,
        },
      };
    } finally {
      await browser.close();
      await bareGateway.close();
      await gateway.close();
      await service.close();
    }
  },
};
