// A faulty release never stops the app: its feature falls back or reports it, and messages are still delivered.
import type { BrowserContext, Page, Request } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { limits } from '@amber/proto/limits';
import type { Place } from '@amber/proto';
import { seedPlacementOf, seedPathOwners } from '@amber/proto/seedPlacements';
import { isInRollout } from '@amber/proto/rolloutShare';
import { callGateway } from '../../tools/releasing/gateway.ts';
import { singletons } from '../../tools/rspack/singletons.ts';
import { accountOf } from '../kit/accountOf.ts';
import { publishNextRelease } from '../kit/publishNextRelease.ts';
import { buildFixture, type FixtureOptions, type FixtureRelease, type Part, parts } from '../kit/fixtureRelease.ts';
import {
  type ServingFault,
  servingFaults,
  stableWithChatFallback,
  pageOffer,
  simulateRollout,
} from '../kit/simulateRollout.ts';
import {
  expect,
  expectAccessible,
  openAppAs,
  message,
  openChat,
  openNewcomer,
  type Person,
  sendMessage,
  test as base,
} from '../kit/world.ts';

interface Case {
  name: string;
  options?: Partial<FixtureOptions>;
  fault?: { part: Part; kind: ServingFault };
}

/** The registry has the entry's hash, the entry those of the other files. */
const isApplicable = (part: Part, fault: ServingFault) => fault !== 'missing hash' || part === 'entry';

/** Every fault of every file in the full run; in the short one every file once, and every fault once. */
const files: Case[] = parts.flatMap((part, row) =>
  servingFaults
    .filter((fault) => isApplicable(part, fault))
    .filter((_, column) => process.env['AMBER_CHAOS'] === 'full' || column === [4, 3, 2, 1, 0][row])
    .map((kind) => ({ name: `${part}: ${kind}`, fault: { part, kind } })),
);
const behaviours: Case[] = (['throwOnLoad', 'throwOnRender', 'hangOnMount'] as const).map((behaviour) => ({
  name: behaviour,
  options: { behaviour },
}));

const built = new Map<string, Promise<FixtureRelease>>();
const buildFixtureOnce = (options: FixtureOptions): Promise<FixtureRelease> => {
  const key = JSON.stringify(options);
  if (!built.has(key)) built.set(key, buildFixture(options));
  return built.get(key)!;
};

interface Pair {
  alice: Person;
  bob: Person;
  /** Of their chat. */
  url: string;
  /**
   * Moves the clock of Alice's pages once they have every file but the stalled one: a file that was still on its way
   * would count as late.
   */
  advanceClock(milliseconds: number, stalled?: string): Promise<void>;
}

/** The second person, who runs the server from now on. */
interface Operator {
  publish(release: FixtureRelease, more?: { notes?: string; share?: number; place?: Place }): Promise<void>;
  token(): Promise<string>;
}

/**
 * Two people in a chat, signed in once for all cases; the first one's browser can be given other releases and another
 * time.
 */
