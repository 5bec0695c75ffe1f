// Every screen, visited by one operator inside one page: the right one comes, and it is translated and mirrored.
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { call } from '@amber/gateway/testing/client';
import type { Page } from '@playwright/test';
import { connectClient } from '../../tools/client.ts';
import { pseudo } from '../../tools/words/pseudo.ts';
import { accountOf } from '../kit/accountOf.ts';
import { dialogs, keyboard } from '../kit/dialogs.ts';
import { createPlaces, names, type Places, screens } from '../kit/screens.ts';
import {
  findHorizontalOverflow,
  findUntranslated,
  navigateInApp,
  setLanguage,
  technicalWords,
} from '../kit/screenChecks.ts';
import { expect, openAppAs, openNewcomer, signIn, test as base, withoutServiceWorker } from '../kit/world.ts';

interface Walk {
  page: Page;
  places: Places;
}

const test = base.extend<object, { walk: Walk }>({
  walk: [
    async ({ browser, world, complaints }, use) => {
      const shared = { world, complaints };
      const person = await openAppAs(await openNewcomer(browser, shared, names.operator, withoutServiceWorker), shared);
      const { page, phone } = person;
      const operator = await accountOf(page);
      await world.gateway.kill();
      await world.gateway.start({ AMBER_OPERATORS: operator.identifier });
      const codes = new Map<string, string>();
      const number = phone.replace(/^\+4917/, '+4920');
      void world.gateway.codeFor(number).then((code) => codes.set(number, code));
      const other = await connectClient(`http://127.0.0.1:${world.gateway.port}`, codes, number);
      const { list } = await other.call('user.preparedAvatar', {});
      await other.call('user.updateUserInfo', { lastName: names.person, avatar: list[0]! });
      await use({ page, places: await createPlaces(new URL(world.url).origin, operator, other) });
      await person.context.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The visible headings, without the marks that isolate names. */
const headingsOf = (page: Page) =>
  page
    .getByRole('heading')
    .evaluateAll((all) => all.map((heading) => heading.textContent!.replaceAll(/[\u2066-\u2069]/g, '')));

/** A heading in the pseudo-language, whose names stay as they are. */
const translated = (heading: string): string =>
  heading
    .split(new RegExp(`(${Object.values(names).join('|')})`))
    .map((part) => ((Object.values(names) as string[]).includes(part) ? part : pseudo(part)))
    .join('');

/** Opens each screen by an address inside the app, and waits until it is complete. */
async function visitAll({ page, places }: Walk, look: (path: string) => Promise<void>): Promise<void> {
  for (const screen of screens) {
    const path = screen.path(places);
    await navigateInApp(page, path);
    // A feature's name may come from its manifest, which has no pseudo-language.
    await expect
      .poll(async () => {
        const headings = await headingsOf(page);
        return headings.includes(screen.heading) || headings.includes(translated(screen.heading)) || headings;
      }, path)
      .toBe(true);
    await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0);
    await look(path);
  }
}

test('R22 R213 every address shows its screen, which is mirrored and fits, wide and narrow @soak', async ({ walk }) => {
  const { page } = walk;
  await setLanguage(page, 'ar-XB');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const found: string[] = [];
  await visitAll(walk, async (path) => {
    for (const size of [phone, desk]) {
      await page.setViewportSize(size);
      for (const wrong of await findHorizontalOverflow(page)) found.push(`${path} (${size.width}): ${wrong}`);
    }
  });
  expect(found).toEqual([]);

  // The list of the settings has no section that the walk has left out.
  await navigateInApp(page, '/settings/me');
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  const visited = new Set(screens.map(({ path }) => `/chat${path(walk.places)}`));
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  expect(addresses.filter((address) => !visited.has(address))).toEqual([]);
});

const hasFocus = (element: Element) => element.contains(document.activeElement);
/** What has the focus, as one would describe it: a row of a list may be another element than before. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    return focused === document.body ? '' : `${focused.tagName} ${focused.ariaLabel ?? focused.textContent}`;
  });

test('R211 R213 every dialog opens by key, is mirrored and fits, and is what Escape and Back close', async ({
  walk: { page, places },
}) => {
  await page.setViewportSize(desk);
  await setLanguage(page, 'ar-XB');
  await page.reload();
  const found: string[] = [];
  const ways: Record<string, () => Promise<unknown>> = {
    Escape: () => page.keyboard.press('Escape'),
    Back: () => page.goBack(),
  };
  for (const [file, cases] of Object.entries(dialogs)) {
    if (typeof cases === 'string') continue;
    for (const [index, { path, open }] of cases.entries()) {
      const name = `${file} ${index}`;
      await navigateInApp(page, path(places));
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      const origins = new Set<string>();
      for (const [way, close] of Object.entries(ways))
        await test.step(`${name}, ${way}`, async () => {
          await open(page, keyboard);
          await expect.poll(() => dialog.evaluate(hasFocus)).toBe(true);
          if (way === 'Escape') {
            await expect(dialog).toHaveCSS('direction', 'rtl');
            for (const size of [phone, desk]) {
              await page.setViewportSize(size);
              for (const wrong of await findHorizontalOverflow(page)) found.push(`${name} (${size.width}): ${wrong}`);
            }
          }
          await close();
          await expect(dialog).toHaveCount(0);
          await expect(page).toHaveURL(`/chat${path(places)}`);
          await expect.poll(() => focusedName(page)).not.toBe('');
          origins.add(await focusedName(page));
        });
      expect(origins.size, `${name}: the focus returned to ${[...origins].join(', ')}`).toBe(1);
    }
  }
  expect(found).toEqual([]);
});

test('R186 no screen has a sentence that is left in code, and none cuts one off that is 40 % longer', async ({
  walk,
  world,
}) => {
  const { page } = walk;
  await setLanguage(page, 'en-XA');
  await page.reload();
  const found: string[] = [];
  // Public spaces of others who live on this gateway.
  const { token } = await accountOf(page);
  const { spaceInfo } = await call(new URL(world.url).origin, 'groupChat.queryPublicSpace', {}, { token });
  const known = spaceInfo.flatMap(({ spaceName, intro }) => [spaceName, intro]);
  await visitAll(walk, async (path) => {
    const words = path.startsWith('/admin') ? [...known, ...technicalWords] : known;
    for (const size of [phone, desk]) {
      await page.setViewportSize(size);
      for (const wrong of await findUntranslated(page, words)) found.push(`${path} (${size.width}): ${wrong}`);
    }
  });
  expect(found).toEqual([]);
});

test('R186 R213 the screens before and during the sign-in are translated and mirrored', async ({ newcomer, world }) => {
  const visitor = await newcomer('Гость', withoutServiceWorker);
  const { page } = visitor;
  const open = async (path: string) => {
    await page.goto(world.url + path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  };
  const lookAt = async (paths: readonly string[]) => {
    await setLanguage(page, 'ar-XB');
    for (const path of paths) {
      await open(path);
      for (const size of [phone, desk]) {
        await page.setViewportSize(size);
        expect(await findHorizontalOverflow(page), `${path} ${size.width}`).toEqual([]);
      }
    }
    await setLanguage(page, 'en-XA');
    for (const path of paths) {
      await open(path);
      // The browser names the country of the phone number.
      expect(await findUntranslated(page, [names.campaign, 'China']), path).toEqual([]);
    }
  };
  await page.goto(`${world.url}login`);
  await lookAt(['login', 'home', 'privacy-policy', 'airdrop/square']);
  await setLanguage(page, 'en');
  await page.goto(`${world.url}login`);
  await signIn(visitor, world.gateway);
  await expect(page).toHaveURL(/settings\/init/);
  await lookAt(['settings/init']);
});
