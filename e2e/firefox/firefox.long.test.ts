// The main path in Firefox: sign-in, a chat both ways, a reload, and a feature that does not load.
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOnPath, installDebianPackage } from '../../tools/debianPackage.ts';
import { type GatewayProcess, startGatewayProcess } from '../kit/gatewayProcess.ts';

const program = 'firefox-esr';
const wanted = process.env['AMBER_FIREFOX'] === 'full';
if (wanted && !findOnPath(program)) await installDebianPackage(program);
const firefox = findOnPath(program);

const timeout = 120_000;

/** The element that a screen reader finds by this role and name. */
const find = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(timeout);

const findText = (page: Page, text: string) => page.locator(`::-p-text(${text})`).setTimeout(timeout).wait();

describe.runIf(wanted)('Firefox', () => {
  let gateway: GatewayProcess;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    if (!firefox) throw new Error(`${program} is not installed: install it, or run this as root on Debian`);
    gateway = await startGatewayProcess();
    url = `http://localhost:${gateway.port}/chat/`;
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefox,
      headless: true,
      // The requests of a service worker could not be intercepted.
      extraPrefsFirefox: { 'dom.serviceWorkers.enabled': false },
    });
  }, timeout);
  afterAll(async () => {
    await browser?.close();
    await gateway.close();
  });

  /** Signs a new person up in a separate session of the browser. */
  async function signUp(name: string, phone: string): Promise<Page> {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.goto(url);
    await find(page, 'textbox', 'Phone number').fill(phone);
    await find(page, 'button', 'Get code').click();
    await find(page, 'textbox', 'Verification code').fill(await gateway.codeFor(phone));
    await find(page, 'textbox', 'Name').fill(name);
    await find(page, 'button', 'Continue').click();
    await find(page, 'navigation', 'Main').wait();
    return page;
  }

  async function openChat(page: Page, other: string): Promise<void> {
    await find(page, 'searchbox', 'Find people').fill(other);
    await page.locator(`button ::-p-text(${other})`).setTimeout(timeout).click();
    await find(page, 'heading', other).wait();
  }

  async function send(page: Page, text: string): Promise<void> {
    await find(page, 'textbox', 'Message').fill(text);
    await page.keyboard.press('Enter');
  }

  test(
    'two people write to each other, see it after a reload, and go on when a feature does not load',
    async () => {
      const alice = await signUp('Alice Firefox', '+4915100000001');
      const bob = await signUp('Bob Firefox', '+4915100000002');
      await openChat(alice, 'Bob Firefox');
      await send(alice, 'Hello from Alice');
      await openChat(bob, 'Alice Firefox');
      await findText(bob, 'Hello from Alice');
      await send(bob, 'Hello from Bob');
      await findText(alice, 'Hello from Bob');

      await alice.reload();
      await findText(alice, 'Hello from Alice');
      await findText(alice, 'Hello from Bob');

      await bob.setRequestInterception(true);
      bob.on('request', (request) =>
        request.url().includes('/chat/remotes/moments/') ? void request.abort() : void request.continue(),
      );
      await bob.goto(`${url}moments`);
      await findText(bob, 'Moments could not be loaded');
      await bob.goto(url);
      await openChat(bob, 'Alice Firefox');
      await send(bob, 'Still here');
      await findText(alice, 'Still here');
      expect(await bob.evaluate(() => navigator.userAgent)).toContain('Firefox/');
    },
    8 * timeout,
  );
});