const test = base.extend<{ pair: Pair }, { couple: Pair; operator: Operator }>({
  couple: [
    async ({ browser, world, complaints }, use) => {
      const shared = { world, complaints };
      const bob = await openAppAs(await openNewcomer(browser, shared, 'Bob Brown'), shared);
      const alice = await openAppAs(
        await openNewcomer(browser, shared, 'Alice Ames', { serviceWorkers: 'block' }),
        shared,
      );
      await openChat(alice, bob.name);
      await sendMessage(alice, 'before');
      await bob.page
        .getByRole('navigation', { name: 'Conversations' })
        .getByRole('link', { name: new RegExp(`^${alice.name}`) })
        .click();
      await expect(message(bob.page, 'before')).toBeVisible();
      await alice.context.clock.install();
      const url = alice.page.url();
      await alice.page.close();
      const pending = pendingPaths(alice.context);
      await use({
        alice,
        bob,
        url,
        async advanceClock(milliseconds, stalled) {
          await expect.poll(() => pending().filter((path) => path !== stalled)).toEqual([]);
          await alice.context.clock.fastForward(milliseconds);
        },
      });
      await Promise.all([alice.context.close(), bob.context.close()]);
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],

  operator: [
    async ({ couple: { bob }, world }, use) => {
      const { identifier } = await accountOf(bob.page);
      await world.gateway.kill();
      await world.gateway.start({ AMBER_OPERATORS: identifier });
      process.env['AMBER_URL'] = world.url;
      await use({
        async publish({ release, files, maps }, more = {}) {
          const { token } = await accountOf(bob.page);
          const below = (url: string) => url.split(`/${release.version}/`)[1]!;
          const named = { remote: 'chat', version: release.version };
          for (const [url, data] of files)
            await callGateway('rollout.upload', { ...named, path: below(url), data }, token);
          for (const [path, data] of maps) await callGateway('rollout.uploadMap', { ...named, path, data }, token);
          await callGateway(
            'rollout.publish',
            {
              ...named,
              contract: release.contract,
              owner: 'tests',
              entry: below(release.entry),
              files: release.files.map(({ url, integrity }) => ({ url: below(url), integrity })),
              ...more,
            },
            token,
          );
        },
        token: async () => (await accountOf(bob.page)).token,
      });
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],

  pair: async ({ couple }, use) => {
    const { alice } = couple;
    alice.page = await alice.context.newPage();
    await use(couple);
    await alice.page.close();
    await alice.context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Browser tools never report the end of the request for a shared worker's script. */
const isEngine = (request: Request) => request.url().endsWith('/engine.js');

/** The paths of what the open pages of a browser have requested and not received. */
function pendingPaths(context: BrowserContext): () => string[] {
  const pending = new Set<Request>();
  context.on('request', (request) => !isEngine(request) && pending.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    context.on(event as 'requestfinished', (request) => pending.delete(request));
  return () =>
    [...pending]
      .filter((request) => !request.frame().page().isClosed())
      .map((request) => new URL(request.url()).pathname);
}

/** Sends as a page does whose feature is not loaded: over the bus, without the feature. */
const sendOverBus = (page: Page, conversationId: string, text: string) =>
  page.evaluate(
    async ([conversation, words]) => {
      const bus = new BroadcastChannel('amber-bus');
      await new Promise<void>((heard) => {
        bus.addEventListener('message', ({ data }) => (data.kind === 'pong' || data.kind === 'hello') && heard());
        bus.postMessage({ kind: 'ping', page: 'test', build: 0, protocol: 1 });
      });
      const id = Array.from(
        crypto.getRandomValues(new Uint8Array(24)),
        (byte) => 'abcdefghijklmnopqrstuvwxyz'[byte % 26],
      ).join('');
      bus.postMessage({
        kind: 'call',
        page: 'test',
        call: id,
        name: 'send',
        request: { id, conversationId: conversation, type: 'text', body: { text: words } },
      });
    },
    [conversationId, text] as const,
  );

/** The newest message of the open chat: shown by a version with a timeline, so not by the fixture. */
const newestMessage = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('article').last();

const fixtureHeading = (page: Page, version = '9.0.0') => page.getByRole('heading', { name: `Fixture ${version}` });

/** A version whose first half of accounts includes the account of `page` and not that of `other`. */
async function versionFor(page: Page, other: Page, start: string, remote = 'chat'): Promise<string> {
  const [included, excluded] = [await accountOf(page), await accountOf(other)];
  const isOffered = (version: string, { identifier }: { identifier: string }) =>
    isInRollout(remote, version, identifier, limits.rolloutShareUntested);
  return Array.from({ length: 100 }, (_, patch) => `${start}.${patch}`).find(
    (version) => isOffered(version, included) && !isOffered(version, excluded),
  )!;
}

test('a release without a fault is shown: what the chaos below needs in order to mean anything', async ({
  pair: { alice, url },
}) => {
  const good = await buildFixtureOnce({ version: '9.0.0' });
  await simulateRollout(alice.context, { releases: [good], offer: stableWithChatFallback(good) });
  await alice.page.goto(url);
  await expect(fixtureHeading(alice.page)).toBeVisible();
  await expect(alice.page.getByText('the lazy part stands')).toHaveCSS('color', 'rgb(4, 5, 6)');
});

test('R155 R158 R160 any fault in any file, or in the code, ends on the previous version on the same address', async ({
  pair: { alice, bob, url, advanceClock },
}) => {
  test.setTimeout(scaledTimeout(1_500_000));
  const { context } = alice;
  const conversationId = decodeURIComponent(url.split('/').at(-1)!);
  for (const { name, options, fault } of [...files, ...behaviours]) {
    await test.step(name, async () => {
      await alice.page.close();
      const release = await buildFixtureOnce({ version: '9.0.0', ...options });
      const faulty = fault && { url: release.parts[fault.part], kind: fault.kind };
      const asked = await simulateRollout(context, {
        releases: [release],
        offer: stableWithChatFallback(release),
        ...(faulty && { fault: faulty }),
      });
      const page = (alice.page = await context.newPage());
      await page.goto(url, { waitUntil: 'domcontentloaded' }); // a stalled file keeps the page from loading
      await sendOverBus(page, conversationId, `sent during ${name}`);
      await sendMessage(bob, `to Alice during ${name}`);
      await expect(message(bob.page, `sent during ${name}`)).toHaveCount(1);
      if (fault?.kind === 'stall') {
        await expect.poll(() => asked).toContain(faulty!.url);
        const isLazy = fault.part.startsWith('lazy');
        await (isLazy
          ? expect(fixtureHeading(page).or(page.getByText('waiting'))).toBeVisible()
          : expect(page.getByText('Loading')).toBeAttached());
        await advanceClock(limits.chunkTimeout / 2, faulty!.url);
        // What is missing is waited for; the way out stands beside it.
        await expect(page.getByRole('button', { name: 'Use the previous version' })).toBeVisible();
        await expect(newestMessage(page)).toHaveCount(0);
        await advanceClock(limits.chunkTimeout, faulty!.url);
      }
      if (options?.behaviour === 'hangOnMount') {
        await expect.poll(() => asked).toContain(release.parts['exposed style']);
        await advanceClock(limits.mountTimeout);
      }
      await expect(message(page, `to Alice during ${name}`)).toHaveCount(1);
      await expect(message(page, `sent during ${name}`)).toHaveCount(1);
      await expect(fixtureHeading(page)).toHaveCount(0);
      expect(page.url()).toBe(url);
    });
  }
});

test('R155 R192 what takes long may be left for the previous version, and back @journey', async ({
  pair: { alice, url, advanceClock },
}) => {
  const { context, page } = alice;
  const release = await buildFixtureOnce({ version: '9.0.0' });
  await simulateRollout(context, {
    releases: [release],
    offer: stableWithChatFallback(release),
    fault: { url: release.parts.entry, kind: 'stall' },
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await expect(page.getByText('Loading')).toBeAttached();
  await advanceClock(limits.previousOfferedAfter, release.parts.entry);
  await page.getByRole('button', { name: 'Use the previous version' }).click();
  await expect(newestMessage(page)).toBeVisible();
});

for (const part of ['exposed style', 'lazy script', 'lazy style'] as const) {
  test(`R155 without a version that works (${part}) the feature says so, the rest goes on, and trying again helps`, async ({
    pair: { alice, url },
  }) => {
    const { context, page } = alice;
    const release = await buildFixtureOnce({ version: '9.0.0' });
    const offer = { releases: [release], offer: () => ({ stable: release.release, previous: null }) };
    await simulateRollout(context, { ...offer, fault: { url: release.parts[part], kind: '404' } });
    await page.goto(url);
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
    const notice = page.getByRole('alert', { name: 'Chats' });
    await expect(notice).toContainText(/Report [0-9a-f]{8}/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await page.goBack();
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(notice).toBeVisible();
    await simulateRollout(context, offer);
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('the lazy part stands')).toHaveCSS('color', 'rgb(4, 5, 6)');
    expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
  });
}

test('R155 a feature that could not be had without a network is blamed for nothing, and comes when the network is back', async ({
  pair: { alice },
  world,
}) => {
  const { context, page } = alice;
  const release = await buildFixtureOnce({ version: '9.0.0' });
  const offer = { releases: [release], offer: () => ({ stable: release.release, previous: null }) };
  await simulateRollout(context, { ...offer, fault: { url: release.parts['lazy script'], kind: '404' } });
  await page.goto(`${world.url}settings/account`);
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Chats' }).click();
  const notice = page.getByRole('alert', { name: 'Chats' });
  await expect(notice).toBeVisible();
  await simulateRollout(context, offer);
  await context.setOffline(false);
  await expect(page.getByText('the lazy part stands')).toBeVisible();
});

test('R155 R158 a chunk that is asked for by a button and does not come is said, and pressing again helps', async ({
  pair: { alice, url },
  complaints,
}) => {
  const { context, page } = alice;
  const release = await buildFixtureOnce({ version: '9.0.0' });
  const asked = await simulateRollout(context, {
    releases: [release],
    offer: stableWithChatFallback(release),
    fault: { url: release.onDemandScript, kind: '404' },
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'later' }).click();
  await expect(page.getByText('Part of Chats could not be loaded').first()).toBeVisible();
  await expect(fixtureHeading(page)).toBeVisible();
  expect(asked.filter((one) => one === release.onDemandScript)).toHaveLength(2);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ChunkLoadError')]);
  await simulateRollout(context, { releases: [release], offer: stableWithChatFallback(release) });
  await page.getByRole('button', { name: 'later' }).click();
  await expect(page.getByRole('button', { name: 'the later part came' })).toBeVisible();
});

/** What a session meets later: each file of a chunk that a button loads, with and without a version before. */
for (const [part, hasPrevious] of [
  ['onDemandScript', true],
  ['onDemandStyle', true],
  ['onDemandScript', false],
] as const) {
  test(`R155 R158 a ${part} that stalls in a running session has a way out after ten seconds, previous version: ${hasPrevious}`, async ({
    pair: { alice, url, advanceClock },
  }) => {
    const { context, page } = alice;
    const release = await buildFixtureOnce({ version: '9.0.0' });
    const offer = hasPrevious ? stableWithChatFallback(release) : () => ({ stable: release.release, previous: null });
    const asked = await simulateRollout(context, {
      releases: [release],
      offer,
      fault: { url: release[part], kind: 'stall' },
    });
    await page.goto(url);
    await page.getByRole('button', { name: 'later' }).click();
    await expect.poll(() => asked).toContain(release[part]);
    // The page's clock goes on by itself too.
    await advanceClock(limits.previousOfferedAfter / 4, release[part]);
    await expect(page.getByText('Chats is taking longer than usual.')).toHaveCount(0);
    await advanceClock(limits.previousOfferedAfter, release[part]);
    await expect(page.getByText('Chats is taking longer than usual.')).toBeVisible();
    if (!hasPrevious) {
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload' }).click();
      await loaded;
      await expect(page.getByText('taking longer')).toHaveCount(0);
      await simulateRollout(context, { releases: [release], offer });
      await page.getByRole('button', { name: 'later' }).click();
      await expect(page.getByRole('button', { name: 'the later part came' })).toBeVisible();
      return;
    }
    // Another tab of the session goes on with what it shows, and has the version before at its next visit.
    const other = await context.newPage();
    await other.goto(url);
    await expect(fixtureHeading(other)).toBeVisible();
    await page.getByRole('button', { name: 'Use the previous version' }).click();
    await expect(newestMessage(page)).toBeVisible();
    expect(page.url()).toBe(url);
    await expect(fixtureHeading(other)).toBeVisible();
    await other.getByRole('link', { name: 'Settings' }).click();
    await expect(other.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await other.goBack();
    await expect(newestMessage(other)).toBeVisible();
    await other.close();
  });
}

test('R155 R158 a screen of the host whose script stalls offers the page anew after ten seconds', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  await page.goto(url);
  await expect(newestMessage(page)).toBeVisible();
  let isStalling = true;
  await context.route('**/chat/assets/*.js', (route) => (isStalling ? new Promise(() => {}) : route.fallback()));
  await page.getByRole('link', { name: 'Settings' }).click();
  await context.clock.fastForward(limits.previousOfferedAfter + 1_000);
  await expect(page.getByText('Amber is taking longer than usual.')).toBeVisible();
  isStalling = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
});

test('R155 C15 a screen of the host whose files a deploy has replaced leaves the rest standing, and offers the page anew', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  await page.goto(url);
  await expect(newestMessage(page)).toBeVisible();
  await context.route('**/chat/assets/*', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('link', { name: 'Settings' }).click();
  const notice = page.getByRole('alert', { name: 'Amber' });
  await expect(notice).toContainText('This page could not be loaded');
  await page.getByRole('link', { name: 'Chats' }).click();
  await expect(
    newestMessage(page)
      .or(page.getByRole('navigation', { name: 'Conversations' }))
      .first(),
  ).toBeVisible();
  await page.goBack();
  await context.unrouteAll();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
});

test('R155 a registry that is too old leads to the notice, and the next look at the page to the newer one', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  const gone = await buildFixtureOnce({ version: '0.0.1' });
  await simulateRollout(context, {
    releases: [gone],
    revision: 0,
    offer: () => ({ stable: gone.release, previous: null }),
    fault: { url: gone.parts.entry, kind: '404' },
  });
  await page.goto(url);
  const notice = page.getByRole('alert', { name: 'Chats' });
  await expect(notice).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(async () => {
    await notice.getByRole('button', { name: 'Retry' }).click({ timeout: scaledTimeout(10_000) });
    await expect(newestMessage(page)).toBeVisible({ timeout: scaledTimeout(10_000) });
  }).toPass();
});

const repeatRow = <Row>(row: Row): Row[] => Array.from({ length: 100_000 }, () => row);

/** What the page says of the registry, and what is at the address of its details. */
const invalidRegistries: Record<string, { registry?: object; details?: string }> = {
  'no registry': { registry: { offers: 7, words: 'none' } },
  'rows that are none': { registry: { offers: repeatRow({ remote: 7, stable: 'newest' }) } },
  "words of the host's": {
    registry: { words: ['settings', 'login', '=/'].map((pattern) => ({ pattern, remote: 'evil' })) },
  },
  'no details': {},
  'other details': {
    details: '{"remotes":[{"remote":"chat","offered":[null],"previous":[{"version":{},"files":7}]}]}',
  },
};

for (const [name, { registry, details }] of Object.entries(invalidRegistries)) {
  test(`R155 R156 ${name}: the app stands, and takes the next registry that is one`, async ({
    pair: { alice, url },
  }) => {
    const { context, page } = alice;
    await simulateRollout(context, { releases: [], offer: () => ({}), revision: 0, ...(registry && { registry }) });
    await context.route('**/chat/registry/*', (route) =>
      details ? route.fulfill({ body: details }) : route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.goto(`${new URL(url).origin}/chat/settings/features`);
    await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible(); // from the gateway, once connected
    await expect(page.getByText('What’s new')).toHaveCount(0); // nothing is known of it
    await page.getByRole('link', { name: 'Chats' }).first().click();
    await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeVisible();
  });
}

test('R156 R160 an open feature keeps its version, the next visit has the new one, and an older registry changes nothing', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  const [one, two] = [await buildFixtureOnce({ version: '9.0.0' }), await buildFixtureOnce({ version: '9.1.0' })];
  const offers = (release: FixtureRelease) => ({
    remote: 'chat',
    stable: release.release,
    candidate: null,
    share: 0,
    previous: null,
  });
  await simulateRollout(context, { releases: [one, two], offer: () => offers(one), revision: 1e15 });
  await page.goto(url);
  await expect(fixtureHeading(page)).toBeVisible();
  const hear = (release: FixtureRelease, revision: number) =>
    page.evaluate(
      (registry) => {
        new BroadcastChannel('amber-releases').postMessage(registry);
      },
      {
        revision,
        offers: [
          pageOffer(null, { ...offers(release), stable: { ...release.release, place: seedPlacementOf('chat') } }),
        ],
        words: [...seedPathOwners],
      },
    );
  const visit = async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await page.goBack();
  };
  await hear(two, 1e15 + 1);
  await page.waitForTimeout(100);
  await expect(fixtureHeading(page)).toBeVisible();
  await visit();
  await expect(page.getByRole('heading', { name: 'Fixture 9.1.0' })).toBeVisible();
  await hear(one, 1e15);
  await visit();
  await expect(page.getByRole('heading', { name: 'Fixture 9.1.0' })).toBeVisible();
});

/** The libraries of a release that are not the host's copies. */
const foreignCopies = (page: Page, version: string) =>
  page.evaluate((name) => {
    interface Instance {
      options: { shared: Record<string, { lib(): Record<string, unknown> }[]> };
    }
    const page = globalThis as unknown as {
      amberCopies: Record<string, Record<string, unknown>>;
      __FEDERATION__: { __INSTANCES__: Instance[] };
    };
    const { shared } = page.__FEDERATION__.__INSTANCES__[0]!.options;
    const theirs = page.amberCopies[name]!;
    return Object.entries(theirs)
      .filter(([key, value]) => !Object.values(shared[key]![0]!.lib()).includes(value))
      .map(([key]) => key);
  }, version);

test('R160 one of each: host, two versions of a remote; and a build that brings its own is found out', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  const two = await buildFixtureOnce({ version: '9.1.0', behaviour: 'throwOnRender' });
  const one = await buildFixtureOnce({ version: '9.0.0' });
  await simulateRollout(context, {
    releases: [one, two],
    offer: () => ({ stable: two.release, previous: one.release }),
  });
  await page.goto(url);
  await expect(fixtureHeading(page)).toBeVisible();
  expect(await foreignCopies(page, '9.1.0')).toEqual([]);
  expect(await foreignCopies(page, '9.0.0')).toEqual([]);

  const broken = ['dexie', '@amber/client/session'];
  const own = await buildFixtureOnce({ version: '9.2.0', shared: singletons.filter((key) => !broken.includes(key)) });
  await simulateRollout(context, {
    releases: [own],
    offer: () => ({ stable: own.release, previous: null }),
    revision: 2e15,
  });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Fixture 9.2.0' })).toBeVisible();
  expect(await foreignCopies(page, '9.2.0')).toEqual(broken);
});

test('R160 R206 the rest of rxjs is loaded for a release that uses it; when it does not load, trying again helps', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  const release = await buildFixtureOnce({ version: '9.3.0', behaviour: 'wholeRx' });
  await simulateRollout(context, { releases: [release], offer: () => ({ stable: release.release, previous: null }) });
  const rest = /\/chat\/assets\/rxjs\.\w+\.js$/;
  await context.route(rest, (route) => route.fulfill({ status: 404 }));
  await page.goto(url);
  const notice = page.getByRole('alert', { name: 'Chats' });
  await expect(notice).toContainText(/Report [0-9a-f]{8}/);
  await context.unroute(rest);
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('all of rxjs, one copy')).toBeVisible();
});

test('R206 a release that was built against another React than it says gets the host’s, and the page stands', async ({
  pair: { alice, url },
}) => {
  const { context, page } = alice;
  const release = await buildFixtureOnce({ version: '9.4.0', versions: { react: '20.1.0', 'react-dom': '20.1.0' } });
  await simulateRollout(context, { releases: [release], offer: () => ({ stable: release.release, previous: null }) });
  const warning = page.waitForEvent('console', (line) => /react does not satisfy .*\^20\.1\.0/.test(line.text()));
  await page.goto(url);
  await expect(fixtureHeading(page, '9.4.0')).toBeVisible();
  await expect(page.getByText('the lazy part stands')).toBeVisible();
  expect(await foreignCopies(page, '9.4.0')).toEqual([]);
  await warning;
});

test('R156 R157 R192 what an operator rolls out, promotes and takes back, and what a user goes back from, shows at the next visit @journey', async ({
  pair: { alice, bob, url },
  operator,
  world,
}) => {
  const { page } = alice;
  const admin = bob.page;
  const told = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new BroadcastChannel('amber-releases').addEventListener('message', () => resolve());
        }),
    );
  const toChats = () => page.getByRole('link', { name: 'Chats' }).click();
  const toFeatures = async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Features' }).click();
  };
  const realChat = page.getByRole('navigation', { name: 'Conversations' });
  const notes = page.getByText('Everything is a fixture.');
  await page.goto(url);
  await expect(realChat).toBeVisible();
  const version = await versionFor(page, bob.page, '9.0');
  // Whether or not the connection is already back, the page is notified.
  await Promise.all([
    told(),
    operator.publish(await buildFixtureOnce({ version }), { notes: 'Everything is a fixture.' }),
  ]);
  await toFeatures();
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
  await expect(notes).toHaveCount(0);

  await admin.goto(`${world.url}admin/features`);
  const bar = admin.getByRole('slider', { name: 'Candidate share of chat' });
  await expect(bar).toHaveValue('0');
  await expectAccessible(admin);
  await bar.press('End');
  await Promise.all([told(), admin.getByRole('button', { name: 'Set share' }).click()]);
  await expect(admin.getByText('50% get the candidate')).toBeVisible();
  await expect(notes).toBeVisible();
  await toChats();
  await expect(fixtureHeading(page, version)).toBeVisible();
  await world.gateway.executeSql(`update release set judged = 20 where version = '${version}'`); // twenty accounts have tried it
  await Promise.all([told(), admin.getByRole('button', { name: 'Promote' }).click()]);
  await expect(admin.getByRole('row', { name: new RegExp(`^Stable ${version}`) })).toBeVisible();

  await toFeatures();
  await page.getByRole('button', { name: 'Go back to the previous version' }).click();
  await expect(page.getByText('You went back to this version.')).toBeVisible();
  await toChats();
  await expect(realChat).toBeVisible();
  await toFeatures();
  await page.getByRole('button', { name: 'Use the current version' }).click();
  await expect(notes).toBeVisible();
  await toChats();
  await expect(fixtureHeading(page, version)).toBeVisible();

  await admin
    .locator('section')
    .filter({ has: admin.getByRole('heading', { name: 'Chats' }) })
    .getByRole('button', { name: 'Roll back' })
    .click();
  const question = admin.getByRole('dialog', { name: 'Roll back chat?' });
  await question.getByRole('textbox', { name: 'Reason' }).fill('A test');
  await Promise.all([told(), question.getByRole('button', { name: 'Roll back' }).click()]);
  await admin.getByRole('link', { name: 'Log' }).click();
  await expect(admin.getByRole('row', { name: new RegExp(`Rolled back .?${version}.? A test`) })).toBeVisible();
  await expect(fixtureHeading(page, version)).toBeVisible();
  await toFeatures();
  await toChats();
  await expect(realChat).toBeVisible();
});

