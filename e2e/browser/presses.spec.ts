// How much a new person has to do for the first tasks: by the keyboard alone, by pointer and by touch. The figures are in
// docs/presses.md.
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { connectClient } from '../../tools/client.ts';
import { finger, type Hand, keyboard, pointer } from '../kit/hands.ts';
import { expect, messageInput, test, withoutServiceWorker } from '../kit/world.ts';
import { conversationRow } from '../kit/conversationRows.ts';

const ways: Record<string, { hand(page: Page): Hand; options: BrowserContextOptions }> = {
  keyboard: { hand: keyboard, options: { viewport: { width: 1440, height: 900 } } },
  pointer: { hand: pointer, options: { viewport: { width: 1440, height: 900 } } },
  touch: { hand: finger, options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
};

/** The table of the document: the effort of each task in each way. */
function documented(): Record<string, Record<string, string>> {
  const lines = readFileSync(new URL('../../docs/presses.md', import.meta.url), 'utf8').split('\n');
  const [head, , ...rows] = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return Object.fromEntries(
    head!.slice(1).map((way, column) => [way, Object.fromEntries(rows.map((row) => [row[0]!, row[column + 1]!]))]),
  );
}

for (const [way, { hand: handOf, options }] of Object.entries(ways))
  test(`R183 R218 the first tasks by ${way} need no more than they did @soak`, async ({ newcomer, world }) => {
    const { gateway } = world;
    const [bea, cem] = [`Bea ${way}`, `Cem ${way}`];
    for (const [index, lastName] of [bea, cem].entries()) {
      const phone = `+49171${String(Object.keys(ways).indexOf(way))}00000${index}`;
      const codes = new Map<string, string>();
      void gateway.codeFor(phone).then((code) => codes.set(phone, code));
      const friend = await connectClient(`http://127.0.0.1:${gateway.port}`, codes, phone);
      const { list: avatars } = await friend.call('user.preparedAvatar', {});
      await friend.call('user.updateUserInfo', { lastName, avatar: avatars[0]! });
    }
    const { page, phone, context } = await newcomer(`Mia ${way}`, { ...withoutServiceWorker, ...options });
    const needed: Record<string, string> = {};
    const task = async (name: string, work: (hand: Hand) => Promise<void>, on = page) => {
      const hand = handOf(on);
      await test.step(name, () => work(hand));
      needed[name] = `${hand.effort.presses} + ${hand.effort.texts}`;
    };
    /** Types the number and the code on a page that has just been opened. */
    const signIn = async (hand: Hand, on: Page) => {
      await hand.write(on.getByRole('textbox', { name: 'Phone number' }), phone);
      await hand.submit(on.getByRole('button', { name: 'Get code' }));
      await hand.write(on.getByRole('textbox', { name: 'Verification code' }), await gateway.codeFor(phone));
    };

    await page.goto(world.url);
    await task('sign up', async (hand) => {
      await signIn(hand, page);
      await hand.write(page.getByRole('textbox', { name: 'Name' }), `Mia ${way}`);
      await hand.submit(page.getByRole('button', { name: 'Continue' }));
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    });

    await task('write to somebody', async (hand) => {
      await hand.press(page.getByRole('main').getByRole('button', { name: 'Find people' }));
      await hand.write(page.getByRole('searchbox', { name: 'Find people' }), bea);
      await hand.press(page.getByRole('button', { name: bea }).first());
      await hand.write(messageInput(page), 'hello');
      await hand.submit(page.getByRole('button', { name: 'Send' }));
      await expect(page.getByRole('article').filter({ hasText: 'hello' })).toBeVisible();
    });

    await page.goto(`${world.url}channels/me`);
    await task('group of three', async (hand) => {
      await hand.press(page.getByRole('button', { name: 'New group' }));
      await hand.write(page.getByRole('textbox', { name: 'Group name' }), 'Three');
      const search = page.getByRole('dialog').getByRole('searchbox', { name: 'Find people' });
      for (const name of [bea, cem]) {
        await hand.write(search, name);
        await hand.press(page.getByRole('dialog').getByRole('checkbox', { name }));
      }
      await hand.press(page.getByRole('button', { name: 'Create group' }));
      await expect(page.getByRole('heading', { name: 'Three' })).toBeVisible();
    });

    await page.goto(`${world.url}channels/me`);
    await task('mute from the list', async (hand) => {
      const row = conversationRow(page, 'Three');
      await hand.openMenu(row);
      await hand.press(page.getByRole('menuitem', { name: 'Mute', exact: true }));
      await hand.press(page.getByRole('menuitem', { name: 'For 1 hour' }));
      await expect(row).toHaveAccessibleDescription(/Muted/);
    });

    await page.goto(`${world.url}channels/recommend`);
    await task('space and invitation', async (hand) => {
      await hand.press(page.getByRole('main').getByRole('link', { name: 'Create space' }));
      await hand.write(page.getByRole('textbox', { name: 'Space name' }), 'Hill Walkers');
      await hand.submit(page.getByRole('main').getByRole('button', { name: 'Create space' }));
      await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
      const invite = page.getByRole('link', { name: 'Invite people' });
      if (!(await invite.isVisible())) await hand.press(page.getByRole('link', { name: 'Back' }));
      await hand.press(invite);
      await hand.press(page.getByRole('button', { name: 'Copy link' }));
    });

    await gateway.resetCodeQuota();
    const second = await (await context.browser()!.newContext({ baseURL: world.url, ...options })).newPage();
    await second.goto(world.url);
    await task('second device: on it', (hand) => signIn(hand, second), second);
    await expect(second.getByRole('region', { name: 'This device waits for approval' })).toBeVisible();
    await task('second device: on the first', async (hand) => {
      const notice = page.getByRole('region', { name: /^New sign-in/ });
      await hand.press(notice.getByRole('button', { name: 'They match: approve' }));
      await expect(notice).toHaveCount(0);
    });
    await second.context().close();
    expect(needed).toEqual(documented()[way]);
  });
