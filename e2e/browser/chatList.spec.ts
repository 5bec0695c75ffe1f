// The rows of the chat list: who wrote last, how far it has come, who is typing; a long list; and what the search finds.
import type { Page } from '@playwright/test';
import { accountOf } from '../kit/accountOf.ts';
import {
  byKeyboard,
  expect,
  expectAccessible,
  message,
  messageInput,
  type Person,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';
import { conversationList, conversationRow } from '../kit/conversationRows.ts';

test.use(withoutServiceWorker);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Find people' });

test('R216 a row says who is typing, what was written, and how far an own message has come @journey', async ({
  person,
  world,
}) => {
  const [uma, vic] = [await person('Uma Rows'), await person('Vic Rows')];
  await byKeyboard.openChat(uma, vic.name);
  await byKeyboard.sendMessage(uma, 'hello');
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription(/^You: hello (?:Sent|Delivered)/);
  await expect(conversationRow(vic.page, 'Uma Rows')).toHaveAccessibleDescription('hello');

  await conversationRow(vic.page, 'Uma Rows').click();
  await messageInput(vic.page).click();
  await vic.page.keyboard.type('he');
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription(/^typing…/);
  await vic.page.keyboard.press('ControlOrMeta+a');
  await vic.page.keyboard.press('Delete');
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription(/^You: hello/);
  // The receipt is sealed with what she sends next, here a reaction.
  await message(vic.page, 'hello').hover();
  await message(vic.page, 'hello').getByRole('button', { name: 'React' }).click();
  await vic.page.getByRole('dialog', { name: 'React' }).getByRole('button').first().click();
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription('You: hello Read');
  await byKeyboard.sendMessage(vic, 'hi');
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription('hi');

  world.proxy.set({ offline: true });
  await byKeyboard.sendMessage(uma, 'from a tunnel');
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription('You: from a tunnel Sending');
  await expect(conversationRow(uma.page, 'Vic Rows').locator('[data-status="queued"] svg')).toBeVisible();
  await expectAccessible(uma.page);
  world.proxy.set({ offline: false });
  await expect(conversationRow(uma.page, 'Vic Rows')).toHaveAccessibleDescription(
    /^You: from a tunnel (?:Sent|Delivered)/,
  );
});

test('R216 in a group a row names who wrote last and who is typing, and the user', async ({ person }) => {
  const [max, nia] = [await person('Max Group'), await person('Nia Group')];
  const { page } = max;
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Find people' }).click();
  await page.keyboard.type(nia.name);
  await dialog.getByRole('checkbox', { name: nia.name }).click();
  await dialog.getByRole('textbox', { name: 'Group name' }).click();
  await page.keyboard.type('Rowers');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Rowers' })).toBeVisible();
  await byKeyboard.sendMessage(max, 'who is in?');
  await expect(conversationRow(page, 'Rowers')).toHaveAccessibleDescription('You: who is in?');
  // She has not opened the group, so her device does not know its members yet.
  await expect(conversationRow(nia.page, 'Rowers')).toHaveAccessibleDescription('Max Group: who is in?');
  await conversationRow(nia.page, 'Rowers').click();
  await messageInput(nia.page).click();
  await nia.page.keyboard.type('me');
  await expect(conversationRow(page, 'Rowers')).toHaveAccessibleDescription('Nia Group is typing…');
  await nia.page.keyboard.press('Enter');
  await expect(conversationRow(page, 'Rowers')).toHaveAccessibleDescription('Nia Group: me');
});

/** Stores chats with people 0000, 0001 …, the latest first, as if this device had received them. */
async function storeChats({ page }: Person, count: number): Promise<void> {
  const { identifier: me } = await accountOf(page);
  const store = () =>
    page.evaluate(
      async ({ me, count }) => {
        const done = <Result>(request: IDBRequest<Result>) =>
          new Promise<Result>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error!);
          });
        let isStored = false;
        for (const { name } of await indexedDB.databases()) {
          const db = await done(indexedDB.open(name!));
          if (db.objectStoreNames.contains('conversations')) {
            const transaction = db.transaction('conversations', 'readwrite');
            const at = Date.now() - 60_000;
            const person = (identifier: string, lastName: string) => ({
              identifier,
              lastName,
              avatar: '',
              bio: '',
              kind: 'person',
            });
            for (let index = 0; index < count; index += 1) {
              const number = String(index).padStart(4, '0');
              transaction.objectStore('conversations').put({
                conversionId: `long-${number}`,
                roomType: '',
                name: '',
                avatar: '',
                type: 'private',
                chatTag: '',
                status: 'normal',
                spaceId: '',
                groupSetting: null,
                userSetting: null,
                userInfo: [person(me, 'Me'), person(`other${number}`, `Person ${number}`)],
                sortTime: at - index * 1000,
                preview: `message ${number}`,
                unread: 0,
                mentions: 0,
                readSeq: 0,
                toldSeq: 0,
                peerReadSeq: 0,
                peerDeliveredSeq: 0,
              });
            }
            await new Promise((resolve, reject) => {
              transaction.oncomplete = resolve;
              transaction.onerror = reject;
            });
            isStored = true;
          }
          db.close();
        }
        return isStored;
      },
      { me, count },
    );
  // The engine may not have created the account's database yet.
  await expect.poll(store).toBe(true);
  await page.reload();
  await expect(conversationRow(page, 'Person 0000')).toBeVisible();
}

