// The sign-in form stands in the page: it is typed into and pressed before any script, and nothing of that is lost.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, withoutServiceWorker, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

/** Holds the page's scripts back until the returned function is called. */
async function holdBackScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/chat/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const rectOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { startTime, value, sources } of list.getEntries() as Shift[])
        shifts.push(
          `${value} at ${startTime} ms: ${sources
            .map(({ node, previousRect, currentRect }) =>
              [(node as Element | null)?.outerHTML?.slice(0, 80), rectOf(previousRect), rectOf(currentRect)].join(
                ' | ',
              ),
            )
            .join('; ')}`,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return release;
}

const waitForHydration = (page: Page) => expect(page.locator('#root')).not.toHaveAttribute('data-waiting');
const phoneBox = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
const codeBox = (page: Page) => page.getByRole('textbox', { name: 'Verification code' });

test('R1 R3 what is typed before any script stays, with focus, caret and what is being composed, and nothing moves @journey', async ({
  newcomer,
  world,
}) => {
  const { page, context } = await newcomer('Early');
  const release = await holdBackScripts(page);
  await page.goto(`${world.url}login`, { waitUntil: 'commit' });
  await phoneBox(page).click();
  await page.keyboard.type('+1 123');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(phoneBox(page)).toBeFocused();
  await page.keyboard.press('Home');
  for (let at = 0; at < '+1 '.length; at += 1) await page.keyboard.press('ArrowRight');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  const mark = await phoneBox(page).evaluate((box: HTMLInputElement) => {
    const ended = { count: 0 };
    box.addEventListener('compositionend', () => (ended.count += 1));
    return Object.assign(box, { ended }).value;
  });
  expect(mark).toBe('+1 ni123');
  await expectAccessible(page);

  release();
  await waitForHydration(page);
  await expect(phoneBox(page)).toBeFocused();
  expect(
    await phoneBox(page).evaluate((box) => {
      const { value, selectionStart, ended } = box as HTMLInputElement & { ended?: { count: number } };
      return { value, selectionStart, ended: ended?.count };
    }),
  ).toEqual({ value: '+1 ni123', selectionStart: 5, ended: 0 });
  await devtools.send('Input.insertText', { text: '4' });
  await expect(phoneBox(page)).toHaveValue('+1 4123');
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(phoneBox(page)).toHaveAccessibleDescription(/too short|Wrong phone number/); // what was typed is what is checked
});

test('R1 R2 a code asked for before any script is sent when there is one, and signs in', async ({
  newcomer,
  world,
}) => {
  const { page, phone } = await newcomer('Early Press');
  const release = await holdBackScripts(page);
  await page.goto(`${world.url}login?inviteId=none`, { waitUntil: 'commit' });
  await phoneBox(page).click();
  await page.keyboard.type(phone);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await phoneBox(page).press('Enter');
  await expect(page.locator('button[aria-busy]')).toHaveText('Get code');
  release();
  await expect(codeBox(page)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Invitation code' })).toHaveValue('none');
  await page.keyboard.type(await world.gateway.codeFor(phone));
  await expect(page.getByRole('textbox', { name: 'Invitation code' })).toHaveAttribute('aria-invalid', 'true');
});

test('R1 R149 at the start address the form is there for who is signed out, and the app for who is not', async ({
  newcomer,
  person,
  world,
}) => {
  const { page } = await newcomer('Early Start');
  const release = await holdBackScripts(page);
  await page.goto(world.url, { waitUntil: 'commit' });
  await phoneBox(page).click();
  await page.keyboard.type('+4917');
  release();
  await waitForHydration(page);
  await expect(page).toHaveURL(/\/chat\/login\?redirect_url=/);
  await expect(phoneBox(page)).toBeFocused();
  await page.keyboard.type('2');
  await expect(phoneBox(page)).toHaveValue('+49172');
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);

  const member = await person('Early Member');
  const start = await holdBackScripts(member.page);
  await member.page.goto(world.url, { waitUntil: 'commit' });
  await expect(member.page.locator('.frame-app')).toBeVisible();
  await expect(member.page.locator('form')).toHaveCount(0);
  start();
  await expect(member.page.getByRole('button', { name: 'New chat' })).toBeVisible();
});

test('R219 the form that is served is in Chinese where that is asked for; another choice is not shown in the wrong language', async ({
  newcomer,
  world,
}) => {
  const { page } = await newcomer('Early Chinese', { locale: 'zh-CN', ...withoutServiceWorker });
  const release = await holdBackScripts(page);
  await page.goto(`${world.url}login`, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: '手机号' }).click();
  await page.keyboard.type('+86');
  release();
  await waitForHydration(page);
  await expect(page.getByRole('textbox', { name: '手机号' })).toHaveValue('+86');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(phoneBox(page)).toBeVisible();
  await page.unrouteAll();
  const again = await holdBackScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('form')).toBeAttached();
  await expect(page.locator('form')).toBeHidden();
  again();
  await expect(phoneBox(page)).toBeVisible();
});
