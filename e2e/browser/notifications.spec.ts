// Notifications outside the app: a push reaches the service worker of a closed tab, shows what it may, and leads back.
import { join } from 'node:path';
import { query, startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { groupOf, sendText, signIn as signInApi } from '@amber/gateway/testing/client';
import { startPushService, subscriptionKeys } from '@amber/gateway/testing/pushService';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { root } from '../../tools/run.ts';
import { accountOf } from '../kit/accountOf.ts';
import { waitForValue } from '../kit/gatewayProcess.ts';
import { callOptions } from '../kit/watchCalls.ts';
import {
  expect,
  expectAccessible,
  openAppAs as joinAs,
  message,
  openChat,
  openNewcomer,
  type Person,
  sendMessage,
  test,
  messageInput,
} from '../kit/world.ts';

test.use({ launchOptions: callOptions });

let gateway: TestGateway;
let service: Awaited<ReturnType<typeof startPushService>>;
let world: { url: string; gateway: { codeFor(phone: string): Promise<string> } };
const opened: BrowserContext[] = [];

test.beforeAll(async () => {
  gateway = await startTestGateway({
    shellDir: join(root, 'shell', 'dist'),
    remotesDir: join(root, 'remotes'),
    pushLoopback: true,
    limits: { pushDelay: 400, callPushDelay: 400, pushBatchWindow: 50 },
  });
  service = await startPushService();
  const { port } = new URL(gateway.url);
  world = {
    url: `http://localhost:${port}/chat/`,
    gateway: { codeFor: (phone) => waitForValue('a code', () => gateway.codes.get(phone)) },
  };
});
test.afterEach(async () => {
  await Promise.all(opened.splice(0).map((context) => context.close()));
});
test.afterAll(async () => {
  await service.close();
  await gateway.close();
});

let subscribed = 0;

/** A browser whose push service is ours: the vendor's cannot be reached from a test. */
async function openPersonWithPush(browser: Parameters<typeof openNewcomer>[0], complaints: string[], name: string) {
  const keys = subscriptionKeys();
  const endpoint = `${service.url}/send/browser${(subscribed += 1)}`;
  const person = await openNewcomer(browser, { world, complaints }, name);
  opened.push(person.context);
  await person.context.grantPermissions(['notifications', 'microphone']);
  await person.context.addInitScript(
    ({ at, p256dh, auth }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0)).buffer;
      const key = 'test-subscription';
      const subscription = (serverKey: ArrayBuffer) => ({
        endpoint: at,
        options: { applicationServerKey: serverKey },
        getKey: (of: string) => bytes(of === 'auth' ? auth : p256dh),
        unsubscribe: async () => localStorage.removeItem(key),
      });
      PushManager.prototype.subscribe = async (options) => {
        const given = new Uint8Array(options!.applicationServerKey as ArrayBuffer);
        localStorage.setItem(key, JSON.stringify([...given]));
        return subscription(given.buffer) as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as number[] | null;
        return kept && (subscription(new Uint8Array(kept).buffer) as unknown as PushSubscription);
      };
    },
    { at: endpoint, p256dh: keys.p256dh, auth: keys.auth },
  );
  return { ...person, keys, endpoint, pushes: () => service.pushesTo(endpoint).map(({ body }) => keys.open(body)) };
}

/** The worker of this browser, by the browser's own tools. */
async function openWorkerTools(context: BrowserContext, page: Page) {
  const tools: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/chat/'));
      if (found) resolve(found.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    /** What a push service would hand to the browser. */
    deliver: (data: string) =>
      tools.send('ServiceWorker.deliverPushMessage', { origin: new URL(world.url).origin, registrationId, data }),
  };
}

interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  data: object;
  actions: string[];
}