test('R210 R160 R155 a room takes the conversation that a chat has loaded; one of another version, or one that is lost there, it loads itself', async ({
  pair: { alice, bob, url },
  operator,
  world,
}) => {
  const { context, page } = alice;
  /** The features whose file of the conversation was requested. */
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, remote] = /\/remotes\/(\w+)\/.*\/conversation\.\w+\.js$/.exec(request.url()) ?? [];
    if (remote) loaded.push(remote);
  });
  const log = page.getByRole('log', { name: 'Messages' });
  await page.goto(url);
  await expect(log.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'Create space' }).click();
  await page.getByRole('textbox', { name: 'Space name' }).fill('Shared Words');
  await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await sendMessage(alice, 'in the room');
  await expect(message(page, 'in the room')).toBeVisible();
  expect(loaded).toEqual(['chat']);

  // What does not load for one feature is loaded by the other.
  const openRoom = async () => {
    await page.getByRole('link', { name: 'Shared Words' }).click();
    await page
      .getByRole('navigation', { name: 'Rooms' })
      .getByRole('link', { name: /General/ })
      .click();
    await expect(message(page, 'in the room')).toBeVisible();
  };
  const lost = '**/remotes/chat/*/assets/conversation.*.js';
  await context.route(lost, (route) => route.fulfill({ status: 404 }));
  await page.goto(url);
  const notice = page.getByRole('alert', { name: 'Chats' });
  await expect(notice).toContainText(/Report [0-9a-f]{8}/);
  await openRoom();
  expect(loaded.at(-1)).toBe('channels');
  await context.unroute(lost);

  const version = await versionFor(page, bob.page, '9.5', 'channels');
  const published = { url: new URL(world.url).origin, token: await operator.token(), sharedCode: 'another' };
  await publishNextRelease('channels', version, published);
  await page.goto(url);
  loaded.length = 0;
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(log.getByRole('article').first()).toBeVisible();
  await openRoom();
  await sendMessage(alice, 'with its own');
  await expect(message(page, 'with its own')).toBeVisible();
  await page.getByRole('link', { name: 'Chats', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^Bob Brown/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Bob Brown', level: 1 })).toBeVisible();
  await expect(log.getByRole('article').first()).toBeVisible();
  expect(loaded).toEqual(['chat', 'channels']);
});

