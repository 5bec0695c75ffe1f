// B43: voice messages: what encoding and recording cost, and how soon a stored one is heard.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { accountOf } from '../e2e/kit/accountOf.ts';
import { chromiumOptions } from '../e2e/kit/chromiumOptions.ts';
import { sampleRate, spoken, writeSpokenFile } from '../e2e/kit/spokenSound.ts';
import { createMp3Encoder } from '../shell/engine/voice/mp3.ts';
import { connectClient } from '../tools/client.ts';
import { signIn } from './kit/browser.ts';
import { startGateway } from './kit/gateway.ts';
import { cpuSeconds } from './kit/cpuSeconds.ts';
import { median, type Row } from './kit/row.ts';

const goals = { encoding: 100, recording: 5, playback: 100 };
/** How often the sound of 7 s is encoded, and how many seconds are recorded. */
const repetitions = 20;
const recordedSeconds = 20;
const plays = 9;

/** Returns how many times faster than real time a sound is encoded, by CPU time. */
async function encodingSpeed(): Promise<number> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
  const { encodeAll } = createMp3Encoder(async () => new Uint8Array(wasm));
  const pcm = Int16Array.from(spoken, (value) => value * 32_767);
  await encodeAll(pcm); // compiles it
  const before = process.cpuUsage();
  for (let n = 0; n < repetitions; n += 1) await encodeAll(pcm);
  const { user, system } = process.cpuUsage(before);
  return (repetitions * spoken.length) / sampleRate / ((user + system) / 1_000_000);
}

/** Returns the share of a core, in percent, that the browser uses during this time. */
async function cpuShare(page: Page, devtools: CDPSession): Promise<number> {
  const before = await cpuSeconds(devtools);
  await page.waitForTimeout(recordedSeconds * 1_000);
  return ((await cpuSeconds(devtools)) - before) * (100 / recordedSeconds);
}

/** Runs in the page: milliseconds from a click on the button to the first sound. */
const timeToSound = (button: HTMLElement) =>
  new Promise<number>((resolve) => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playTimed() {
      this.addEventListener('playing', () => resolve(performance.now() - start), { once: true });
      return play.call(this);
    };
    const start = performance.now();
    button.click();
  });

export const row: Row = {
  id: 'B43',
  description: 'a voice message: encoded, by CPU; recorded; played from cache',
  goal: `≥ ${goals.encoding} × real time; < ${goals.recording} % of a core; ≤ ${goals.playback} ms`,
  async measure() {
    const encoding = await encodingSpeed();
    const gateway = await startGateway();
    const browser = await chromium.launch(
      chromiumOptions([
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${writeSpokenFile()}`,
      ]),
    );
    try {
      const page = await browser.newPage();
      await signIn(page, gateway.url, '+493000030001', 'Bench Speaker', gateway.codeFor);
      const friend = await connectClient(new URL(gateway.url).origin, gateway.codes, '+493000030002');
      await friend.call('user.updateUserInfo', { lastName: 'Bench Friend', avatar: '' });
      const { identifier } = await accountOf(page);
      await friend.call('conversation.create', { type: 'private', identifiers: [identifier] });
      await page.getByRole('link', { name: /^Bench Friend/ }).click();
      const record = page.getByRole('button', { name: 'Record voice' });
      await record.waitFor();
      await page.waitForTimeout(5_000); // loads what a first visit loads in the background

      const devtools = await browser.newBrowserCDPSession();
      const idle = await cpuShare(page, devtools);
      await record.click();
      await page.getByRole('timer').waitFor();
      await page.waitForTimeout(2_000); // loads and compiles the encoder
      const recording = (await cpuShare(page, devtools)) - idle;

      await page.getByRole('group', { name: 'New voice message' }).getByRole('button', { name: 'Send' }).click();
      const bubble = page.getByRole('log', { name: 'Messages' }).getByRole('group', { name: 'Voice message' });
      const times: number[] = [];
      for (let n = 0; n < plays + 1; n += 1) {
        const time = await bubble.getByRole('button', { name: 'Play' }).evaluate(timeToSound);
        if (n > 0) times.push(time); // the first one loads the player
        await bubble.getByRole('button', { name: 'Pause' }).click();
        await page.reload();
      }
      const playback = median(times);
      return {
        value: `${encoding.toFixed(0)} ×; ${recording.toFixed(1)} % (idle: ${idle.toFixed(1)} %); ${playback.toFixed(0)} ms`,
        met: encoding >= goals.encoding && recording < goals.recording && playback <= goals.playback,
        figures: { encoding, recording, idle, playback },
      };
    } finally {
      await browser.close();
      await gateway.close();
    }
  },
};
