// A hostile file in the store cannot harm a person who opens its address, or a page that is made to load it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiOf } from '@amber/gateway/testing/client';
import { fileUrlOf, ossClientOf, requestPermit } from '../../gateway/src/testing/uploads.ts';
import { accountOf } from '../kit/accountOf.ts';
import { expect, test } from '../kit/world.ts';

const script = 'globalThis.hacked = true; document.title = "hacked"; open("https://evil.example/")';
const files: [type: string, body: string][] = [
  ['text/html', `<!doctype html><script>${script}</script>`],
  ['application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`],
  ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" onload='${script}'/>`],
  ['text/javascript', script],
  ['text/css', 'body { background: red !important }'],
  ['application/pdf', '%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'],
];

test('T12 a hostile file that is opened is saved, and one that is loaded does not run', async ({
  person,
  browser,
  world,
}) => {
  const ann = await person('Ann Attacker');
  const { token } = await accountOf(ann.page);
  const { origin } = new URL(world.url);
  const addresses: string[] = [];
  for (const [mime, body] of files) {
    const leave = await requestPermit({ api: apiOf(origin, token) });
    await ossClientOf(leave).put(leave.key, Buffer.from(body), { mime });
    addresses.push(fileUrlOf(leave));
  }
  const context = await browser.newContext();

  for (const address of addresses) {
    const page = await context.newPage();
    const saved = page.waitForEvent('download');
    await page.goto(address).catch(() => undefined);
    expect((await saved).url()).toBe(address);
    expect(page.url()).toBe('about:blank');
    await page.close();
  }

  // A page of ours with an injection.
  const own = await context.newPage();
  await own.goto(`${world.url}login`);
  const learnt = await own.evaluate(async (all) => {
    const loaded = (element: HTMLElement) =>
      new Promise<boolean>((resolve) => {
        element.addEventListener('load', () => resolve(true));
        element.addEventListener('error', () => resolve(false));
        document.body.append(element);
      });
    const is = (attempt: Promise<unknown>) =>
      attempt.then(
        () => true,
        () => false,
      );
    const outcomes: boolean[] = [];
    for (const address of all) {
      outcomes.push(
        await loaded(Object.assign(document.createElement('script'), { src: address })),
        await loaded(Object.assign(document.createElement('script'), { src: address, type: 'module' })),
        await loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })),
        await loaded(Object.assign(document.createElement('img'), { src: address })),
        await is(navigator.serviceWorker.register(address)),
        await new Promise((resolve) => {
          new Worker(address).addEventListener('error', () => resolve(false));
        }),
      );
    }
    return { outcomes, hacked: 'hacked' in globalThis };
  }, addresses);
  expect(learnt).toEqual({ outcomes: addresses.flatMap(() => Array.from({ length: 6 }, () => false)), hacked: false });

  // A page of another origin.
  const evil = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Prize</title>'),
  );
  await new Promise<void>((resolve) => {
    evil.listen(0, '127.0.0.1', resolve);
  });
  const foreign = await context.newPage();
  await foreign.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
  const read = await foreign.evaluate(
    (all) =>
      Promise.all(
        all.map((address) =>
          fetch(address).then(
            () => 'read',
            () => 'nothing',
          ),
        ),
      ),
    addresses,
  );
  expect(read).toEqual(addresses.map(() => 'nothing'));
  await context.close();
  evil.close();
});