test('R209 a tester opens an unreleased version by its link, in one browser alone, until it is left or taken back', async ({
  pair: { alice, bob, url },
  operator,
  world,
}) => {
  const { page } = alice;
  await page.goto(url);
  const realChat = page.getByRole('navigation', { name: 'Conversations' });
  await expect(realChat).toBeVisible();
  const version = await versionFor(page, bob.page, '9.3');
  await operator.publish(await buildFixtureOnce({ version }));
  const { token: operatorToken } = await accountOf(bob.page);
  const admin = bob.page;
  await admin.goto(`${world.url}admin/features`);
  const card = admin.locator('section').filter({ has: admin.getByRole('heading', { name: 'Chats' }) });
  await card.getByText('Testing', { exact: true }).click();
  await card.getByRole('textbox', { name: 'Valid for days' }).press('End');
  await admin.keyboard.press('Backspace');
  await admin.keyboard.type('14');
  await expectAccessible(admin);
  await expect(card.getByRole('combobox', { name: 'Version' })).toHaveValue(version);
  await card.getByRole('button', { name: 'Create test link' }).click();
  const created = admin.getByRole('dialog', { name: `Test link to ${version}` });
  const link = await created.locator('code').innerText();
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByRole('button', { name: `Revoke the test link to ${version}` })).toBeVisible();
  const open = async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Test Chats ${version}?` })).toBeVisible();
    await page.getByRole('button', { name: 'Start testing' }).click();
    await expect(fixtureHeading(page, version)).toBeVisible();
  };
  const bar = page.getByRole('region', { name: 'Test of an unreleased version' });

  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Test Chats ${version}?` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(realChat).toBeVisible();
  await open();
  await expect(bar).toContainText(`You are testing Chats ${version}`);
  await page.reload();
  await expect(fixtureHeading(page, version)).toBeVisible();
  await admin.goto(world.url);
  await expect(admin.getByRole('navigation', { name: 'Conversations' })).toBeVisible();

  await bar.getByRole('button', { name: 'Leave' }).click();
  await expect(bar).toHaveCount(0);
  await page.goto(url);
  await expect(realChat).toBeVisible();

  await open();
  await callGateway('rollout.rollback', { remote: 'chat', version, why: '' }, operatorToken);
  await expect(bar).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This test link has ended' })).toBeVisible();
});

