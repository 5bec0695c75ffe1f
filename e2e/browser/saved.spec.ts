// The chat with oneself, which keeps messages for later.
import { accountOf } from '../kit/accountOf.ts';
import { expect, expectAccessible, message, messageInput, sendMessage, test } from '../kit/world.ts';

test('Saved messages are found by the search, stand in the list, and first where one forwards to', async ({
  person,
}) => {
  const sal = await person('Sal Saver');
  const { page } = sal;
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const { keyboard } = page;
  await page.goto('/chat/channels/me');
  await expect(page.getByRole('searchbox', { name: 'Find people' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'Saved messages' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find people' }).click();
  await keyboard.type('saved');
  await page.getByRole('button', { name: 'Saved messages' }).click();
  await expect(page.getByRole('heading', { name: 'Saved messages' })).toBeVisible();
  await expect(messageInput(page)).toBeVisible();
  await sendMessage(sal, 'the number of the locker is 42');
  await expect(message(page, 'the locker').getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'Saved messages', exact: true })).toBeVisible(); // nothing is unread
  await expectAccessible(page);

  await message(page, 'the locker').focus();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  const chats = page.getByRole('dialog').getByRole('checkbox');
  await expect(chats.first()).toHaveText('Saved messages');
  await chats.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forward' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Forwarded' })).toContainText('the locker');

  // Deleted, it is found again with the messages that it held, and returns to the list when it is opened.
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Delete chat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('link')).toHaveCount(0);
  await page.goto(`/chat/${(await accountOf(page)).identifier}`);
  await page.getByRole('button', { name: 'Saved messages' }).click();
  await expect(page.getByRole('heading', { name: 'Saved messages' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(list.getByRole('link', { name: 'Saved messages', exact: true })).toBeVisible();
  await sendMessage(sal, 'another number');
  await expect(message(page, 'another number')).toBeVisible();
});