/** The notifications that stand. */
const notificationsIn = (page: Page): Promise<ShownNotification[]> =>
  page.evaluate(async () =>
    ((await (await navigator.serviceWorker.getRegistration('/chat/'))?.getNotifications()) ?? []).map((shown) => ({
      title: shown.title,
      body: shown.body,
      tag: shown.tag,
      data: shown.data as object,
      actions: (shown as Notification & { actions: { action: string }[] }).actions.map(({ action }) => action),
    })),
  );

/** A page of this origin without the app: no engine, and nothing that could tell the worker anything. */
async function closeApp(person: { context: BrowserContext; page: Page }): Promise<Page> {
  const bare = await person.context.newPage();
  await bare.goto(new URL('/gateway/live', world.url).href);
  await person.page.close();
  return bare;
}

/** From now on what the worker shows is noted: a desktop without a tray takes a notification away by itself. */
const recordNotifications = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => {
    const worker = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: ShownNotification[] };
    const show = worker.registration.showNotification.bind(worker.registration);
    worker.shown = [];
    worker.registration.showNotification = (title, options = {}) => {
      const {
        body = '',
        tag = '',
        data = {},
        actions = [],
      } = options as NotificationOptions & { actions?: { action: string }[] };
      worker.shown.push({ title, body, tag, data, actions: actions.map(({ action }) => action) });
      return show(title, options);
    };
  });

/** All of them, in their order. */
const recordedNotifications = (context: BrowserContext): Promise<ShownNotification[]> =>
  context.serviceWorkers()[0]!.evaluate(() => (globalThis as unknown as { shown: ShownNotification[] }).shown);

/** Presses a notification or one of its buttons, as the worker is told of it. Returns the paths that it wanted to open. */
const clickNotification = (context: BrowserContext, data: object, action = '', reply = '') =>
  context.serviceWorkers()[0]!.evaluate(
    async ([of, which, text]) => {
      const worker = globalThis as unknown as EventTarget & { clients: { openWindow(url: string): Promise<null> } };
      const paths: string[] = [];
      // Only a hand may open a window.
      worker.clients.openWindow = async (url) => {
        paths.push(new URL(url).pathname + new URL(url).search);
        return null;
      };
      const work: Promise<unknown>[] = [];
      const event = Object.assign(new Event('notificationclick'), {
        notification: { data: of, close() {} },
        action: which,
        reply: text,
        waitUntil: (one: Promise<unknown>) => work.push(one),
      });
      worker.dispatchEvent(event);
      await Promise.all(work);
      return paths;
    },
    [data, action, reply] as const,
  );

/** The app's windows are behind another one: test tools otherwise say that each has the focus. */
async function unfocusApp({ context }: { context: BrowserContext }): Promise<void> {
  for (const page of context.pages())
    await (await context.newCDPSession(page)).send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const other = await context.newPage();
  await other.goto('about:blank');
  await other.bringToFront();
}

/** Nobody waits for this part of the app: it comes after all others, and links the manifest then. */
const waitForManifestLink = (page: Page) => expect(page.locator('link[rel="manifest"]')).toHaveCount(1);

async function enableNotifications({ page }: Person): Promise<void> {
  await page.goto(`${world.url}settings/notifications`);
  await page.getByRole('switch', { name: 'Show notifications' }).click();
  await expect(page.getByText('Also when Amber is closed.')).toBeVisible();
}

