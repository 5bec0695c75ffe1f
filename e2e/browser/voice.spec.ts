// Voice messages with the browser's fake microphone: recorded, kept, sent, played and converted to text.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type AiService, responders, startAiService } from '@amber/gateway/testing/aiService';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { root } from '../../tools/run.ts';
import { startFaultProxy } from '../kit/faultProxy.ts';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';
import { chromiumOptions } from '../kit/chromiumOptions.ts';
import {
  recordedResults,
  recordedText,
  resultsOf,
  speechScripts,
  type SpeechService,
  startSpeechService,
  testKeys,
} from '../kit/speechService.ts';
import { energyEnvelope, matchWithSpoken, sampleRate, writeSpokenFile } from '../kit/spokenSound.ts';
import {
  expect,
  expectAccessible,
  message,
  messageInput,
  openAppAs,
  openChat,
  openNewcomer,
  type Person,
  sendMessage,
  test as base,
  withoutServiceWorker,
} from '../kit/world.ts';

interface Services {
  speech: SpeechService;
  ai: AiService;
}

/** Two people whose gateway has a speech service and bots. */
const test = base.extend<object, { services: Services; people: { ada: Person; ben: Person } }>({
  services: [
    async ({}, use) => {
      const [speech, ai] = await Promise.all([startSpeechService(), startAiService()]);
      await use({ speech, ai });
      await Promise.all([speech.close(), ai.close()]);
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ services: { speech, ai } }, use) => {
      const gateway = await startGatewayProcess({
        ...speech.environment.iat,
        AI_BASE_URL: ai.url,
        AI_API_KEY: 'k',
        AI_MODEL: 'small,large',
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
      const make = async (name: string) => {
        const person = await openNewcomer(browser, shared, name, withoutServiceWorker);
        await person.context.addInitScript(watchPlayback);
        await person.context.grantPermissions(['clipboard-read', 'clipboard-write', 'microphone']);
        return openAppAs(person, shared);
      };
      const [ada, ben] = await Promise.all([make('Ada Speaker'), make('Ben Listener')]);
      await use({ ada, ben });
      await Promise.all([ada.context.close(), ben.context.close()]);
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use({
  ...withoutServiceWorker,
  launchOptions: chromiumOptions([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${writeSpokenFile()}`,
    '--autoplay-policy=no-user-gesture-required',
  ]),
});

const bar = (page: Page) => page.getByRole('group', { name: 'New voice message' });
const bubbles = (page: Page) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('group', { name: 'Voice message' });
const smallPlayer = (page: Page) => page.getByRole('region', { name: 'Voice message playing' });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

const takeScreenshot = (page: Page, name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : undefined;

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Expects the screen to be accessible, and nothing to stand out of it, narrow and wide, also when it is mirrored. */
async function expectGoodLayout(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const direction of ['rtl', 'ltr']) {
      await page.evaluate((to) => (document.documentElement.dir = to), direction);
      await takeScreenshot(page, `${name}-${size.width}-${direction}`);
      const outside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(outside, `${name} at ${size.width}, ${direction}`).toBeLessThanOrEqual(0);
    }
  }
  await expectAccessible(page);
}

/** Seconds that the bar shows. */
const recordedSeconds = async (page: Page) => {
  const [minutes, seconds] = (await bar(page).getByRole('timer').innerText()).split(':').map(Number);
  return minutes! * 60 + seconds!;
};

/** Records until the bar shows this length. */
async function record(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Record voice' }).click();
  await expect.poll(() => recordedSeconds(page)).toBeGreaterThanOrEqual(seconds);
}

const press = (page: Page, name: string) => bar(page).getByRole('button', { name }).click();

/** Remembers the sound of each element that begins to play. Runs in the page. */
function watchPlayback(): void {
  const blobs = new Map<string, Blob>();
  const { createObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const url = createObjectURL(object);
    if (object instanceof Blob) blobs.set(url, object);
    return url;
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playWatched() {
    (globalThis as PlaybackWatch).playedSound = blobs.get(this.src);
    return play.call(this);
  };
}
interface PlaybackWatch {
  playedSound?: Blob | undefined;
}

/** Plays the message, and returns how well the sound that is played matches what was spoken. */
async function playedMatch(page: Page, bubble: Locator): Promise<number> {
  await page.evaluate(() => delete (globalThis as PlaybackWatch).playedSound);
  await bubble.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => (globalThis as PlaybackWatch).playedSound);
  const samples = await page.evaluate(async (rate) => {
    const decoder = new OfflineAudioContext(1, 1, rate);
    const decoded = await decoder.decodeAudioData(await (globalThis as PlaybackWatch).playedSound!.arrayBuffer());
    return Array.from(decoded.getChannelData(0));
  }, sampleRate);
  return matchWithSpoken(energyEnvelope(samples));
}

test('R96 R181 R194 a voice message is recorded, listened to, sent in an encrypted chat, and plays on while one moves through the app', async ({
  people: { ada, ben },
}) => {
  const { page } = ada;
  await openChat(ada, ben.name);
  await sendMessage(ada, 'Listen');
  await ben.page.getByRole('link', { name: new RegExp(`^${ada.name}`) }).click();
  await expect(message(ben.page, 'Listen')).toBeVisible();

  await record(page, 4);
  await expectGoodLayout(page, 'voice-recording');
  await press(page, 'Stop');
  await expect(bar(page).getByRole('button', { name: 'Send' })).toBeFocused();
  await expectGoodLayout(page, 'voice-draft');
  expect(await playedMatch(page, bar(page))).toBeGreaterThan(0.9);
  await press(page, 'Send');
  await expect(bar(page)).toHaveCount(0);
  await expect(messageInput(page)).toBeFocused();
  await expect(bubbles(page)).toHaveCount(1);

  const heard = bubbles(ben.page);
  expect(await playedMatch(ben.page, heard)).toBeGreaterThan(0.9);
  await expect(heard.getByRole('button', { name: 'Pause' })).toBeVisible();
  await takeScreenshot(ben.page, 'voice-bubble');
  await goTo(ben.page, 'Contacts');
  await smallPlayer(ben.page).getByRole('button', { name: 'Pause' }).click();
  await expectGoodLayout(ben.page, 'voice-small-player');
  await smallPlayer(ben.page).getByRole('button', { name: 'Speed 1×' }).click();
  await smallPlayer(ben.page).getByRole('link', { name: 'Back to the chat' }).click();
  await expect(heard.getByRole('button', { name: 'Speed 1.5×' })).toBeVisible();
  await expect(smallPlayer(ben.page)).toHaveCount(0);
});

test('R144 R145 R147 a voice message of an encrypted chat becomes text after a question, with a second try, and is found by it', async ({
  people: { ada, ben },
  services: { speech },
}) => {
  const { page } = ben;
  const bubble = bubbles(page);
  speech.script = speechScripts.bySession([speechScripts.error(10_110), speechScripts.results(recordedResults)]);
  await bubble.getByRole('button', { name: 'Convert to text' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('127.0.0.1');
  await expectGoodLayout(page, 'voice-consent');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(speech.sessions).toHaveLength(0);
  await bubble.getByRole('button', { name: 'Convert to text' }).click();
  await question.getByRole('button', { name: 'Convert' }).click();
  await bubble.getByRole('button', { name: 'Try again' }).click();
  await expect(bubble.getByText(recordedText)).toBeVisible();
  await expectGoodLayout(page, 'voice-text');
  await bubble.getByRole('button', { name: 'Copy the text' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(recordedText);
  expect(speech.sessions.map(({ refusal }) => refusal)).toEqual([null, null]);
  expect(matchWithSpoken(energyEnvelope(speech.sessions[1]!.pcm()))).toBeGreaterThan(0.9);

  await page.reload();
  await expect(bubble.getByText(recordedText)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find people' }).click();
  await page.keyboard.type('公园');
  await expect(page.getByRole('link', { name: new RegExp(`${ada.name}.*公园`) })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('R147 what is dictated is inserted at the caret', async ({ people: { ada, ben }, services: { speech } }) => {
  const { page } = ada;
  await openChat(ada, ben.name);
  speech.script = speechScripts.results(resultsOf(['brown ', 'fox ']));
  await messageInput(page).click();
  await record(page, 1);
  await press(page, 'Dictate');
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await expect(messageInput(page)).toHaveValue('brown fox');
  await expect(messageInput(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(message(page, 'brown fox')).toBeVisible();
});

test('R96 the sound of a voice message in a group is the sound that was spoken', async ({ people: { ada, ben } }) => {
  const { page } = ada;
  await goTo(page, 'Chats');
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Group name' }).click();
  await page.keyboard.type('Choir');
  await dialog.getByRole('searchbox', { name: 'Find people' }).click();
  await page.keyboard.type(ben.name);
  await dialog.getByRole('checkbox', { name: ben.name }).click();
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Choir' })).toBeVisible();
  // Held like a phone's button: letting go sends.
  const button = page.getByRole('button', { name: 'Record voice' });
  await button.hover();
  await page.mouse.down();
  await expect.poll(() => recordedSeconds(page)).toBeGreaterThanOrEqual(3);
  await takeScreenshot(page, 'voice-held');
  await page.mouse.up();
  await expect(bubbles(page)).toHaveCount(1);
  await goTo(ben.page, 'Chats');
  await ben.page.getByRole('link', { name: /^Choir/ }).click();
  expect(await playedMatch(ben.page, bubbles(ben.page))).toBeGreaterThan(0.9);
});

test('R96 a bot hears a voice message as its text @soak', async ({ people: { ada }, services: { speech, ai } }) => {
  const { page } = ada;
  const heardBefore = speech.sessions.length;
  speech.script = speechScripts.results(recordedResults);
  ai.respond = responders.pieces(['To the park, then.']);
  await goTo(page, 'AI');
  await page.getByRole('link', { name: /^Amber Assistant/ }).click();
  await record(page, 3);
  await press(page, 'Send');
  await expect(message(page, 'To the park, then.')).toBeVisible();
  await takeScreenshot(page, 'voice-bot');
  expect(JSON.stringify(ai.requests.at(-1))).toContain(recordedText);
  expect(matchWithSpoken(energyEnvelope(speech.sessions[heardBefore]!.pcm()))).toBeGreaterThan(0.9);
});

// It takes five minutes, because a service listens no faster than people speak: for `npm run soak` alone. The cut into
// sessions is tested in twoEngines/speech.test.ts with a faster clock.
(process.env['AMBER_CHAOS'] === 'full' ? test : test.skip)(
  'R144 a voice message of 150 s is converted in several sessions',
  async ({ people: { ada, ben }, services: { speech } }) => {
    test.setTimeout(scaledTimeout(900_000));
    const { page } = ada;
    await goTo(page, 'Chats');
    await openChat(ada, ben.name);
    const before = { sessions: speech.sessions.length, bubbles: await bubbles(page).count() };
    await page.getByRole('button', { name: 'Record voice' }).click();
    await expect.poll(() => recordedSeconds(page), { timeout: 300_000 }).toBeGreaterThanOrEqual(150);
    await press(page, 'Send');
    await expect(bubbles(page)).toHaveCount(before.bubbles + 1);
    speech.script = speechScripts.results(recordedResults);
    const bubble = bubbles(page).last();
    await bubble.getByRole('button', { name: 'Convert to text' }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.getByRole('button', { name: 'Convert' }).click();
    await expect(bubble.getByRole('button', { name: 'Copy the text' })).toBeVisible({ timeout: 300_000 });
    const sessions = speech.sessions.slice(before.sessions);
    expect(sessions.length).toBeGreaterThanOrEqual(3);
    expect(sessions.map(({ refusal, hasEnded }) => [refusal, hasEnded])).toEqual(sessions.map(() => [null, true]));
    await expect(bubble.getByText(recordedText.repeat(sessions.length))).toBeVisible();
    expect(matchWithSpoken(energyEnvelope(sessions[1]!.pcm()))).toBeGreaterThan(0.9);
  },
);

test('R194 a recording whose tab is killed is there again when the chat is opened', async ({
  people: { ada, ben },
}) => {
  const { page } = ada;
  await goTo(page, 'Chats');
  await openChat(ada, ben.name);
  const url = page.url();
  await record(page, 4);
  const crashed = page.waitForEvent('crash');
  const devtools = await ada.context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => {}); // it is never answered
  await crashed;
  await page.close();
  ada.page = await ada.context.newPage();
  await ada.page.goto(url);
  await expect(bar(ada.page)).toContainText('Not sent yet');
  await takeScreenshot(ada.page, 'voice-found');
  expect(await playedMatch(ada.page, bar(ada.page))).toBeGreaterThan(0.9);
  const before = await bubbles(ada.page).count();
  await press(ada.page, 'Send');
  await expect(bubbles(ada.page)).toHaveCount(before + 1);
});

test('R146 no bundle, no page and no log of the gateway contains the secret of the speech service', async ({
  world,
}) => {
  const bundles = globSync('{shell,remotes/*}/dist/**/*.{js,json,html,css}', { cwd: root });
  expect(bundles.length).toBeGreaterThan(100);
  const texts = await Promise.all([
    ...bundles.map((path) => readFile(join(root, path), 'utf8')),
    // What the gateway adds to the files: the page's settings, and the policy in the headers.
    ...['', 'engine.js'].map(async (path) => {
      const answer = await fetch(new URL(path, world.url));
      return [...answer.headers, await answer.text()].join('\n');
    }),
  ]);
  expect(texts.filter((text) => text.includes(testKeys.apiSecret))).toEqual([]);
  expect(world.gateway.output()).not.toContain(testKeys.apiSecret);
});
