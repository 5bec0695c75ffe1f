// Reading aloud: the answers of a bot while they are written, and messages of people.
import {
  type SpeechSynthesisService,
  startSpeechSynthesisService,
} from '@amber/gateway/testing/speechSynthesisService';
import type { Locator } from '@playwright/test';
import { responders, type AiService, startAiService } from '@amber/gateway/testing/aiService';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import {
  openNewcomer,
  openAppAs as joinIn,
  expect,
  expectAccessible,
  message,
  messageInput,
  withoutServiceWorker,
  type Person,
  test as base,
} from '../kit/world.ts';
import { startFaultProxy } from '../kit/faultProxy.ts';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';

const test = base.extend<object, { ai: { service: AiService; speech: SpeechSynthesisService }; ada: Person }>({
  ai: [
    async ({}, use) => {
      const service = await startAiService();
      const speech = await startSpeechSynthesisService();
      await use({ service, speech });
      await Promise.all([service.close(), speech.close()]);
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ ai }, use) => {
      const gateway = await startGatewayProcess({
        AI_BASE_URL: ai.service.url,
        AI_API_KEY: 'k',
        AI_MODEL: 'small',
        ...ai.speech.environment,
      });
      const proxy = await startFaultProxy(gateway.port);
      await use({ gateway, proxy, url: `http://localhost:${proxy.port}/chat/` });
      await proxy.close();
      await gateway.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
  ada: [
    async ({ browser, world, complaints }, use) => {
      const shared = { world, complaints };
      const ada = await joinIn(await openNewcomer(browser, shared, 'Ada Maker', withoutServiceWorker), shared);
      await use(ada);
      await ada.context.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use(withoutServiceWorker);

const takeScreenshot = (page: Person['page'], name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : undefined;

async function typeMessage({ page }: Person, text: string): Promise<void> {
  await messageInput(page).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** The service speaks a character in 60 ms. */
const sentences = Array.from({ length: 20 }, (_, n) => `This is **sentence** ${n + 1} of them.`).join(' ');

/** The message that is read has buttons for it; every page has the small player. */
const playerOf = (page: Person['page']) => page.getByRole('region', { name: 'Reading aloud' });

test('R132 an answer is read aloud in one tab, marked in the text, and stopped from anywhere', async ({ ada, ai }) => {
  const { page } = ada;
  const main = page.getByRole('navigation', { name: 'Main' });
  const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
  ai.service.respond = responders.pieces([sentences]);
  await main.getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByRole('link', { name: 'Amber Assistant' }).click();
  await typeMessage(ada, 'Talk to me');
  const answer = message(page, 'This is sentence 1 of them.');
  await button(answer, 'Read aloud').click();
  await expect(button(answer, 'Pause')).toBeFocused();
  await expect(playerOf(page)).toContainText('AI voice');
  await expect(playerOf(page)).toContainText('0:01');
  const isMarked = () => page.evaluate(() => CSS.highlights.has('amber-spoken'));
  await expect.poll(isMarked).toBe(true);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await takeScreenshot(page, `speech-${width}`);
  }
  await button(answer, 'Pause').click();
  await button(answer, 'Go on').click();
  await expect(button(answer, 'Pause')).toBeVisible();

  // Another tab takes over.
  const second = await page.context().newPage();
  await second.goto(page.url());
  const sameAnswer = message(second, 'This is sentence 1 of them.');
  await button(sameAnswer, 'Read aloud').click();
  await expect(button(sameAnswer, 'Pause')).toBeVisible();
  await expect(button(answer, 'Pause')).toHaveCount(0);
  await button(sameAnswer, 'Stop reading').click();
  await expect(button(sameAnswer, 'Read aloud')).toBeFocused();
  await expect(playerOf(second)).toHaveCount(0);
  await second.close();

  // From the menu, and stopped on another page.
  await page.bringToFront();
  if (await playerOf(page).isVisible()) await button(playerOf(page), 'Stop reading').click();
  await answer.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  await expect(button(answer, 'Pause')).toBeVisible();
  await main.getByRole('link', { name: 'Moments' }).click();
  await expect(playerOf(page)).toContainText('Amber Assistant');
  await button(playerOf(page), 'Stop reading').click();
  await expect(playerOf(page)).toHaveCount(0);
});

test('R132 a voice that has arrived is played again without the server', async ({ ada, ai, world }) => {
  const { page } = ada;
  ai.service.respond = responders.pieces([`Once more, ${'word '.repeat(20)}`]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByRole('link', { name: 'Amber Assistant' }).click();
  await typeMessage(ada, 'And again?');
  const answer = message(page, 'Once more, word');
  const read = answer.getByRole('button', { name: 'Read aloud' });
  await read.click();
  await expect(answer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(read).toBeVisible();
  world.proxy.set({ offline: true });
  world.proxy.reset();
  await read.click();
  await expect(answer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(playerOf(page).getByRole('button', { name: /^Speed/ })).toBeVisible();
  await expect(read).toBeVisible();
  world.proxy.set({ offline: false });
});

test('R131 R132 answers are spoken while they are written, and a text of a person only after consent', async ({
  ada,
  ai,
}) => {
  const { page } = ada;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByRole('link', { name: 'Amber Assistant' }).click();
  ai.service.respond = responders.pieces(['First words. ', 'Then more of them. ', 'And the end.'], 700);
  await page.getByRole('button', { name: 'Speak answers' }).click();
  await typeMessage(ada, 'Speak to me');
  const answer = message(page, 'First words.');
  await expect(answer.getByRole('button', { name: 'Stop reading' })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await takeScreenshot(page, 'speech-answers');
  await expect(answer.getByRole('button', { name: 'Read aloud' })).toBeVisible();

  const spoken = playerOf(page);
  await message(page, 'Speak to me').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  const consent = page.getByRole('dialog', { name: 'Read messages aloud?' });
  await takeScreenshot(page, 'speech-consent');
  await consent.getByRole('button', { name: 'Cancel' }).click();
  await expect(spoken).toHaveCount(0);
  await message(page, 'Speak to me').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  await consent.getByRole('button', { name: 'Read aloud' }).click();
  await expect(spoken).toContainText('AI voice');
});