test('R139 R140 R142 with the app closed a push shows who wrote or calls, and no word of a sealed chat', async ({
  browser,
  complaints,
}) => {
  const ada = await openPersonWithPush(browser, complaints, 'Ada Away');
  const ben = await openPersonWithPush(browser, complaints, 'Ben Boat');
  await Promise.all([ada, ben].map((one) => joinAs(one, { world, complaints } as never)));
  await enableNotifications(ada);
  await expectAccessible(ada.page);
  await ada.page.getByRole('button', { name: 'Send a test notification' }).click();
  await expect.poll(() => ada.pushes().length).toBe(1);

  const { identifier } = await accountOf(ada.page);
  const carol = await signInApi(gateway, { name: 'Carol' });
  const group = await groupOf(carol, { identifier } as never);
  await waitForManifestLink(ada.page);
  const bare = await closeApp(ada);
  const worker = await openWorkerTools(ada.context, bare);

  await openChat(ben, 'Ada Away');
  await sendMessage(ben, 'The secret of the sealed chat');
  await sendMessage(ben, 'And another');
  await expect.poll(() => ada.pushes().length).toBeGreaterThanOrEqual(2);
  await sendText(carol, group, 'Words for the group', { type: 'group' });
  await expect.poll(() => ada.pushes().some((text) => text.includes('Words for the group'))).toBe(true);
  for (const text of ada.pushes()) {
    expect(text).not.toContain('secret');
    await worker.deliver(text);
  }
  await expect.poll(() => notificationsIn(bare)).toHaveLength(3);
  const shown = await notificationsIn(bare);
  expect(shown.find(({ title }) => title.startsWith('Ben Boat'))).toMatchObject({
    body: 'New message',
    actions: ['answer'],
  });
  expect(shown.find(({ tag }) => tag === group)).toMatchObject({ body: 'Carol: Words for the group' });

  // A call replaces its ring, and belongs to no other notification of its chat.
  const isOfCall = ({ tag }: ShownNotification) => tag.startsWith('call ');
  await recordNotifications(ada.context);
  const latestCall = async () => (await recordedNotifications(ada.context)).findLast(isOfCall);
  const deliverNext = async (body: string) => {
    const from = delivered.length;
    await expect.poll(() => ada.pushes().slice(from).join()).toContain(body);
    for (const text of ada.pushes().slice(from)) {
      delivered.push(text);
      await worker.deliver(text);
    }
  };
  const delivered = ada.pushes();
  const bar = (of: Page) => of.getByRole('region', { name: 'Call', exact: true });
  const call = () => ben.page.getByRole('button', { name: 'Call', exact: true }).click();
  await call();
  await deliverNext('Incoming call');
  await expect.poll(latestCall).toMatchObject({ title: 'Ben Boat', body: 'Incoming call', actions: [] });
  await bar(ben.page).getByRole('button', { name: 'End call' }).click();
  await deliverNext('Missed call');
  const missed = { title: 'Ben Boat', body: 'Missed call', tag: (await latestCall())!.tag };
  await expect.poll(latestCall).toMatchObject(missed);

  // Pressed, it leads to its chat; words that were typed into it stand in the composer.
  const { tag: chat, data } = shown.find(({ title }) => title.startsWith('Ben Boat'))!;
  const [path] = await clickNotification(ada.context, data, 'answer', 'On my way');
  expect(path).toBe(`/chat/share?to=${chat}`);
  const page = await ada.context.newPage();
  await page.goto(new URL(path!, world.url).href);
  await expect(page.getByRole('heading', { name: 'Ben Boat' })).toBeVisible();
  await expect(messageInput(page)).toHaveValue('On my way');
  await expect(message(page, 'The secret of the sealed chat')).toBeVisible();
  // Reading it closes what is left.
  await expect.poll(async () => (await notificationsIn(page)).map(({ tag }) => tag)).not.toContain(chat);
  expect(await clickNotification(ada.context, shown.find(({ tag }) => tag === group)!.data)).toEqual([]); // the open page is sent there
  await expect(message(page, 'Words for the group')).toBeVisible();

  // Pressed while it rings, a call rings in its chat.
  await page.close();
  await call();
  await deliverNext('Incoming call');
  await expect.poll(latestCall).toMatchObject({ body: 'Incoming call' });
  const [place] = await clickNotification(ada.context, (await latestCall())!.data);
  const ringing = await ada.context.newPage();
  await ringing.goto(new URL(place!, world.url).href);
  await expect(ringing.getByRole('heading', { name: 'Ben Boat' })).toBeVisible();
  await expect(bar(ringing)).toContainText('Incoming call');
  await bar(ringing).getByRole('button', { name: 'Decline' }).click();
  await expect(bar(ben.page)).toContainText('Call declined');
  // The chat was seen here.
  await expect.poll(async () => (await notificationsIn(ringing)).filter(isOfCall)).toEqual([]);
});

