// The setup of a browser test: a gateway behind a proxy, and people with a browser each.
import AxeBuilder from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test';
import { busName } from '@amber/client/bus';
import { scaledTimeout, slowness } from '@amber/gateway/testing/machine';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { type GatewayProcess, startGatewayProcess } from './gatewayProcess.ts';
import { logLeaks } from './logLeaks.ts';
import { openSignedIn } from './openSignedIn.ts';
import { setTheme } from './screenChecks.ts';

export interface Person {
  name: string;
  phone: string;
  context: BrowserContext;
  page: Page;
}

export interface World {
  gateway: GatewayProcess;
  proxy: FaultProxy;
  /** The app's address, through the proxy. */
  url: string;
}

interface TestFixtures {
  /** A separate browser; nobody has signed in. */
  newcomer(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** A separate browser, signed in and set up. */
  person(name: string, options?: BrowserContextOptions): Promise<Person>;
  /**
   * The same as `person`, without the service worker's cache, created once per worker and name. A fresh browser
   * compiles
   * the whole app again, which costs more than most tests: use this where isolation is not the subject.
   */
  sharedPerson(name: string): Promise<Person>;
}

let phones = 0;

/** Fails the test when the page breaks its content policy or throws. */
async function collectPageErrors(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeBinding('__amberComplain', (_, text: string) => complaints.push(text));
  await context.addInitScript(() => {
    const reportPageError = (globalThis as unknown as { __amberComplain(text: string): void }).__amberComplain;
    addEventListener('securitypolicyviolation', (event) =>
      reportPageError(`page: ${event.effectiveDirective} blocked ${event.blockedURI}`),
    );
    // Not an error: a size changed during a ResizeObserver callback, and is reported in the next frame.
    const isDeferredResize = (text: string) => text.startsWith('ResizeObserver loop');
    addEventListener('error', (event) => {
      if (!isDeferredResize(event.message)) reportPageError(`error: ${event.message}`);
    });
    addEventListener('unhandledrejection', (event) => reportPageError(`rejection: ${String(event.reason)}`));
    // The engine's own violations arrive over the bus, because no browser tool sees into a shared worker.
    new BroadcastChannel('amber-bus').addEventListener('message', ({ data }) => {
      if (data.kind === 'event' && data.event.type === 'violation')
        reportPageError(`engine: ${data.event.directive} blocked ${data.event.blocked}`);
    });
  });
}

/** The fixtures that the tests of a worker share: the gateway, and the errors of its pages and engines. */
export interface WorkerFixtures {
  world: World;
  complaints: string[];
}

/** The shared people of a worker by name; they stay until it ends. */
type SharedPeople = Map<string, Promise<Person>>;

/** A separate browser; nobody has signed in. The caller closes it. */
export async function openNewcomer(
  browser: Browser,
  { world, complaints }: { world: Pick<World, 'url'>; complaints: string[] },
  name: string,
  options?: BrowserContextOptions,
): Promise<Person> {
  const context = await browser.newContext({ baseURL: world.url, ...options });
  await collectPageErrors(context, complaints);
  phones += 1;
  const phone = `+4917${String(process.pid % 1000).padStart(3, '0')}${String(phones).padStart(5, '0')}`;
  return { name, phone, context, page: await context.newPage() };
}

/** Opens the app and signs a new user in, with the setup completed. */
export async function openAppAs(person: Person, { world }: WorkerFixtures): Promise<Person> {
  await openSignedIn(person, world);
  await expect(person.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return person;
}

/** Milliseconds between the updates of a running test's time limit, which follows the machine's speed. */
const timeoutUpdateInterval = 10_000;

export const test = base.extend<
  TestFixtures & { failOnPageErrors: void; adaptiveTimeout: void },
  WorkerFixtures & { sharedPeople: SharedPeople }
>({
  world: [
    async ({}, use) => {
      // All its output is searched for secrets.
      const gateway = await startGatewayProcess({ LOG_LEVEL: 'debug' });
      const proxy = await startFaultProxy(gateway.port);
      await use({ gateway, proxy, url: `http://localhost:${proxy.port}/chat/` });
      await proxy.close();
      await gateway.close();
      // T4
      expect(logLeaks(gateway.output()), "what the gateway has printed of what is nobody's business").toEqual([]);
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],

  // The configured limit was computed when the machine may have been less busy.
  adaptiveTimeout: [
    async ({}, use, testInfo) => {
      let slowest = slowness();
      const timer = setInterval(() => {
        const current = slowness();
        if (current <= slowest) return;
        testInfo.setTimeout((testInfo.timeout * current) / slowest);
        slowest = current;
      }, timeoutUpdateInterval);
      await use();
      clearInterval(timer);
    },
    { auto: true },
  ],

  complaints: [async ({}, use) => use([]), { scope: 'worker' }],

  sharedPeople: [
    async ({}, use) => {
      const people: SharedPeople = new Map();
      await use(people);
      for (const person of people.values()) await (await person).context.close();
    },
    { scope: 'worker' },
  ],

  failOnPageErrors: [
    async ({ complaints, world }, use) => {
      world.proxy.set({ latency: 0, slice: 0, drop: 0, blackHole: false, offline: false });
      await use();
      expect(complaints.splice(0), 'what the pages and engines complained of').toEqual([]);
    },
    { auto: true },
  ],

  newcomer: async ({ browser, world, complaints }, use) => {
    const opened: Person[] = [];
    await use(async (name, options) => {
      const person = await openNewcomer(browser, { world, complaints }, name, options);
      opened.push(person);
      return person;
    });
    await Promise.all(opened.map(({ context }) => context.close()));
  },

  person: async ({ newcomer, world, complaints }, use) => {
    await use(async (name, options) => openAppAs(await newcomer(name, options), { world, complaints }));
  },

  sharedPerson: async ({ browser, world, complaints, sharedPeople }, use) => {
    const shared = { world, complaints };
    await use(async (name) => {
      if (!sharedPeople.has(name))
        sharedPeople.set(
          name,
          openNewcomer(browser, shared, name, withoutServiceWorker).then((person) => openAppAs(person, shared)),
        );
      return sharedPeople.get(name)!;
    });
  },
});

export { expect };

/**
 * For tests of the screen's content: without the service worker's offline cache, which costs as much as all the rest
 * of a first visit. The tests of starts, updates, files, sessions, crashes and of chat itself run with it.
 */
export const withoutServiceWorker = { serviceWorkers: 'block' } as const;

/** Replaces the text of a field. */
type Enter = (field: Locator, text: string) => Promise<void>;
const fillAtOnce: Enter = (field, text) => field.fill(text);
/** Types with a click and one key after the other. */
const typeWithKeys: Enter = async (field, text) => {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.page().keyboard.type(text);
};

/** Signs in on the open page. */
export async function signIn(
  { page, phone }: Person,
  gateway: Pick<GatewayProcess, 'codeFor'>,
  enter = fillAtOnce,
): Promise<void> {
  await enter(page.getByRole('textbox', { name: 'Phone number' }), phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  // Six digits sign in by themselves.
  await enter(page.getByRole('textbox', { name: 'Verification code' }), await gateway.codeFor(phone));
}

/** Enters the profile's name and leaves the preselected avatar. */
export async function completeProfile({ page, name }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Presses 'Approve' on an existing device, for the one that has just signed in. */
export async function approveNewDevice({ page }: Pick<Person, 'page'>): Promise<void> {
  const notice = page.getByRole('region', { name: /^New sign-in/ });
  await notice.getByRole('button', { name: 'Approve' }).click();
  await expect(notice).toHaveCount(0);
}

/** Finds somebody by name and opens the private chat. */
export async function openChat({ page }: Person, other: string, enter = fillAtOnce): Promise<void> {
  await enter(page.getByRole('searchbox', { name: 'Find people' }), other);
  await page.getByRole('button', { name: other }).first().click();
  await expect(page.getByRole('heading', { name: other })).toBeVisible();
}

export const messageInput = (page: Page) => page.getByRole('textbox', { name: 'Message' });

export async function sendMessage({ page }: Person, text: string, enter = fillAtOnce): Promise<void> {
  await enter(messageInput(page), text);
  await messageInput(page).press('Enter');
}

/** The same with the keyboard. */
export const byKeyboard = {
  signIn: (person: Person, gateway: Pick<GatewayProcess, 'codeFor'>) => signIn(person, gateway, typeWithKeys),
  openChat: (person: Person, other: string) => openChat(person, other, typeWithKeys),
  sendMessage: (person: Person, text: string) => sendMessage(person, text, typeWithKeys),
};

/**
 * Sends many messages in the open chat in parallel, through the composer's call: the start of a test of long
 * chats.
 */
export async function sendMessages({ page }: Person, texts: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ texts, busName }) => {
      const bus = new BroadcastChannel(busName);
      const conversationId = location.pathname.split('/').at(-1)!;
      const calls = texts.map((text) => ({
        call: crypto.randomUUID(),
        request: {
          id: crypto.randomUUID().replaceAll('-', '').slice(0, 24),
          conversationId,
          type: 'text',
          body: { text },
        },
      }));
      const waiting = new Set<string>(calls.map(({ call }) => call));
      await new Promise<void>((resolve, reject) => {
        bus.onmessage = ({ data }: MessageEvent<{ kind: string; call?: string; fault?: { code: string } }>) => {
          if (data.kind === 'fault' && waiting.has(data.call!)) reject(new Error(data.fault!.code));
          if (data.kind === 'answer' && waiting.delete(data.call!) && waiting.size === 0) resolve();
        };
        for (const { call, request } of calls)
          bus.postMessage({ kind: 'call', page: 'test', call, name: 'send', request });
      }).finally(() => bus.close());
    },
    { texts, busName },
  );
}

/** The messages on screen that contain this text. */
export const message = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: text });

/** Expects axe to find no problems on the page in its present state, and none with its colours in the other theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // A half-faded element has half its contrast, so new animations are disabled, and running ones finish.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Their promises are of no use: that of an element that was removed meanwhile is never settled.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
            .filter(({ playState }) => playState === 'running').length,
      ),
    )
    .toBe(0);
  const problems = await findProblems(page);
  const theme = await page.evaluate(() => document.documentElement.dataset['theme']!);
  const other = theme === 'light' ? 'dark' : 'light';
  await setTheme(page, other);
  problems.push(...(await findProblems(page, ['color-contrast'])).map((problem) => `${other}: ${problem}`));
  await setTheme(page, theme);
  await page.emulateMedia({ reducedMotion: null });
  expect(problems).toEqual([]);
}

/** What axe finds, by all rules or by these. */
async function findProblems(page: Page, rules?: string[]): Promise<string[]> {
  // axe runs in the page itself and without a list of exceptions: otherwise each check opens another page to merge the
  // frames' results. A document that was checked before already contains axe.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  const { violations } = await new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(rules ? { runOnly: rules } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
    })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