test('R209 a visitor who tests a release gets its own pages, also after a reload', async ({
  pair: { alice, bob, url },
  operator,
  browser,
  world,
}) => {
  await alice.page.goto(url);
  const version = await versionFor(alice.page, bob.page, '9.6');
  const place = seedPlacementOf('chat')!;
  const paths = [...place.paths, { path: '/chat/try', access: 'public' as const, fills: false }];
  await operator.publish(await buildFixtureOnce({ version }), { place: { ...place, paths } });
  const operatorToken = await operator.token();
  const { token } = await callGateway('rollout.createTesterLink', { remote: 'chat', version, days: 1 }, operatorToken);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${world.url}chat/try`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(`${world.url}tester#${token}`);
  await page.getByRole('button', { name: 'Start testing' }).click();
  for (const visit of [() => page.goto(`${world.url}chat/try`), () => page.reload()]) {
    await visit();
    await expect(fixtureHeading(page, version)).toBeVisible();
  }
  await context.close();
  await callGateway('rollout.rollback', { remote: 'chat', version, why: '' }, operatorToken);
});

test('R209 whoever joins the beta of a feature gets its version, and leaves it', async ({
  pair: { alice, bob, url },
  operator,
}) => {
  const { page } = alice;
  await page.goto(url);
  const version = await versionFor(page, bob.page, '9.4');
  await operator.publish(await buildFixtureOnce({ version }));
  const { token } = await accountOf(bob.page);
  await callGateway('rollout.setBeta', { remote: 'chat', version, share: 100 }, token);
  const toFeatures = async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Features' }).click();
  };
  await toFeatures();
  const beta = page.getByRole('switch', { name: 'Beta versions' }).first();
  await expect(beta).not.toBeChecked();
  await beta.click();
  await expect(page.getByText(`Version ${version}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Chats' }).click();
  await expect(fixtureHeading(page, version)).toBeVisible();
  await toFeatures();
  await beta.click();
  await expect(beta).not.toBeChecked();
  await page.getByRole('link', { name: 'Chats' }).click();
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeVisible();
  await callGateway('rollout.rollback', { remote: 'chat', version, why: '' }, token);
});

test('R155 R157 what fails in a page is counted by the gateway, and the operator sees the reason and where in the source', async ({
  pair: { alice, bob, url, advanceClock },
  operator,
  world,
}) => {
  const { page } = alice;
  await page.goto(url);
  const version = await versionFor(page, bob.page, '9.1');
  await world.gateway.executeSql('update person set created_at = 0, returned_at = 1'); // new accounts do not count
  const behaviour = 'throwOnRender';
  await operator.publish(await buildFixtureOnce({ version, behaviour, mapped: true }), { share: 50 });
  await page.goto(url);
  await expect(newestMessage(page)).toBeVisible();
  await advanceClock(limits.reportEvery);
  const candidate = bob.page.getByRole('row', { name: new RegExp(`^Candidate ${version}`) });
  await expect(async () => {
    await bob.page.goto(`${world.url}admin/features`);
    // The account counts once, however often its page fails.
    await expect(candidate.getByRole('cell').nth(7)).toHaveText(/^thrown \d+$/, { timeout: scaledTimeout(10_000) });
  }).toPass();
  await expect(candidate.getByRole('cell').nth(3)).toHaveText('1'); // accounts
  await expect(candidate.getByRole('cell').nth(5)).toHaveText('100%');
  await bob.page.getByText('Where it fails').first().click();
  const places = bob.page.getByRole('region', { name: 'Where chat fails' });
  await expect(places.getByRole('row', { name: version })).toContainText(/src\/remote\.tsx:\d+:\d+ Routes/);
  await expectAccessible(bob.page);
});

test('R155 R255 the start after a release froze the tab has the previous version, and the operator sees why', async ({
  pair: { alice, bob, url, advanceClock },
  operator,
  world,
}) => {
  const { context, page } = alice;
  await page.goto(url);
  const version = await versionFor(page, bob.page, '9.2');
  await world.gateway.executeSql('update person set created_at = 0, returned_at = 1'); // new accounts do not count
  await operator.publish(await buildFixtureOnce({ version, behaviour: 'freezeOnRender' }), { share: 50 });
  // The browser offers to end a tab that does not react.
  const tab = await context.newCDPSession(page);
  await page.goto(url, { waitUntil: 'commit' });
  const otherTab = await context.newPage();
  await otherTab.goto(`${world.url}favicon.svg`);
  await expect.poll(() => otherTab.evaluate(() => localStorage.getItem('frozen'))).toBe(version);
  const ended = page.waitForEvent('crash');
  void tab.send('Page.crash').catch(() => undefined); // which is never answered
  await ended;
  await page.close();

  // A mark of another tab counts once that tab, if it still ran, would have removed it.
  await context.clock.fastForward(2 * limits.mountTimeout);
  alice.page = await context.newPage();
  await alice.page.goto(url);
  await expect(newestMessage(alice.page)).toBeVisible();
  await otherTab.close();
  await advanceClock(limits.reportEvery);
  const candidate = bob.page.getByRole('row', { name: new RegExp(`^Candidate ${version}`) });
  await expect(async () => {
    await bob.page.goto(`${world.url}admin/features`);
    await expect(candidate.getByRole('cell').nth(7)).toHaveText(/^frozen \d+$/, { timeout: scaledTimeout(10_000) });
  }).toPass();
});