const countRows = (page: Page) => conversationList(page).getByRole('link').count();

test('R216 of 5,000 chats only those in sight are in the document; the keyboard and the wheel reach all', async ({
  person,
}) => {
  const ola = await person('Ola Long');
  const { page } = ola;
  await storeChats(ola, 5_000);
  expect(await countRows(page)).toBeLessThan(100);
  await searchBox(page).click();
  await page.keyboard.press('Tab');
  await expect(conversationRow(page, 'Person 0000')).toBeFocused();
  await page.keyboard.press('End');
  await expect(conversationRow(page, 'Person 4999')).toBeFocused();
  await expect(conversationRow(page, 'Person 4999')).toBeInViewport();
  await expect(conversationList(page).getByRole('listitem').last()).toHaveAttribute('aria-posinset', '5000');
  await expect(conversationList(page).getByRole('listitem').last()).toHaveAttribute('aria-setsize', '5000');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(conversationRow(page, 'Person 4997')).toBeFocused();
  await expect(conversationRow(page, 'Person 4990')).toBeInViewport();
  expect(await countRows(page)).toBeLessThan(100);
  await page.keyboard.press('Home');
  await expect(conversationRow(page, 'Person 0000')).toBeFocused();
  for (let step = 1; step <= 30; step += 1) await page.keyboard.press('ArrowDown');
  await expect(conversationRow(page, 'Person 0030')).toBeFocused();

  // The row with the focus stays, wherever the list is scrolled to.
  await conversationList(page).hover();
  await page.mouse.wheel(0, 64 * 2_000);
  await expect(conversationRow(page, 'Person 2025')).toBeInViewport();
  await expect(conversationRow(page, 'Person 0030')).toBeFocused();
  expect(await countRows(page)).toBeLessThan(100);
  await page.keyboard.press('ArrowDown');
  await expect(conversationRow(page, 'Person 0031')).toBeFocused();
  await expect(conversationRow(page, 'Person 0031')).toBeInViewport();
  await expectAccessible(page);

  await searchBox(page).click();
  await page.keyboard.type('person 321');
  await expect(conversationList(page).getByRole('link')).toHaveCount(10);
  await page.keyboard.press('ArrowDown');
  await expect(conversationRow(page, 'Person 3210')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(searchBox(page)).toBeFocused();
});

test('R216 on a phone a long list is where it was when a chat is closed', async ({ person }) => {
  const pia = await person('Pia Long', phone);
  const { page } = pia;
  await storeChats(pia, 300);
  await conversationRow(page, 'Person 0000').focus();
  await page.keyboard.press('End');
  await expect(conversationRow(page, 'Person 0299')).toBeInViewport();
  await conversationRow(page, 'Person 0295').tap();
  await expect(page.getByRole('heading', { name: 'Person 0295' })).toBeVisible();
  await page.goBack();
  await expect(conversationRow(page, 'Person 0295')).toBeInViewport();
  await expect(conversationRow(page, 'Person 0290')).toBeInViewport();
});

test('R216 the search shows chats, people, messages and files under headings, and the arrow keys reach all', async ({
  person,
}) => {
  const [ida, jon] = [await person('Ida Search'), await person('Jon Kiwi')];
  const { page } = ida;
  await byKeyboard.openChat(ida, jon.name);
  await byKeyboard.sendMessage(ida, 'a kiwi for breakfast');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (
    await choosing
  ).setFiles({ name: 'kiwi-recipe.txt', mimeType: 'text/plain', buffer: Buffer.from('peel and eat') });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(conversationRow(page, 'Jon Kiwi')).toHaveAccessibleDescription(
    /^You: kiwi-recipe.txt (?:Sent|Delivered)/,
  );

  await searchBox(page).click();
  await page.keyboard.type('kiwi');
  for (const title of ['Chats', 'People', 'Messages', 'Files'])
    await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  const people = page.getByRole('region', { name: 'People' });
  const messages = page.getByRole('region', { name: 'Messages' });
  const files = page.getByRole('region', { name: 'Files' });
  await expect(messages.getByRole('link')).toHaveCount(1);
  await expect(files.getByRole('link')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(conversationRow(page, 'Jon Kiwi')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(people.getByRole('button', { name: 'Jon Kiwi' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(messages.getByRole('link', { name: /a kiwi for breakfast/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(files.getByRole('link', { name: /kiwi-recipe/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue('');

  await page.keyboard.type('kiwi-re');
  await expect(files.getByRole('link')).toBeVisible();
  await expect(messages).toHaveCount(0);
  await expect(people).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(files.getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Messages' }).getByText('kiwi-recipe.txt')).toBeInViewport();
});
