// Talking with bots: answers that stream, stop, break and come again, what they remember, and what is used up.
import type { Locator } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { hostileAnswers } from '@amber/gateway/testing/hostileAnswers';
import { responders, type AiService, startAiService } from '@amber/gateway/testing/aiService';
import {
  openNewcomer,
  openAppAs as joinIn,
  expect,
  expectAccessible,
  message,
  openChat,
  withoutServiceWorker,
  type Person,
  test as base,
  messageInput,
} from '../kit/world.ts';
import { type FaultProxy, startFaultProxy } from '../kit/faultProxy.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';

/** Who owns bots, and who talks with them, in all tests. */
interface People {
  ada: Person;
  ben: Person;
}

/** A gateway whose bots are answered by a service that does as it is told. */
const test = base.extend<object, { ai: { service: AiService }; people: People }>({
  ai: [
    async ({}, use) => {
      const service = await startAiService();
      await use({ service });
      await service.close();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ ai }, use) => {
      const gateway = await startGatewayProcess({
        AI_BASE_URL: ai.service.url,
        AI_API_KEY: 'k',
        AI_MODEL: 'small,large',
        AI_ANSWERS_PER_DAY: '8',
      });
      const proxy = await startFaultProxy(gateway.port);
      await use({ gateway, proxy, url: `http://localhost:${proxy.port}/chat/` });
      await proxy.close();
      await gateway.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
  people: [
    async ({ browser, world, complaints }, use) => {
      const shared = { world, complaints };
      const make = async (name: string) =>
        joinIn(await openNewcomer(browser, shared, name, withoutServiceWorker), shared);
      const [ada, ben] = await Promise.all([make('Ada Maker'), make('Ben Teller')]);
      await use({ ada, ben });
      await Promise.all([ada.context.close(), ben.context.close()]);
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use(withoutServiceWorker);

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

async function typeMessage({ page }: Person, text: string): Promise<void> {
  await messageInput(page).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** As the keyboard gets there. */
async function tabTo(page: Person['page'], target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

const takeScreenshot = (page: Person['page'], name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : undefined;

const sendInDialog = async (page: Person['page'], text: string) => {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

/** Two answers of a bot that is not saved: one whole, one that is cut by the network. */
async function testUnsavedBot({ page }: Person, service: AiService, { proxy }: { proxy: FaultProxy }): Promise<void> {
  await page.getByRole('button', { name: 'Try it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try Momo' });
  const talk = dialog.getByRole('log');
  await expect(talk.getByText('Hello, I am Momo.')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  service.respond = responders.pieces(['A **trial**', ' answer']);
  await sendInDialog(page, 'Who are you?');
  await expect(talk.getByText('A trial answer')).toBeVisible();
  await expect(talk.getByText('AI', { exact: true })).toHaveCount(1);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await takeScreenshot(page, `preview-${size.width}`);
  }
  service.respond = responders.pieces(numberedWords(2_000), 40);
  await sendInDialog(page, 'Count');
  await expect(talk.getByText('word5 ')).toBeVisible();
  proxy.set({ offline: true });
  proxy.reset();
  await expect(talk.getByText('Interrupted')).toBeVisible();
  await expect(dialog.getByText('You are offline.')).toBeVisible();
  proxy.set({ offline: false });
  await expect(dialog.getByText('You are offline.')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** No request outside, no script, no command, no memory. */
async function expectAttackBlocked(person: Person, service: AiService, world: { url: string }): Promise<void> {
  const { page, context } = person;
  const outside: string[] = [];
  const { origin } = new URL(world.url);
  context.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin) outside.push(request.url());
  });
  context.on('page', (opened) => outside.push(opened.url()));
  page.on('dialog', (dialog) => outside.push(dialog.message()));
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByRole('article')).toHaveCount(2);
  const answers = [
    hostileAnswers.slice(0, 50).join('\n\n'),
    hostileAnswers.slice(50).join('\n\n'),
    'A'.repeat(1_000_000),
    // Names of our own things, in the hope that somebody reads them as such.
    '{"type":"streamEnd","cmdId":"streamEnd","targets":["x"],"message":"{}"}\nBen Teller joined\nSystem: messages withdrawn\n/logout',
  ];
  for (const [at, text] of answers.entries()) {
    service.respond = responders.pieces(text.match(/[^]{1,4000}/g)!);
    await typeMessage(person, `Question ${at}`);
    await expect(message(page, `Question ${at}`)).toBeVisible();
    await expect(page.getByRole('article', { name: 'Amber Assistant, AI' })).toHaveCount(at + 2);
    await expect(log.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  }
  await expect(log.getByRole('article')).toHaveCount(2 + 2 * answers.length);
  const found = await log.evaluate((all) => ({
    active: all.querySelectorAll(
      'article :is(img, video, audio, iframe, object, embed, script, style, form, input, link, meta)',
    ).length,
    protocols: [...new Set([...all.querySelectorAll('a')].map(({ href }) => new URL(href).protocol))],
    opens: [...all.querySelectorAll('a')].every(({ rel, target }) => rel.includes('noopener') && target === '_blank'),
    widest: Math.max(...[...all.querySelectorAll('article')].map((one) => one.scrollWidth - all.clientWidth)),
  }));
  expect(found).toMatchObject({ active: 0, protocols: ['https:'], opens: true });
  expect(found.widest).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('region', { name: 'Memory' }).getByText('Nothing remembered yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Amber Assistant' })).toBeVisible();
  expect(outside).toEqual([]);
}

const numberedWords = (count: number) => Array.from({ length: count }, (_, n) => `word${n} `);

test('R127 R130 R180 a bot is created, answers as a stream, is stopped, asked again, reloaded, and uses up the day @journey', async ({
  people: { ada },
  ai: { service },
  world,
}) => {
  const { page } = ada;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Amber Assistant' })).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await takeScreenshot(page, `ai-${size.width}`);
  }
  await page.getByRole('link', { name: 'Create a companion' }).click();
  await expect(page.getByRole('heading', { name: 'Create a companion' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).click();
  await page.keyboard.type('Momo');
  await page.getByRole('checkbox', { name: 'Cheerful' }).click();
  await page.getByRole('textbox', { name: 'Greeting' }).click();
  await page.keyboard.type('Hello, I am Momo.');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await takeScreenshot(page, `create-${size.width}`);
  }
  await page.getByRole('button', { name: 'Upload picture' }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('dialog').getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles(pictureFile('red.png', 300, 300, () => [220, 30, 30]));
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByRole('radio', { name: 'Own picture' })).toBeChecked();
  await testUnsavedBot(ada, service, world);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Momo' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Momo, AI mate' }).locator('img')).toHaveAttribute('src', /\/256\.webp$/);
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText('This chat is not encrypted: the server can read it.')).toBeVisible();
  await expect(page.getByText('Hello, I am Momo.', { exact: true })).toBeVisible();

  service.respond = responders.pieces([
    'Here is **bold**:\n\n',
    '```js\n',
    'let a = 1;\n',
    '```\n\n',
    'and [a link](https://example.org) ![x](https://evil.example/x.png)',
  ]);
  await typeMessage(ada, 'Show me Markdown');
  await expect(message(page, 'and').locator('strong')).toHaveText('bold');
  await expect(message(page, 'and').getByText('AI', { exact: true })).toBeVisible();
  await expect(page.locator('article img')).toHaveCount(0);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await takeScreenshot(page, `chat-${size.width}`);
  }

  service.respond = responders.pieces(numberedWords(2_000), 40);
  await typeMessage(ada, 'Count for long');
  await expect(message(page, 'word5 ')).toBeVisible();
  await takeScreenshot(page, 'streaming');
  await page.reload();
  await expect(message(page, 'word10 ')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(message(second, 'word20 ')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(message(page, 'Stopped')).toBeVisible();
  await expect(message(second, 'Stopped')).toBeVisible();
  const kept = await message(page, 'Stopped').innerText();
  expect(kept).not.toContain('word1999');
  expect(await message(second, 'Stopped').innerText()).toBe(kept);
  await second.close();

  service.respond = responders.pieces(['The short version.']);
  await message(page, 'Stopped').getByRole('button', { name: 'Retry' }).click();
  await expect(message(page, 'The short version.')).toBeVisible();
  await expect(message(page, 'Stopped')).toHaveCount(0);

  service.respond = responders.refusal(429);
  await typeMessage(ada, 'Are you there?');
  await expect(message(page, 'The AI service is busy')).toBeVisible();
  await takeScreenshot(page, 'failed');
  service.respond = responders.unfinished;
  await message(page, 'No answer: The AI service is busy').getByRole('button', { name: 'Retry' }).click();
  await expect(message(page, 'Half an ')).toContainText('Not complete: The AI service failed');
  await takeScreenshot(page, 'incomplete');
  service.respond = responders.pieces(['Now I am.']);
  await message(page, 'Not complete').getByRole('button', { name: 'Retry' }).click();
  await expect(message(page, 'Now I am.')).toBeVisible();

  // Read elsewhere: it is marked in the list of chats, and counted once.
  const main = page.getByRole('navigation', { name: 'Main' });
  const left = Promise.withResolvers<void>();
  service.respond = async (...args) => {
    await left.promise;
    await responders.pieces(['Later **then**.'])(...args);
  };
  await typeMessage(ada, 'And later?');
  await expect(message(page, 'And later?')).toBeVisible();
  await main.getByRole('link', { name: 'Chats' }).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toHaveCount(0);
  left.resolve();
  const row = page.getByRole('link', { name: 'Momo, AI, 1 unread message' });
  await expect(row).toHaveAccessibleDescription('AI: Later then.');
  await expect(main.getByRole('link', { name: 'AI', exact: true })).toHaveAccessibleDescription('1 unread');
  await expect(main.getByRole('link', { name: 'Chats' })).toHaveAccessibleDescription('');
  await takeScreenshot(page, 'chats-1440');
  await row.click();
  await expect(page.getByRole('article', { name: 'Momo, AI' })).not.toHaveCount(0);
  await expect(main.getByRole('link', { name: 'AI', exact: true })).toHaveAccessibleDescription('');

  service.respond = responders.pieces(['Yes.']);
  const answered = page.getByRole('article', { name: 'Momo, AI' });
  const before = await answered.count();
  for (let n = 0; n < 6 && !(await page.getByRole('dialog').isVisible()); n += 1) {
    await typeMessage(ada, `Once more ${n}`);
    await expect(
      page
        .getByRole('dialog')
        .or(message(page, `Once more ${n}`))
        .first(),
    ).toBeVisible();
    await expect(
      page
        .getByRole('dialog')
        .or(answered.nth(before + n))
        .first(),
    ).toBeVisible();
  }
  await expect(page.getByRole('dialog', { name: 'Usable times has been exhausted' })).toBeVisible();
  await takeScreenshot(page, 'exhausted');
  await expectAccessible(page);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Nothing waits for an answer that does not come; the next question says so again.
  await expect(page.getByText('Momo is answering', { exact: true })).toHaveCount(0);
  await typeMessage(ada, 'And now?');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(messageInput(page)).toBeFocused();
  await main.getByRole('link', { name: 'AI', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Your use' })).toContainText('8 of 8 answers today');
  await takeScreenshot(page, 'usage');
  await page.getByRole('link', { name: 'Create a companion' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).click();
  await page.keyboard.type('Nono');
  await page.getByRole('button', { name: 'Try it' }).click();
  await sendInDialog(page, 'One more?');
  await expect(page.getByRole('dialog').getByText('You have used all of today’s answers')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeDisabled();
  await takeScreenshot(page, 'preview-exhausted');
});

test('R125 R180 T14 what a bot remembers is listed, changed and forgotten, and a hostile model’s answers are text alone', async ({
  people: { ben },
  ai: { service },
  world,
}) => {
  const { page } = ben;
  service.respond = responders.pieces(['Noted.']);
  // The space that newcomers are in leads to it.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Welcome' }).click();
  await takeScreenshot(page, 'welcome-1440');
  await page.getByRole('link', { name: 'Talk to Amber Assistant', exact: true }).click();
  await typeMessage(ben, 'I live in Lisbon.');
  await expect(page.getByText('New memory: I live in Lisbon.')).toBeVisible();
  await page.getByRole('link', { name: 'Details' }).click();
  const memory = page.getByRole('region', { name: 'Memory' });
  await expect(memory.getByText('I live in Lisbon.')).toBeVisible();
  await memory.getByRole('button', { name: 'Change “I live in Lisbon.”' }).click();
  await expect(memory.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('I live in Porto.');
  await page.keyboard.press('Enter');
  await expect(memory.getByText('I live in Porto.')).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await takeScreenshot(page, `memory-${size.width}`);
  }
  await memory.getByRole('link', { name: 'Show the message' }).click();
  await expect(message(page, 'I live in Lisbon.')).toBeVisible();
  await page.goBack();
  await memory.getByRole('button', { name: 'Forget “I live in Porto.”' }).click();
  await expect(memory.getByText('Nothing remembered yet')).toBeVisible();
  await page.getByRole('button', { name: 'Close details' }).click();
  await expectAttackBlocked(ben, service, world);
});

test('R129 R251 a person asks for a human, who is notified on any page, takes the chat, answers and hands it back', async ({
  people: { ada, ben },
  ai: { service },
  world,
}) => {
  const desk = ada.page;
  await desk.goto(world.url);
  service.respond = responders.pieces(['I am the AI.']);
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await desk.getByRole('link', { name: 'Create a companion' }).click();
  await desk.getByRole('textbox', { name: 'Name', exact: true }).click();
  await desk.keyboard.type('Shop');
  await desk.getByRole('radio', { name: 'Everyone' }).click();
  await desk.getByRole('radio', { name: 'I answer', exact: true }).click();
  await desk.getByRole('radio', { name: 'Once a day at most' }).click();
  await desk.getByLabel('Not from').click();
  await desk.keyboard.type('1030PM');
  await takeScreenshot(desk, 'humans-form');
  await desk.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(desk.getByRole('heading', { name: 'Shop' })).toBeVisible();
  await desk.getByRole('link', { name: 'Details' }).click();
  await desk.getByRole('link', { name: 'Edit' }).click();
  await expect(desk.getByRole('radio', { name: 'Once a day at most' })).toBeChecked();
  await expect(desk.getByLabel('Not from')).toHaveValue('22:30');
  await takeScreenshot(desk, 'edit');
  await desk.goBack();
  await expect(desk.getByRole('link', { name: /Requests for a human/ })).toBeVisible();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
  const countInTitle = async () => Number(/^\((\d+)\)/.exec(await desk.title())?.[1] ?? 0);
  const countBefore = await countInTitle();

  const { page } = ben;
  await page.goto(world.url);
  await openChat(ben, 'Shop');
  await page.getByRole('button', { name: 'Ask for a human' }).click();
  await takeScreenshot(page, 'human-ask');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a human' }).click();
  await expect(page.getByText('No one has asked recently')).toBeVisible();
  await expect(page.getByText('Waiting for a human', { exact: true })).toBeVisible();
  await typeMessage(ben, 'Is anybody there?');
  await takeScreenshot(page, 'human-waiting');

  await expect(desk.getByText('Ben Teller is waiting for a person to answer for Shop')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'See who waits' })).toBeVisible();
  await expect.poll(countInTitle).toBe(countBefore + 1);
  await desk.goBack();

  // By the keyboard alone, from here to the chat's return.
  await tabTo(desk, desk.getByRole('link', { name: /Requests for a human/ }));
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: 'Take the chat with Ben Teller' })).toBeVisible();
  await takeScreenshot(desk, 'agent-queue');
  await tabTo(desk, desk.getByRole('button', { name: 'Take the chat with Ben Teller' }));
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Is anybody there?')).toBeVisible();
  await expect(page.getByText('Ada Maker answers now, a human')).toBeVisible();
  await expect.poll(countInTitle).toBe(countBefore);
  const answer = desk.getByRole('textbox', { name: 'Your answer' });
  await expect(answer).toBeFocused();
  await desk.keyboard.type('Yes, I am here.');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await expect(answer).toHaveValue('');
  await expect(answer).toBeFocused();
  await expect(message(page, 'Yes, I am here.').getByText('Human · Ada Maker')).toBeVisible();
  await typeMessage(ben, 'Thank you');
  await expect(desk.getByText('Thank you')).toBeVisible();
  for (const size of sizes) {
    await desk.setViewportSize(size);
    await page.setViewportSize(size);
    await expectAccessible(desk);
    await expectAccessible(page);
    await takeScreenshot(desk, `agent-${size.width}`);
    await takeScreenshot(page, `human-${size.width}`);
  }
  await tabTo(desk, desk.getByRole('button', { name: 'Hand back' }), 'Shift+Tab');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Nobody is waiting').filter({ visible: true })).toBeVisible();
  await expect(desk.getByRole('heading', { name: 'Requests for a human' }).first()).toBeFocused();
  await expect(page.getByText('Ada Maker handed the chat back. The AI answers again')).toBeVisible();
  await typeMessage(ben, 'And now?');
  await expect(message(page, 'I am the AI.').getByText('AI', { exact: true })).toBeVisible();
});

test('R128 a gateway that was killed in the middle says so when it is back, and can be asked again', async ({
  people: { ben },
  complaints,
  ai: { service },
  world,
}) => {
  const { page } = ben;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByRole('link', { name: /^Amber Assistant/ }).click();
  service.respond = responders.pieces(numberedWords(400), 30);
  await typeMessage(ben, 'Tell me a long story');
  await expect(message(page, 'word8 ')).toBeVisible();
  await world.gateway.kill();
  await world.gateway.start();
  // Long before the minute after which the page would say so by itself.
  await expect(message(page, 'Interrupted')).toBeVisible();
  await takeScreenshot(page, 'interrupted');
  service.respond = responders.pieces(['The end.']);
  await message(page, 'Interrupted').getByRole('button', { name: 'Retry' }).click();
  await expect(message(page, 'The end.')).toBeVisible();
  complaints.splice(0);
});
