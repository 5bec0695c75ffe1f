// The menu of a row of the chat list: by keyboard, by pointer and by touch.
import type { Page } from '@playwright/test';
import { touch } from '../kit/touch.ts';
import {
  expect,
  expectAccessible,
  openChat,
  type Person,
  sendMessage,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';
import { conversationList, conversationRow } from '../kit/conversationRows.ts';

test.use(withoutServiceWorker);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const badge = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chats/ });

/** People have written to somebody in this order, and are in their list. */
async function withChats(
  person: (name: string, options?: object) => Promise<Person>,
  reader: string,
  names: readonly string[],
  options?: object,
): Promise<{ page: Page; writers: Person[] }> {
  const { page } = await person(reader, options);
  const writers: Person[] = [];
  for (const name of names) {
    const writer = await person(name);
    await openChat(writer, reader);
    await sendMessage(writer, `hello from ${name}`);
    await expect(conversationRow(page, name)).toHaveAccessibleName(`${name}, 1 unread message`);
    writers.push(writer);
  }
  return { page, writers };
}

/** Moves to an entry with the arrow keys. Letters would find it, too, if all of them came within half a second. */
async function moveTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole('menuitem', { name, exact: true });
  for (let steps = 0; steps < 8; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(target).toBeFocused();
}

