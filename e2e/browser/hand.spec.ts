// Where the focus goes after menus, dialogs and panels, found by typing on. No test here uses fill().
import type { Page } from '@playwright/test';
import {
  expect,
  message,
  openChat,
  withoutServiceWorker,
  type Person,
  sendMessage,
  test,
  messageInput,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

type MakePerson = (name: string, options?: object) => Promise<Person>;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A person who has written to another. */
async function openChatWithMessage(person: MakePerson, name: string, other: string, options?: object): Promise<Page> {
  await person(other);
  const alice = await person(name, options);
  await openChat(alice, other);
  await sendMessage(alice, 'the first word');
  await expect(firstMessage(alice.page).getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  return alice.page;
}

const firstMessage = (page: Page) => message(page, 'the first word').first();
const clickMenuItem = (page: Page, name: string) => page.getByRole('menu').getByRole('menuitem', { name }).click();
const rightClick = (page: Page) => firstMessage(page).click({ button: 'right', position: { x: 4, y: 4 } });

/** The button with this name at the message under the pointer. */
async function clickMessageButton(page: Page, name: string): Promise<void> {
  await firstMessage(page).hover();
  await firstMessage(page).getByRole('button', { name }).click();
}

/** From the empty box up to the message, and its menu by this key. */
async function openMenuByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('article').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(firstMessage(page)).toBeFocused();
  await page.keyboard.press(key);
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeFocused();
}

test('R211 after Reply and Edit from any menu the next letter is in the composer @journey', async ({ person }) => {
  const page = await openChatWithMessage(person, 'Hal Hand', 'Ivy Hand');
  const ways: Record<string, () => Promise<void>> = {
    'right click': async () => {
      await rightClick(page);
      await clickMenuItem(page, 'Reply');
    },
    More: async () => {
      await clickMessageButton(page, 'More');
      await clickMenuItem(page, 'Reply');
    },
    'the toolbar': () => clickMessageButton(page, 'Reply'),
    'Shift+F10': async () => {
      await openMenuByKey(page, 'Shift+F10');
      await page.keyboard.press('Enter'); // on the first entry
    },
    Enter: async () => {
      await openMenuByKey(page, 'Enter');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
  for (const [way, reply] of Object.entries(ways)) {
    await test.step(way, async () => {
      await reply();
      await page.keyboard.type(`by ${way}`);
      await expect(messageInput(page)).toHaveValue(`by ${way}`);
      await expect(page.getByText('Reply to yourself')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(message(page, `by ${way}`).getByRole('button', { name: /^Quoted from you/i })).toBeVisible();
    });
  }
  await test.step('Edit', async () => {
    await clickMessageButton(page, 'More');
    await clickMenuItem(page, 'Edit');
    await page.keyboard.type(', edited');
    await expect(messageInput(page)).toHaveValue('the first word, edited');
    await page.keyboard.press('Enter');
    await expect(firstMessage(page)).toContainText('the first word, edited');
  });
});

test('R211 Escape closes what is topmost, and the focus returns to where it came from', async ({ person }) => {
  const page = await openChatWithMessage(person, 'Jan Layer', 'Kim Layer');
  const details = page.getByRole('complementary', { name: 'Details' });
  const search = page.getByRole('search', { name: 'Search in this chat' });
  const field = search.getByRole('searchbox');
  const { keyboard } = page;

  await test.step('what one will type in has the focus', async () => {
    await rightClick(page);
    await clickMenuItem(page, 'Forward');
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
    await keyboard.type('Kim');
    await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue('Kim');
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(firstMessage(page)).toBeFocused();

    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(page.getByRole('searchbox', { name: 'Find people' })).toBeFocused();
    await keyboard.type('Kim');
    await expect(page.getByRole('searchbox', { name: 'Find people' })).toHaveValue('Kim');
    await keyboard.press('Escape');
    await expect(page.getByRole('searchbox', { name: 'Find people' })).toHaveValue('');
  });

  await test.step('the panel, with the focus in it or not', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(details).toBeVisible();
    await keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(page.getByRole('link', { name: 'Details' })).toBeFocused();

    await keyboard.press('Enter');
    await details.getByRole('button', { name: 'Search' }).focus();
    await keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(page.getByRole('link', { name: 'Details' })).toBeFocused();

    await keyboard.press('Enter');
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();
    await expect(page.getByRole('link', { name: 'Details' })).toBeFocused();
  });

  await test.step('one after the other, from the top', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(details).toBeVisible();
    await messageInput(page).click();
    await keyboard.press('Control+f');
    await expect(field).toBeFocused();
    await keyboard.type('first');
    await expect(field).toHaveValue('first');
    await messageInput(page).click();
    await keyboard.type('half a th');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible();

    await keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeHidden();
    await expect(messageInput(page)).toBeFocused();
    await expect(search).toBeVisible();
    await keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(details).toBeVisible();
    await keyboard.press('Escape');
    await expect(details).toBeHidden();
    await keyboard.type('ought');
    await expect(messageInput(page)).toHaveValue('half a thought');
  });

  await test.step('in the composer the answer first', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(details).toBeVisible();
    await rightClick(page);
    await clickMenuItem(page, 'Reply');
    await expect(page.getByText('Reply to yourself')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByText('Reply to yourself')).toBeHidden();
    await expect(details).toBeVisible();
    await rightClick(page);
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(details).toBeVisible();
    await expect(firstMessage(page)).toBeFocused();
    await keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(firstMessage(page)).toBeFocused();
    // Nothing is open any more: to the end of the chat, and to the box.
    await keyboard.press('Escape');
    await expect(messageInput(page)).toBeFocused();
  });
});

test('R211 on a phone the caret is in the composer after press and hold and Reply', async ({ person }) => {
  const page = await openChatWithMessage(person, 'Lea Phone', 'Max Phone', phone);
  const cdp = await page.context().newCDPSession(page);
  await firstMessage(page).hover({ trial: true }); // it no longer moves
  const box = (await firstMessage(page).boundingBox())!;
  const at = { x: Math.round(box.x + 20), y: Math.round(box.y + 12) };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: 'Reply' }).tap();
  await page.keyboard.type('with two thumbs');
  await expect(messageInput(page)).toHaveValue('with two thumbs');
  await expect(page.getByText('Reply to yourself')).toBeVisible();
});

test('R211 the composer is one tab stop, whose arrows lead from the ends of the text to its buttons', async ({
  person,
}) => {
  const page = await openChatWithMessage(person, 'Nia Stop', 'Oli Stop');
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(messageInput(page)).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(button('Attach')).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.type('ab');
  await expect(messageInput(page)).toHaveValue('ab');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowRight');
  await expect(messageInput(page)).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(button('Emoji')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(button('Send')).toBeFocused();

  await keyboard.press('Shift+Tab');
  await expect(page.getByRole('article').last()).toBeFocused();
  await keyboard.press('Escape'); // with no layer open, to the box
  await expect(messageInput(page)).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.locator('form :focus')).toHaveCount(0);
});
