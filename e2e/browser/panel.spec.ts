// The details panel of a person, a group and a room: what one does there, by keyboard and by pointer.
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  message,
  openChat,
  type Person,
  sendMessage,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const openPanel = async (page: Page) => {
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(panel(page)).toBeVisible();
};
async function withChat(person: (name: string) => Promise<Person>, ...names: [string, string]) {
  const [alice, bob] = [await person(names[0]), await person(names[1])];
  await openChat(alice, bob.name);
  await sendMessage(alice, `hello ${bob.name}`);
  await openChat(bob, alice.name);
  await expect(message(bob.page, `hello ${bob.name}`)).toBeVisible();
  return { alice, bob };
}
/** Presses Tab until the panel has the focus, and the arrow until this control of the panel has it. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(target).toBeVisible();
  for (let n = 0; n < 30 && !(await target.evaluate((one) => one === document.activeElement)); n += 1)
    await page.keyboard.press((await panel(page).locator(':focus').count()) > 0 ? 'ArrowRight' : 'Tab');
  await expect(target).toBeFocused();
}

test('R217 the panel of a person: renamed in place, muted, searched, blocked and unblocked, by keyboard @journey', async ({
  person,
}) => {
  const { alice, bob } = await withChat(person, 'Pia Panel', 'Bob Panel');
  const { page } = alice;
  const { keyboard } = page;
  await sendMessage(bob, 'a needle in here');
  await expect(message(page, 'a needle in here')).toBeVisible();
  await page.getByRole('link', { name: 'Details' }).focus();
  await keyboard.press('Enter');
  const button = (name: string | RegExp) => panel(page).getByRole('button', { name, exact: true });

  await test.step('in the order of the eye', async () => {
    const order = [
      button('Close details'),
      button(bob.name),
      button('Mute'),
      button('Search'),
      button('Block'),
      panel(page).getByRole('link', { name: 'Profile' }),
      button(/^Security/),
      panel(page).getByRole('link', { name: 'Welcome' }),
      panel(page).getByRole('link', { name: /^Settings/ }),
      button('Delete chat'),
    ];
    for (const one of order) await expect(one).toBeVisible();
    await tabTo(page, order[0]!);
    for (const next of order.slice(1)) {
      await keyboard.press('ArrowRight');
      await expect(next).toBeFocused();
    }
    await keyboard.press('Home');
    await expect(order[0]!).toBeFocused();
    // The panel is one tab stop.
    await keyboard.press('Shift+Tab');
    await expect(panel(page).locator(':focus')).toHaveCount(0);
    await keyboard.press('Tab');
    await expect(order[0]!).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('my own name for the person; Escape keeps the old one and the panel', async () => {
    await button(bob.name).focus();
    await keyboard.press('Enter');
    await expect(panel(page).getByRole('textbox', { name: `My name for ${bob.name}` })).toBeFocused();
    await keyboard.type('Nobody');
    await keyboard.press('Escape');
    await expect(button(bob.name)).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.type('Uncle Bob');
    await expectAccessible(page);
    await keyboard.press('Enter');
    await expect(button('Uncle Bob')).toBeFocused();
    await expect(panel(page).getByText(`Goes by ${bob.name}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Uncle Bob', level: 1 })).toBeVisible();
  });

  await test.step('mute and unmute', async () => {
    await tabTo(page, button('Mute'));
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'For 1 hour' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(panel(page).getByText(/^Muted until /)).toBeVisible();
    await expect(button('Unmute')).toBeFocused();
    await keyboard.press('Enter');
    await expect(button('Mute')).toBeFocused();
  });

  await test.step('block asks first', async () => {
    await tabTo(page, button('Block'));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Block Uncle Bob?' });
    await expectAccessible(page);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button('Block')).toBeFocused();
    await keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await button('Unblock').click();
    await expect(button('Block')).toBeVisible();
  });

  await test.step('search in the chat', async () => {
    await button('Search').click();
    await expect(page.getByRole('search', { name: 'Search in this chat' }).getByRole('searchbox')).toBeFocused();
    await keyboard.type('needle');
    await expect(page.getByText('1 message', { exact: true })).toBeVisible();
  });
});

test('R217 verified in the panel, a person is verified in the header too', async ({ person }) => {
  const { alice, bob } = await withChat(person, 'Vea Panel', 'Ved Panel');
  const { page } = alice;
  await sendMessage(alice, 'for your keys');
  await expect(message(bob.page, 'for your keys')).toBeVisible();
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Security Encrypted · not verified' }).click();
  await page.getByRole('dialog', { name: 'Security' }).getByRole('button', { name: 'Mark as verified' }).click();
  await page
    .getByRole('dialog', { name: /^Mark .* as verified\?$/ })
    .getByRole('button', { name: 'Mark as verified' })
    .click();
  await page.keyboard.press('Escape');
  await expect(panel(page).getByText('Encrypted · verified')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Encrypted, verified' })).toBeVisible();
});

test('R217 R185 Escape and Back leave one page of the panel after the other', async ({ person }) => {
  const { alice } = await withChat(person, 'Esc Panel', 'Bac Panel');
  const { page } = alice;
  const settings = panel(page).getByRole('link', { name: /^Settings/ });
  await openPanel(page);
  await settings.click();
  await expect(page).toHaveURL(/\?details=settings$/);
  await expect(panel(page).getByRole('button', { name: 'Back to details' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?details$/);
  await expect(settings).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?details=settings$/);
  await page.goBack();
  await expect(page).toHaveURL(/\?details$/);
  await expect(panel(page)).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await page.goForward();
  await settings.click();
  await panel(page).getByRole('switch', { name: 'Archive' }).click();
  await panel(page).getByRole('button', { name: 'Back to details' }).click();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();

  // An address from elsewhere leads to the details as well.
  await page.goto(`${page.url()}?details=settings`);
  await expect(panel(page).getByRole('switch', { name: 'Archive' })).toBeChecked();
  await panel(page).getByRole('button', { name: 'Back to details' }).click();
  await expect(page).toHaveURL(/\?details$/);
  await expect(settings).toBeVisible();
});

test('R217 the owner of a space renames a room in its panel', async ({ person }) => {
  const { page } = await person('Rea Renames');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create space' }).click();
  await page.getByRole('textbox', { name: 'Space name' }).click();
  await page.keyboard.type('Panel Space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'General' }).click();
  await expect(panel(page).getByRole('textbox', { name: 'Room name' })).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('Please enter Room name')).toBeVisible();
  await page.keyboard.type('Lobby');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Lobby', level: 1 })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Lobby' })).toBeFocused();
  await expectAccessible(page);
});