test('R216 R183 the menu of a row by keyboard: unread, mute, archive and back, the focus stays in the list @journey', async ({
  person,
}) => {
  const { page, writers } = await withChats(person, 'Kim Keys', ['Ann Keys', 'Ben Keys']);
  const [ann] = writers;
  await page.getByRole('searchbox', { name: 'Find people' }).click();
  await page.keyboard.press('Tab');
  await expect(conversationRow(page, 'Ben Keys')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(conversationRow(page, 'Ann Keys')).toBeFocused();

  // Read without opening, and unread again.
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Options for Ann Keys' })).toBeVisible();
  await expectAccessible(page);
  await moveTo(page, /^Mark as/);
  await page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Ann Keys')).toHaveAccessibleName('Ann Keys');
  await expect(conversationRow(page, 'Ann Keys')).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await expect(entry(page, 'Mark as unread')).toBeVisible();
  await moveTo(page, /^Mark as/);
  await page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Ann Keys')).toHaveAccessibleName('Ann Keys, marked as unread');
  await expect(badge(page)).toHaveAccessibleDescription('2 unread');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ann Keys' })).toBeVisible();
  await expect(conversationRow(page, 'Ann Keys')).toHaveAccessibleName('Ann Keys');

  // Muted for an hour.
  await conversationRow(page, 'Ann Keys').focus();
  await page.keyboard.press('Shift+F10');
  await expect(entry(page, 'Mute')).toBeVisible();
  await moveTo(page, 'Mute');
  await page.keyboard.press('ArrowRight');
  await expect(entry(page, 'For 1 hour')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Ann Keys')).toHaveAccessibleDescription(/Muted/);
  await expect(conversationRow(page, 'Ann Keys')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(entry(page, 'Unmute')).toBeVisible();
  await moveTo(page, 'Unmute');
  await page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Ann Keys')).not.toHaveAccessibleDescription(/Muted/);

  // Archived: the next row has the focus, and the chat is under 'Archived'.
  await page.keyboard.press('Shift+F10');
  await expect(entry(page, 'Archive')).toBeVisible();
  await moveTo(page, 'Archive');
  await page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Ann Keys')).toHaveCount(0);
  await expect(conversationRow(page, 'Ben Keys')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const archived = conversationList(page).getByRole('button', { name: /^Archived ?1$/ });
  await expect(archived).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Ann Keys')).toBeVisible();
  await expect(archived).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(archived).toHaveAttribute('aria-expanded', 'false');
  await expect(conversationRow(page, 'Ann Keys')).toHaveCount(0);
  await archived.click();
  await expect(conversationRow(page, 'Ann Keys')).toBeVisible();
  await expectAccessible(page);
  await archived.click();
  await expect(conversationRow(page, 'Ann Keys')).toHaveCount(0);

  // It returns when she writes.
  await sendMessage(ann!, 'are you there?');
  await expect(conversationRow(page, 'Ann Keys')).toBeVisible();
  await expect(archived).toHaveCount(0);
});

test('R216 R70 the menu of a row by pointer: pin, delete and block; both ask first @journey', async ({ person }) => {
  const { page, writers } = await withChats(person, 'Pia Point', ['Cem Point', 'Dan Point']);
  const names = () => conversationList(page).getByRole('link').allTextContents();
  const open = async (name: string) => {
    await conversationRow(page, name).click({ button: 'right' });
    await expect(page.getByRole('menu', { name: `Options for ${name}` })).toBeVisible();
  };
  await open('Cem Point');
  await entry(page, 'Pin').click();
  await expect(conversationRow(page, 'Cem Point')).toHaveAccessibleDescription(/Pinned/);
  await expect.poll(async () => (await names())[0]).toMatch(/^Cem Point/);
  await expect(conversationRow(page, 'Cem Point')).toBeFocused();

  await open('Cem Point');
  await entry(page, 'Mute').click();
  await entry(page, 'Always').click();
  await expect(conversationRow(page, 'Cem Point')).toHaveAccessibleDescription(/Muted/);

  await open('Cem Point');
  await entry(page, 'Delete chat').click();
  const dialog = page.getByRole('dialog', { name: 'Delete this chat?' });
  await expect(dialog).toContainText('The messages are kept');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(conversationRow(page, 'Cem Point')).toBeFocused();
  await open('Cem Point');
  await entry(page, 'Delete chat').click();
  await dialog.getByRole('button', { name: 'Delete chat' }).click();
  await expect(conversationRow(page, 'Cem Point')).toHaveCount(0);
  await expect(conversationRow(page, 'Dan Point')).toBeFocused();

  await open('Dan Point');
  await entry(page, 'Block').click();
  await page.getByRole('dialog', { name: 'Block Dan Point?' }).getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await sendMessage(writers[1]!, 'nobody hears this');
  await expect(writers[1]!.page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await open('Dan Point');
  await expect(entry(page, 'Unblock')).toBeVisible();
});

test('R216 R183 press and hold on a row opens its menu on a phone, and does not open the chat @journey', async ({
  person,
}) => {
  const { page } = await withChats(person, 'Ted Hold', ['Eva Hold'], phone);
  await touch(page, conversationRow(page, 'Eva Hold'), { held: 1_200 });
  await expect(entry(page, 'Archive')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('heading', { name: 'Eva Hold' })).toHaveCount(0);
  await entry(page, 'Mute').tap();
  await entry(page, 'For 8 hours').tap();
  await expect(conversationRow(page, 'Eva Hold')).toHaveAccessibleDescription(/Muted/);

  // The details say until when.
  await conversationRow(page, 'Eva Hold').tap();
  await page
    .getByRole('button', { name: 'Details' })
    .or(page.getByRole('link', { name: 'Details' }))
    .tap();
  await expect(page.getByText(/^Muted until /)).toBeVisible();
  await page.getByRole('button', { name: 'Unmute' }).tap();
  await page.getByRole('button', { name: 'Mute', exact: true }).tap();
  await entry(page, 'For 1 week').tap();
  await expect(page.getByText(/^Muted until /)).toBeVisible();
});

test('R216 the menu of a room has what applies to rooms', async ({ person }) => {
  const alice = await person('Ria Rooms');
  const { page } = alice;
  const rail = page.getByRole('navigation', { name: 'Main' });
  await rail.getByRole('link', { name: 'Create space' }).click();
  await page.getByRole('textbox', { name: 'Space name' }).click();
  await page.keyboard.type('Row Walkers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await sendMessage(alice, 'Welcome');
  const room = page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: /^General/ });
  await room.click({ button: 'right' });
  await expect(page.getByRole('menu').getByRole('menuitem')).toHaveText(['Mute', 'Mark as unread']);
  await entry(page, 'Mark as unread').click();
  await expect(room).toHaveAccessibleName('General, marked as unread');
  await expect(rail.getByRole('link', { name: 'Row Walkers' })).toHaveAccessibleDescription(/1 unread/);
});
