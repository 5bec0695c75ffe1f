// Bots that speak: reading aloud, the voice of a bot, and a voice of one's own.
import type { Locator, Page } from '@playwright/test';
import { decode } from '@amber/proto/codec';
import { FrameReader } from '@amber/proto/frame';
import { commands } from '@amber/proto/routes';
import { responders, type AiService, startAiService } from '@amber/gateway/testing/aiService';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import {
  pitchOf,
  type SpeechSynthesisService,
  startSpeechSynthesisService,
} from '@amber/gateway/testing/speechSynthesisService';
import { apiOf } from '@amber/gateway/testing/client';
import { accountOf } from '../kit/accountOf.ts';
import { chromiumOptions } from '../kit/chromiumOptions.ts';
import {
  openNewcomer,
  openAppAs,
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
import { spoken, writeSpokenFile } from '../kit/spokenSound.ts';

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
      const newcomer = await openNewcomer(browser, shared, 'Ada Maker', withoutServiceWorker);
      await newcomer.context.addInitScript(watchSources);
      await newcomer.context.grantPermissions(['microphone']);
      const ada = await openAppAs(newcomer, shared);
      await use(ada);
      await ada.context.close();
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

/** A piece of sound that the page has scheduled: its first second, its samples, and whether it was too late for it. */
interface Scheduled {
  at: number;
  samples: number[];
  isLate: boolean;
}
type SourceWatch = typeof globalThis & { scheduled?: Scheduled[] };

/** Records every piece of sound that is scheduled. Runs in the page. */
function watchSources(): void {
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, at = 0, ...more: number[]) {
    ((globalThis as SourceWatch).scheduled ??= []).push({
      at,
      samples: Array.from(this.buffer!.getChannelData(0)),
      isLate: at < this.context.currentTime,
    });
    start.call(this, at, ...more);
  };
}

const takeScreenshot = (page: Page, name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : undefined;

const openAssistant = async ({ page }: Person): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByRole('link', { name: 'Amber Assistant' }).click();
};

