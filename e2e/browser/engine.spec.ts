// One engine per device: what happens to it when tabs and builds come and go.
import type { Page } from '@playwright/test';
import { startFaultProxy } from '../kit/faultProxy.ts';
import {
  expect,
  message,
  openChat,
  sendMessage,
  completeProfile,
  signIn,
  test,
  messageInput,
  withoutServiceWorker,
} from '../kit/world.ts';

/** The engine that answers now, by its own id. */
const runningEngineId = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const channel = new BroadcastChannel('amber-bus');
        channel.addEventListener('message', ({ data }) => {
          if (data.kind === 'pong' || data.kind === 'hello') resolve(data.engine as string);
        });
      }),
  );

test('C2 R178 the engine outlives the tab that started it', async ({ person }) => {
  const alice = await person('Ida Leader');
  const bob = await person('Jon Reader', withoutServiceWorker);
  await openChat(alice, bob.name);
  const second = await alice.context.newPage();
  await second.goto(alice.page.url());
  await expect(messageInput(second)).toBeVisible();
  const before = await runningEngineId(second);
  await alice.page.close();
  expect(await runningEngineId(second)).toBe(before);
  await sendMessage({ ...alice, page: second }, 'still here');
  await bob.page.getByRole('link', { name: /^Ida Leader/ }).click();
  await expect(message(bob.page, 'still here')).toHaveCount(1);
});

test('C2 R87 R178 without shared workers one tab leads, and another takes over when it is closed', async ({
  newcomer,
  person,
  world,
}) => {
  const bob = await person('Kim Reader', withoutServiceWorker);
  const alice = await newcomer('Lea Dedicated');
  await alice.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  });
  await alice.page.goto(world.url);
  await signIn(alice, world.gateway);
  await completeProfile(alice);
  await openChat(alice, bob.name);
  const second = await alice.context.newPage();
  await second.goto(alice.page.url());
  await expect(messageInput(second)).toBeVisible();
  await sendMessage({ ...alice, page: second }, 'through the leader');
  await expect(message(alice.page, 'through the leader')).toHaveCount(1);

  const before = await runningEngineId(second);
  await alice.page.close();
  await sendMessage({ ...alice, page: second }, 'after the leader');
  await bob.page.getByRole('link', { name: /^Lea Dedicated/ }).click();
  await expect(message(bob.page, 'through the leader')).toHaveCount(1);
  await expect(message(bob.page, 'after the leader')).toHaveCount(1);
  expect(await runningEngineId(second)).not.toBe(before);
});

test('P4 what is written before an engine is up outlives the page', async ({ person }) => {
  const alice = await person('Pia Early');
  const bob = await person('Quin Reader', withoutServiceWorker);
  await openChat(alice, bob.name);
  await sendMessage(alice, 'by an engine');
  const url = alice.page.url();
  await alice.page.close();
  // A page whose engine never comes.
  const early = await alice.context.newPage();
  await early.addInitScript(() => {
    Object.assign(globalThis, {
      SharedWorker: class {
        port = { start() {} };
      },
    });
  });
  await early.goto(url);
  await sendMessage({ ...alice, page: early }, 'before an engine');
  await messageInput(early).pressSequentially('half a sen');
  // Drafts are saved after a pause.
  const kept = () => early.evaluate(() => Object.entries(localStorage).flat().join());
  await expect.poll(kept).toContain('half a sen');
  await early.close();

  const page = await alice.context.newPage();
  await page.goto(url);
  await expect(messageInput(page)).toHaveValue('half a sen');
  await expect(message(page, 'before an engine')).toHaveCount(1);
  await bob.page.getByRole('link', { name: /^Pia Early/ }).click();
  await expect(message(bob.page, 'before an engine')).toHaveCount(1);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('untaken')))).toEqual([]);
});

test('an engine whose page goes while its code is being fetched lets go of its lock', async ({ newcomer, world }) => {
  const proxy = await startFaultProxy(Number(new URL(world.url).port));
  const url = `http://localhost:${proxy.port}/chat/`;
  const { page, ...rest } = await newcomer('Lee Leaves');
  try {
    await page.goto(url);
    // What seals is fetched with the first sign-in.
    proxy.set({ stall: '/assets/sealing' });
    await signIn({ page, ...rest }, world.gateway);
    await expect.poll(() => proxy.stalled()).toBeGreaterThan(0);
    const holders = () =>
      page.evaluate(async () => (await navigator.locks.query()).held!.map(({ name }) => name).join());
    expect(await holders()).toContain('amber-engine');
    await page.goto(`${url}favicon.svg`);
    await expect.poll(holders).not.toContain('amber-engine');
  } finally {
    await proxy.close();
  }
});

test('an engine that hears a newer build lets go, and the next one goes on', async ({ person }) => {
  const alice = await person('Mia Builds');
  const bob = await person('Ned Builds', withoutServiceWorker);
  await openChat(alice, bob.name);
  await sendMessage(alice, 'by the old engine');
  const before = await runningEngineId(alice.page);
  await alice.page.evaluate(() => {
    new BroadcastChannel('amber-bus').postMessage({
      kind: 'ping',
      page: 'of a newer build',
      build: Number.MAX_SAFE_INTEGER,
      protocol: 1,
    });
  });
  await sendMessage(alice, 'while it changes');
  await expect.poll(() => runningEngineId(alice.page)).not.toBe(before);
  await sendMessage(alice, 'by the new engine');
  await bob.page.getByRole('link', { name: /^Mia Builds/ }).click();
  for (const text of ['by the old engine', 'while it changes', 'by the new engine']) {
    await expect(message(bob.page, text)).toHaveCount(1);
  }
});
