// B15: from Enter in one person's page to the text in the other's, both browsers on this machine.
import { chromium, type Page } from '@playwright/test';
import { startGatewayProcess } from '../e2e/kit/gatewayProcess.ts';
import { launchOptions, signIn } from './kit/browser.ts';
import { quantile, type Row } from './kit/row.ts';

const messages = 60;
const warmUp = 10;
const goal = { p50: 30, p99: 64 };

/** Runs in the page: calls back with the wall-clock time of the frame that first shows a text in the timeline. */
function watchTimeline(): void {
  const seen = new Map<string, number>();
  Object.assign(globalThis, { __seen: seen });
  const look = () => {
    for (const article of document.querySelectorAll('[role=log] article, [role=log] [role=article]')) {
      const text = /bench \d+ end/.exec(article.textContent ?? '')?.[0];
      if (text && !seen.has(text)) seen.set(text, performance.timeOrigin + performance.now());
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: records when the key went down. Both pages run on one machine and share its clock. */
function watchEnter(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter') Object.assign(globalThis, { __pressed: performance.timeOrigin + performance.now() });
    },
    { capture: true },
  );
}

export const row: Row = {
  id: 'B15',
  description: 'Enter in one page to text in the other: p50, p99',
  goal: `p50 ≤ ${goal.p50} ms, p99 ≤ ${goal.p99} ms`,
  async measure() {
    const gateway = await startGatewayProcess();
    const url = `http://localhost:${gateway.port}/chat/`;
    const browser = await chromium.launch(launchOptions);
    try {
      const [alice, bob] = (await Promise.all([0, 1].map(async () => (await browser.newContext()).newPage()))) as [
        Page,
        Page,
      ];
      await signIn(bob, url, '+493000000002', 'Bench Bob', gateway.codeFor);
      await signIn(alice, url, '+493000000001', 'Bench Alice', gateway.codeFor);
      await alice.getByRole('searchbox', { name: 'Find people' }).fill('Bench Bob');
      await alice.getByRole('button', { name: 'Bench Bob' }).first().click();
      const box = alice.getByRole('textbox', { name: 'Message' });
      await box.fill('hello');
      await box.press('Enter');
      await bob.getByRole('link', { name: /^Bench Alice/ }).click();
      await bob.getByRole('article').first().waitFor();
      await bob.evaluate(watchTimeline);
      await alice.evaluate(watchEnter);

      const times: number[] = [];
      for (let index = 0; index < messages; index += 1) {
        const text = `bench ${index} end`;
        await box.fill(text);
        await box.press('Enter');
        await bob.waitForFunction(
          (wanted) => (globalThis as unknown as { __seen: Map<string, number> }).__seen.has(wanted),
          text,
        );
        const shown = await bob.evaluate(
          (wanted) => (globalThis as unknown as { __seen: Map<string, number> }).__seen.get(wanted)!,
          text,
        );
        const pressed = await alice.evaluate(() => (globalThis as unknown as { __pressed: number }).__pressed);
        if (index >= warmUp) times.push(shown - pressed);
      }
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      return {
        value: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
        met: p50 <= goal.p50 && p99 <= goal.p99,
        figures: { p50, p99 },
      };
    } finally {
      await browser.close();
      await gateway.close();
    }
  },
};
