// What happens to a message when its tab, the renderer or the whole browser is killed while sending.
import type { Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { limits } from '@amber/proto/limits';
import { type FaultProxy, startFaultProxy } from '../kit/faultProxy.ts';
import { type KillableBrowser, startKillableBrowser } from '../kit/killableBrowser.ts';
import {
  expect,
  message,
  openChat,
  type Person,
  sendMessage,
  completeProfile,
  signIn,
  test,
  messageInput,
  withoutServiceWorker,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

/**
 * `npm run soak` tries every kind of kill at every point, four times; otherwise each at two points, and every point at
 * least once.
 */
const full = process.env['AMBER_CHAOS'] === 'full';
const rounds = full ? 4 : 1;

interface Sending {
  text: string;
  from: Person;
  /** The other person's screen: what is on it is on the server. */
  other: Page;
  proxy: FaultProxy;
}

/** How far a message has got when it happens. */
/** An engine has connected. */
const waitUntilConnected = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel('amber-bus');
        channel.addEventListener('message', ({ data }) => {
          if (data.state?.connection.status !== 'open') return;
          channel.close();
          resolve();
        });
      }),
  );

const killPoints: Record<string, (sending: Sending) => Promise<unknown>> = {
  async 'as Enter is pressed'({ from: { page }, text }) {
    await messageInput(page).fill(text);
    await page.waitForTimeout(limits.draftDebounce * 2); // nobody types faster than the draft is saved
    await messageInput(page).press('Enter');
  },
  async 'saved, without a network'({ from, text, proxy }) {
    proxy.set({ offline: true });
    await sendMessage(from, text);
    await expect(message(from.page, text)).toHaveCount(1);
  },
  async 'on its way'({ from, text, proxy }) {
    proxy.set({ blackHole: true });
    await sendMessage(from, text);
    await expect(message(from.page, text)).toHaveCount(1);
  },
  async 'stored, the answer lost'({ from, text, proxy, other }) {
    await waitUntilConnected(from.page); // else it is not sent, and not stored
    proxy.set({ blackHole: 'answers' });
    await sendMessage(from, text);
    await expect(message(other, text)).toHaveCount(1);
  },
};

const kills: Record<string, (browser: KillableBrowser, page: Page) => Promise<unknown>> = {
  'the tab is closed': (_, page) => page.close({ runBeforeUnload: false }),
  async 'the renderer crashes'(browser, page) {
    const crashed = page.waitForEvent('crash');
    const devtools = await browser.context.newCDPSession(page);
    // It is never answered.
    void devtools.send('Page.crash').catch(() => {});
    await crashed;
    await page.close();
  },
  'the browser is killed': (browser) => browser.killAndStart(),
};

/** Where the nth kind of kill is tried. */
const killPointsOf = (index: number) =>
  full ? Object.entries(killPoints) : Object.entries(killPoints).slice(index, index + 2);

/** A person with a browser and a separate line, whose tab is killed in this way. */
async function killAndRecover(
  world: Parameters<typeof signIn>[1] & { port: number },
  bob: Person,
  [where, kill]: [string, (typeof kills)[string]],
  index: number,
): Promise<void> {
  const proxy = await startFaultProxy(world.port);
  const browser = await startKillableBrowser();
  try {
    const alice: Person = {
      name: `Kim Killed ${index}`,
      phone: `+4918${String(process.pid % 100_000).padStart(5, '0')}${String(Date.now() % 100).padStart(2, '0')}${index}`,
      context: browser.context,
      page: await browser.context.newPage(),
    };
    await alice.page.goto(`http://localhost:${proxy.port}/chat/`);
    await signIn(alice, world);
    await completeProfile(alice);
    await openChat(alice, bob.name);
    await sendMessage(alice, 'before all');
    await expect(message(alice.page, 'before all')).toHaveCount(1);
    const url = alice.page.url();
    const other = await bob.context.newPage();
    await other.goto(bob.page.url());
    await other.getByRole('link', { name: new RegExp(`^${alice.name}`) }).click();
    await expect(message(other, 'before all')).toHaveCount(1);

    const texts: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const [when, reach] of killPointsOf(index)) {
        const text = `${round}: ${when}, ${where}`;
        texts.push(text);
        await test.step(text, async () => {
          // What a page keeps until an engine is up outlives the page, not always the browser.
          if (kill === kills['the browser is killed']) await waitUntilConnected(alice.page);
          await reach({ text, from: alice, other, proxy });
          await kill(browser, alice.page);
          proxy.set({ offline: false, blackHole: false });
          proxy.reset(); // the old connection has lost something
          alice.page = await browser.context.newPage();
          await alice.page.goto(url);
          const box = messageInput(alice.page);
          await expect(box).toBeVisible();
          // If nobody has taken it before the kill, it is still in the box: never in both places, never in neither.
          await expect
            .poll(async () => `${await message(alice.page, text).count()} said, in the box: ${await box.inputValue()}`)
            .toMatch(new RegExp(`^(1 said, in the box: |0 said, in the box: ${text})$`));
          if ((await box.inputValue()) !== '') await box.press('Enter');
          await expect(message(alice.page, text)).toHaveCount(1);
          await expect(message(other, text)).toHaveCount(1);
        });
      }
    }
    for (const page of [alice.page, other]) {
      // Of many, those at the end are in the document.
      const shown = (await page.getByRole('log', { name: 'Messages' }).getByRole('article').allInnerTexts()).flatMap(
        (text) => /\d: [a-zA-Z, ]+/.exec(text)?.[0].trim() ?? [],
      );
      expect(shown.length).toBeGreaterThanOrEqual(killPointsOf(index).length);
      expect(shown).toEqual(texts.slice(-shown.length));
    }
  } finally {
    await browser.close();
    await proxy.close();
  }
}

test('C1 P1 P2 P4 a message is sent once, wherever its tab is killed @soak', async ({ world, person }) => {
  test.setTimeout(scaledTimeout(300_000 * (rounds + 1)));
  const bob = await person('Kit Reader');
  // Most of the time is waiting: the three kinds of kill wait in parallel.
  await Promise.all(Object.entries(kills).map((kill, index) => killAndRecover(world.gateway, bob, kill, index)));
});