async function typeMessage({ page }: Person, text: string): Promise<void> {
  await messageInput(page).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** The service speaks a character in 60 ms. */
const sentences = Array.from({ length: 20 }, (_, n) => `This is **sentence** ${n + 1} of them.`).join(' ');

/** The message that is read has buttons for it; every page has the small player. */
const playerOf = (page: Page) => page.getByRole('region', { name: 'Reading aloud' });

test('R132 an answer is read aloud in one tab, marked in the text, and stopped from anywhere', async ({ ada, ai }) => {
  const { page } = ada;
  const main = page.getByRole('navigation', { name: 'Main' });
  const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
  ai.service.respond = responders.pieces([sentences]);
  await openAssistant(ada);
  await typeMessage(ada, 'Talk to me');
  const answer = message(page, 'This is sentence 1 of them.');
  await button(answer, 'Read aloud').click();
  await expect(button(answer, 'Pause')).toBeFocused();
  await expect(playerOf(page)).toContainText('AI voice');
  await expect(playerOf(page)).toContainText(/0:(0[1-9]|[1-5]\d)/);
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

test('R131 R132 answers are spoken while they are written, and a text of a person only after consent', async ({
  ada,
  ai,
}) => {
  const { page } = ada;
  await openAssistant(ada);
  ai.service.respond = responders.pieces(['First words. ', 'Then more of them. ', 'And the end.'], 700);
  await page.getByRole('button', { name: 'Speak answers' }).click();
  // Long enough that its speech is seen to play.
  const question = 'Speak to me about anything at all, slowly, and for as long as you like';
  await typeMessage(ada, question);
  const answer = message(page, 'First words.');
  await expect(answer.getByRole('button', { name: 'Stop reading' })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await takeScreenshot(page, 'speech-answers');
  await expect(answer.getByRole('button', { name: 'Read aloud' })).toBeVisible();

  const player = playerOf(page);
  await message(page, question).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  const consent = page.getByRole('dialog', { name: 'Read messages aloud?' });
  await takeScreenshot(page, 'speech-consent');
  await consent.getByRole('button', { name: 'Cancel' }).click();
  await expect(player).toHaveCount(0);
  await message(page, question).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  await consent.getByRole('button', { name: 'Read aloud' }).click();
  await expect(player).toContainText('AI voice');
});

const sampleRate = 16_000;
/** A minute in `npm run soak`; the player is tested for a minute with a faster clock in voiceStream.test.ts. */
const spokenCharacters = process.env['AMBER_CHAOS'] === 'full' ? 1_000 : 96;
/** Each nth chunk of a voice is lost, or arrives twice. */
const [loseEach, doubleEach] = [7, 5];

/** Returns how often a message of the gateway arrives: some chunks of voices are lost or doubled. */
function damageVoices() {
  let chunks = 0;
  const damage = { lost: 0, doubled: 0 };
  const copies = (payload: Buffer): number => {
    const [frame] = new FrameReader().read(payload);
    if (frame?.command !== commands.pushNotify.number || decode('Notify', frame.body).type !== 'aiVoice') return 1;
    chunks += 1;
    if (chunks % loseEach === 0) damage.lost += 1;
    else if (chunks % doubleEach === 0) damage.doubled += 1;
    return chunks % loseEach === 0 ? 0 : chunks % doubleEach === 0 ? 2 : 1;
  };
  return { copies, damage };
}

/** Milliseconds of silence between the pieces, longest first. */
function gapsBetween(pieces: readonly Scheduled[]): number[] {
  const ends = pieces.map(({ at, samples }) => at + samples.length / sampleRate);
  return pieces
    .slice(1)
    .map(({ at }, index) => 1_000 * (at - ends[index]!))
    .toSorted((one, other) => other - one);
}

/** The pitch of a tone in hertz, by how often it rises through zero. */
function pitchOfSamples(samples: readonly number[]): number {
  const rises = samples.filter((sample, at) => at > 0 && samples[at - 1]! < 0 && sample >= 0).length;
  return (rises * sampleRate) / samples.length;
}

test('R43 R132 with chunks lost and doubled an answer is spoken without a gap, and again without the server @soak', async ({
  ada,
  ai,
  world,
}) => {
  const { page } = ada;
  ai.service.respond = responders.pieces([`${'gapless '.repeat(spokenCharacters / 8)}.`]);
  await openAssistant(ada);
  await typeMessage(ada, 'Say it without a gap');
  const answer = message(page, 'gapless gapless');
  const { copies, damage } = damageVoices();
  await page.evaluate(() => delete (globalThis as SourceWatch).scheduled);
  world.proxy.set({ copies });
  const read = answer.getByRole('button', { name: 'Read aloud' });
  await read.click();
  await expect(answer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(read).toBeVisible();
  world.proxy.set({ copies: () => 1 });
  const pieces = (await page.evaluate(() => (globalThis as SourceWatch).scheduled))!;
  expect(damage.lost).toBeGreaterThan(0);
  expect(damage.doubled).toBeGreaterThan(0);
  expect(pieces.filter(({ isLate }) => isLate)).toEqual([]);
  expect(gapsBetween(pieces)[0]).toBeLessThan(5);
  const samples = pieces.flatMap((piece) => piece.samples);
  expect(samples.length / sampleRate / (spokenCharacters * 0.06)).toBeCloseTo(1, 1);
  expect(pitchOfSamples(samples) / pitchOf(ai.speech.requests.at(-1)!.voice)).toBeCloseTo(1, 1);

  world.proxy.set({ offline: true });
  await read.click();
  await expect(answer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(playerOf(page).getByRole('button', { name: /^Speed/ })).toBeVisible();
  await expect(playerOf(page)).toContainText('0:01 /');
  await answer.getByRole('button', { name: 'Stop reading' }).click();
  world.proxy.set({ offline: false });
});

test('R124 R131 a person makes a voice of their own, a companion speaks with it, and it is deleted @soak', async ({
  ada,
  ai: { service, speech },
  world,
}) => {
  const { page } = ada;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByRole('link', { name: 'Make a voice of my own' }).click();
  await button('Check').click();
  await expect(page.getByText('This is good.')).toBeVisible();
  await takeScreenshot(page, 'own-voice');
  // Both are read in no less time: the consent, and one of the sentences after it.
  await button('Record').click();
  for (const seconds of [4, 3]) {
    await expect(page.getByText(`0:0${seconds}`, { exact: true })).toBeVisible();
    await page.keyboard.press('Enter'); // 'Stop'
    await expect(page.getByText('Good. It is saved.')).toBeVisible();
    if (seconds === 3) break;
    await page.keyboard.press('Enter'); // 'Next sentence'
    await expect(button('Record')).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('3 more sentences are needed')).toBeVisible();
  // The others are recorded without a microphone, to save time.
  const { aiBot } = apiOf(new URL(world.url).origin, (await accountOf(page)).token);
  const { list } = await aiBot.getVoiceTrainTexts({ language: 'en' });
  const pcm = new Uint8Array(Int16Array.from(spoken.subarray(0, 3 * sampleRate), (sample) => sample * 20_000).buffer);
  for (const { id } of list.slice(2, 5))
    expect((await aiBot.recAIVoice({ textId: id, pcm })).check?.verdict).toBe('good');
  await page.reload();
  await page.getByRole('textbox', { name: 'Name of the voice' }).click();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your voice is ready.')).toBeVisible();
  await expectAccessible(page);
  const [cloned] = speech.voices.values();
  expect(cloned!.duration).toBeGreaterThan(6_000);
  expect(speech.consents.get(cloned!.consent)!.duration).toBeGreaterThan(3_900);

  await page.goBack();
  await page.getByRole('textbox', { name: 'Name', exact: true }).click();
  await page.keyboard.type('Echo');
  await page.getByRole('radio', { name: /^Mine/ }).click();
  await page.getByRole('button', { name: 'Hear a sample of Mine' }).click();
  await expect.poll(() => speech.requests.at(-1)?.voice).toBe(cloned!.id);
  await takeScreenshot(page, 'bot-form');
  await button('Create').click();
  service.respond = responders.pieces(['I sound like you.']);
  await page.getByRole('link', { name: /^Echo/ }).click();
  await typeMessage(ada, 'How do you sound?');
  const answer = message(page, 'I sound like you.');
  await answer.getByRole('button', { name: 'Read aloud' }).click();
  await expect(playerOf(page)).toContainText('AI voice');
  await expect.poll(() => speech.requests.at(-1)).toMatchObject({ input: 'I sound like you.', voice: cloned!.id });
  await expect(answer.getByRole('button', { name: 'Read aloud' })).toBeVisible();

  await page.goto(new URL('ai/voice', page.url().replace(/ai\/.*/, '')).href);
  await page
    .getByRole('button', { name: /^Delete$/ })
    .first()
    .click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No voices yet')).toBeVisible();
  await expect.poll(() => [speech.voices.size, speech.consents.size]).toEqual([0, 0]);
  await button('Delete all recordings').click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete all recordings' })
    .click();
  await expect(page.getByText('Nothing recorded yet')).toBeVisible();
  await page.goBack();
  service.respond = responders.pieces(['I sound like myself.']);
  await typeMessage(ada, 'And now?');
  await message(page, 'I sound like myself.').getByRole('button', { name: 'Read aloud' }).click();
  await expect.poll(() => speech.requests.at(-1)).toMatchObject({ input: 'I sound like myself.', voice: 'coral' });
});
