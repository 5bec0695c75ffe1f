// `npm run picture`: regenerates docs/amber.png from the sample data of `npm start -- --demo`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.ts';
import { root, printStatus } from './run.ts';

const phone = '+441000000001';

/** The texts typed into the chat with Grace Hopper, each with the demo's reply (`demo/seedChats.ts`). */
const conversation = [
  ['An actual one?', 'It has wings and everything.'],
  ['I have to see that logbook.', 'Come and see it. Bring tea.'],
] as const;

const data = mkdtempSync(join(tmpdir(), 'amber-picture-'));
const executablePath = await ensureChromium();
const child = spawn(process.execPath, [join(root, 'tools', 'start.ts'), '--demo'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, AMBER_DATA: data, PORT: '0' },
});
const address = Promise.withResolvers<string>();
const code = Promise.withResolvers<string>();
createInterface(child.stdout).on('line', (line) => {
  const ready = /^Amber is ready: (\S+)$/.exec(line)?.[1];
  if (ready) address.resolve(ready);
  // The codes that the sample data needed are not printed, so this is the one requested below.
  else if (line.includes('"sms code"')) code.resolve((JSON.parse(line) as { code: string }).code);
});
child.once('exit', () => address.reject(new Error('The gateway ended before it was ready.')));

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(await address.promise);
  printStatus('a phone gets one code a minute: waiting for the next…');
  await page.waitForTimeout(61_000);
  await page.getByRole('textbox', { name: 'Phone number' }).pressSequentially(phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  await page.getByRole('textbox', { name: 'Verification code' }).pressSequentially(await code.promise);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByText('Taped it into the logbook').last().waitFor();
  for (const [question, answer] of conversation) {
    await page.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText(answer).waitFor();
  }
  await page.mouse.move(1_000, 300);
  await page.waitForLoadState('load');
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: join(root, 'docs', 'amber.png') });
  printStatus('wrote docs/amber.png');
} finally {
  await browser.close();
  child.kill();
  await new Promise((resolve) => child.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}
