// B39: from the press of 'Call' to the ring on the other person's page, and from 'Accept' to the first sound of them; the
// processor time of calls against bare connections.
import { chromium, type Page } from '@playwright/test';
import { startGatewayProcess } from '../e2e/kit/gatewayProcess.ts';
import { callOptions, watchConnections } from '../e2e/kit/watchCalls.ts';
import { signIn } from './kit/browser.ts';
import { measureCallCpu } from './kit/callCpu.ts';
import { median, type Row } from './kit/row.ts';

/** The first round loads the code of calls on both pages, and does not count. */
const rounds = 8;
const goal = { ring: 500, sound: 1_000, cpu: 1.1 };

interface Watched {
  connections: RTCPeerConnection[];
  pressed: number;
  rung: number;
}

/** Runs in each page, which share a clock: records when a button was pressed, and when a call first rang. */
function watchCall(): void {
  const page = globalThis as unknown as Watched;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('click', () => (page.pressed = now()), { capture: true });
  new MutationObserver(() => {
    page.rung ||= document.querySelector('section[data-status="incoming"]') ? now() : 0;
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in a page: waits until its connection has played sound, and returns the time. */
const waitForSound = (page: Page) =>
  page.evaluate(async () => {
    const { connections } = globalThis as unknown as Watched;
    for (;;) {
      for (const report of (
        (await connections.at(-1)?.getStats()) ?? new Map<string, RTCInboundRtpStreamStats>()
      ).values())
        if (report.type === 'inbound-rtp' && report.jitterBufferEmittedCount > 0)
          return performance.timeOrigin + performance.now();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

const timeOf = (page: Page, what: 'pressed' | 'rung') =>
  page.evaluate((name) => (globalThis as unknown as Watched)[name], what);

export const row: Row = {
  id: 'B39',
  description: 'ring after the press of Call; sound after Accept; CPU of a voice and of a video call',
  goal: `≤ ${goal.ring} ms; ≤ ${goal.sound} ms; ≤ ${goal.cpu} × a bare pair of connections`,
  async measure() {
    const gateway = await startGatewayProcess();
    const url = `http://localhost:${gateway.port}/chat/`;
    const browser = await chromium.launch(callOptions);
    try {
      const open = async (name: string, phone: string): Promise<Page> => {
        const context = await browser.newContext();
        await context.addInitScript(watchConnections);
        await context.addInitScript(watchCall);
        const page = await context.newPage();
        await signIn(page, url, phone, name, gateway.codeFor);
        return page;
      };
      const called = await open('Bench Called', '+493000000004');
      const caller = await open('Bench Caller', '+493000000003');
      await caller.getByRole('searchbox', { name: 'Find people' }).fill('Bench Called');
      await caller.getByRole('button', { name: 'Bench Called' }).first().click();
      await caller.getByRole('textbox', { name: 'Message' }).fill('May I call you?');
      await caller.getByRole('textbox', { name: 'Message' }).press('Enter');
      await called.getByRole('link', { name: /^Bench Caller/ }).waitFor();

      const rings: number[] = [];
      const sounds: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        await called.evaluate(() => ((globalThis as unknown as Watched).rung = 0));
        await caller.getByRole('button', { name: 'Call', exact: true }).click();
        const pressed = await timeOf(caller, 'pressed');
        await called.waitForFunction(() => (globalThis as unknown as Watched).rung > 0);
        const rung = await timeOf(called, 'rung');
        await called.getByRole('button', { name: 'Accept' }).click();
        const accepted = await timeOf(called, 'pressed');
        const heard = await Promise.all([caller, called].map(waitForSound));
        if (round > 0) {
          rings.push(rung - pressed);
          sounds.push(Math.max(...heard) - accepted);
        }
        await caller.getByRole('button', { name: 'End call' }).click();
        await called.locator('section[data-status="ended"]').waitFor();
      }
      const [ring, sound] = [median(rings), median(sounds)];
      const app = { browser, origin: `http://localhost:${gateway.port}`, caller, called };
      const voice = await measureCallCpu(app, false);
      const video = await measureCallCpu(app, true);
      return {
        value: `${ring.toFixed(0)} ms; ${sound.toFixed(0)} ms; ${voice.toFixed(2)} × and ${video.toFixed(2)} × bare`,
        met: ring <= goal.ring && sound <= goal.sound && Math.max(voice, video) <= goal.cpu,
        figures: { ring, sound, voice, video, ringMost: Math.max(...rings), soundMost: Math.max(...sounds) },
      };
    } finally {
      await browser.close();
      await gateway.close();
    }
  },
};
