// `npm run pictures`: takes the pictures of README and docs in the demo's world. With a folder, it takes every screen
// there, in English or in a given language such as zh-Hans or ar-XB.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../tools/chromium.ts';
import { printStatus, root } from '../../tools/run.ts';
import { navigateInApp, setLanguage, setTheme } from '../kit/screenChecks.ts';
import { screens } from '../kit/screens.ts';
import { demoPlaces } from './demoPlaces.ts';
import { settle } from './settle.ts';
import { type Demo, startDemo } from './startDemo.ts';
import { takeConversationStates } from './takeConversationStates.ts';

/** The layouts that the design distinguishes. */
const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

/** The texts typed into the chat with Grace Hopper, each with the demo's reply (`tools/demo/privateChats.ts`). */
const conversation = [
  ['An actual one?', 'It has wings and everything.'],
  ['I have to see that logbook.', 'Come and see it. Bring tea.'],
] as const;

/** Goes to an address inside the app, as a link does; a reload for each screen would take minutes. */
async function open(page: Page, path: string): Promise<void> {
  await navigateInApp(page, path);
  await settle(page);
}

async function takeDocumentPictures(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Grace Hopper/ }).click();
  for (const [question, answer] of conversation) {
    await page.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText(answer).waitFor();
  }
  await page.mouse.move(1_000, 300);
  await settle(page);
  await page.screenshot({ path: join(root, 'docs', 'amber.png') });
  printStatus('wrote docs/amber.png');
}

/** Takes each screen in each layout and theme, as `NUMBER-PATH.LAYOUT.THEME.png`. */
async function takeEveryScreen(page: Page, url: string, folder: string): Promise<void> {
  const places = await demoPlaces(page, url);
  mkdirSync(folder, { recursive: true });
  for (const [layout, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const [index, screen] of screens.entries()) {
      await open(page, screen.path(places));
      const name = `${String(index).padStart(2, '0')}-${screen.route.replaceAll(/[^\w-]+/g, '_')}.${layout}`;
      for (const theme of ['light', 'dark']) {
        await setTheme(page, theme);
        await page.screenshot({ path: join(folder, `${name}.${theme}.png`), animations: 'disabled' });
      }
    }
    printStatus(`took ${screens.length} screens (${layout})`);
  }
}

let demo: Demo | undefined;
let browser: Browser | undefined;
try {
  const executablePath = await ensureChromium();
  demo = await startDemo();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: sizes.wide });
  await demo.signIn(page);
  const [folder, language] = process.argv.slice(2);
  if (language !== undefined) {
    await setLanguage(page, language);
    await page.reload();
    await page.getByRole('navigation').first().waitFor();
  }
  if (folder === undefined) await takeDocumentPictures(page);
  else {
    await takeEveryScreen(page, demo.url, resolve(folder));
    await takeConversationStates(browser, join(resolve(folder), 'conversation'));
  }
} finally {
  await browser?.close();
  await demo?.close();
}