test('R139 R140 R141 offered after a missed message; two tabs and a push show one once, with its text where that is wanted @journey', async ({
  browser,
  complaints,
}) => {
  const dan = await openPersonWithPush(browser, complaints, 'Dan Desk');
  const eve = await openPersonWithPush(browser, complaints, 'Eve Early');
  await Promise.all([dan, eve].map((one) => joinAs(one, { world, complaints } as never)));
  await openChat(eve, 'Dan Desk');
  await dan.context.addInitScript(() => {
    // The browser has not been asked yet.
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('test-permission') ?? 'default',
    });
    Notification.requestPermission = async () => {
      localStorage.setItem('test-permission', 'granted');
      return 'granted';
    };
  });
  await dan.page.goto(world.url);
  await waitForManifestLink(dan.page);
  await unfocusApp(dan);
  const offer = dan.page.getByText('A message arrived while you were away.');
  await sendMessage(eve, 'Are you there?');
  await expect(offer).toBeVisible();
  expect(await dan.page.evaluate(() => localStorage.getItem('test-permission'))).toBeNull();
  await expectAccessible(dan.page);
  await dan.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(offer).toHaveCount(0);
  await dan.page
    .getByRole('link', { name: /Eve Early/ })
    .first()
    .click();
  await expect(message(dan.page, 'Are you there?')).toBeVisible();
  // A page that shows the chat would read what comes.
  await dan.page.goto(`${world.url}contacts`);
  await waitForManifestLink(dan.page);
  const second = await dan.context.newPage();
  await second.goto(`${world.url}settings/notifications`);
  await expect(second.getByText('Also when Amber is closed.')).toBeVisible();
  await second.getByRole('switch', { name: 'Show text of encrypted chats' }).click();
  const worker = await openWorkerTools(dan.context, dan.page);
  await unfocusApp(dan);

  await recordNotifications(dan.context);
  await sendMessage(eve, 'Sealed words');
  await expect.poll(() => dan.pushes().length).toBe(1);
  await worker.deliver(dan.pushes()[0]!);
  const title = expect.stringMatching(/^Eve Early( \(\d\))?$/);
  const first = { title, body: 'Sealed words', actions: ['answer', 'markRead'] };
  await expect.poll(() => recordedNotifications(dan.context)).toMatchObject([first]);

  await sendMessage(eve, 'More sealed words');
  await expect.poll(() => dan.pushes().length).toBe(2);
  await worker.deliver(dan.pushes()[1]!);
  expect(dan.pushes().join()).not.toContain('sealed words');
  await expect
    .poll(() => recordedNotifications(dan.context))
    .toMatchObject([first, { title, body: 'More sealed words' }]);
  const { data } = (await recordedNotifications(dan.context))[1]!;

  expect(await clickNotification(dan.context, data, 'answer', 'I see them')).toEqual([]);
  await expect(message(eve.page, 'I see them')).toBeVisible();

  await sendMessage(eve, 'One more');
  await expect.poll(async () => (await recordedNotifications(dan.context)).length).toBe(3);
  await clickNotification(dan.context, (await recordedNotifications(dan.context))[2]!.data, 'markRead');
  const { identifier } = await accountOf(dan.page);
  const unread = async () => {
    const text =
      'select last_seq - read_seq as count from member join conversation on id = conversation where identifier = $1';
    return (await query<{ count: string }>(gateway, text, [identifier])).rows.map(({ count }) => count);
  };
  await expect.poll(unread).toEqual(['0']);
});
