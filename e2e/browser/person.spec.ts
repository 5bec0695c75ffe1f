// The other person, from the chat: the card in the panel, and a stranger's first message.
import { expect, message, messageInput, openChat, sendMessage, test, withoutServiceWorker } from '../kit/world.ts';
import { conversationRow } from '../kit/conversationRows.ts';

test.use(withoutServiceWorker);

test('R99 R217 a stranger can be added, blocked or answered above the first message @journey', async ({ person }) => {
  const mo = await person('Mo Met');
  const sam = await person('Sam Stranger');
  await openChat(sam, 'Mo Met');
  await sendMessage(sam, 'hello from nowhere');
  await expect(sam.page.getByRole('region', { name: 'Not in your contacts' })).toHaveCount(0);

  await conversationRow(mo.page, 'Sam Stranger').click();
  const bar = mo.page.getByRole('region', { name: 'Not in your contacts' });
  await expect(bar).toBeVisible();

  await test.step('block, and unblock in the card that the name opens', async () => {
    await bar.getByRole('button', { name: 'Block' }).click();
    await mo.page
      .getByRole('dialog')
      .or(mo.page.getByRole('alertdialog'))
      .getByRole('button', { name: 'Block' })
      .click();
    await expect(bar).toBeHidden();
    const card = mo.page.getByRole('complementary', { name: 'Details' });
    await mo.page.locator('header').getByRole('link', { name: 'Sam Stranger' }).click();
    await card.getByRole('button', { name: 'Unblock' }).click();
    await expect(bar).toBeVisible();
    await mo.page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  });

  await test.step('add, which asks with a message', async () => {
    await bar.getByRole('button', { name: 'Add' }).click();
    await expect(mo.page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await mo.page.keyboard.press('Escape');
    await expect(bar.getByRole('button', { name: 'Add' })).toBeFocused();
  });

  await test.step('a reply ends it', async () => {
    await messageInput(mo.page).click();
    await mo.page.keyboard.type('and hello');
    await mo.page.keyboard.press('Enter');
    await expect(bar).toBeHidden();
  });
});

test('R217 R183 the author of a message in a group has a card in its panel; formats by key; what waits is counted', async ({
  person,
  world,
}) => {
  const guest = await person('Gil Guest');
  const ann = await person('Ann Author');
  const { page } = ann;
  await openChat(ann, 'Gil Guest');
  await sendMessage(ann, 'a first word');
  await page.getByRole('button', { name: 'New group' }).click();
  await expect(page.getByRole('textbox', { name: 'Group name' })).toBeFocused();
  await page.keyboard.type('Readers');
  await page.getByRole('dialog').getByRole('searchbox', { name: 'Find people' }).click();
  await page.keyboard.type('Gil Guest');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Gil Guest' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Readers' })).toBeVisible();
  await conversationRow(guest.page, 'Readers').click();
  await sendMessage(guest, 'I like this book');
  await expect(message(page, 'I like this book')).toBeVisible();
  const address = page.url();
  const panel = page.getByRole('complementary', { name: 'Details' });

  await test.step('the card, and the way back', async () => {
    await message(page, 'I like this book').getByRole('button', { name: 'Profile of Gil Guest' }).first().click();
    await expect(panel.getByRole('heading', { name: 'Profile' })).toBeVisible();
    for (const name of ['Mute', 'Block', 'Send a message', /^Security/])
      await expect(panel.getByRole('button', { name })).toBeVisible();
    await panel.getByRole('button', { name: 'Back to details' }).click();
    await expect(panel.getByRole('heading', { name: '2 members' })).toBeVisible();
    await panel.getByRole('link', { name: 'Gil Guest' }).click();
    await expect(panel.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await page.goBack();
    await expect(panel.getByRole('heading', { name: '2 members' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Gil Guest' })).toBeFocused();
    await page.goBack();
    await expect(panel).toBeHidden();
    expect(page.url()).toBe(address);
  });

  await test.step('formats by key, and a mention and an emoji by keyboard', async () => {
    await messageInput(page).click();
    await page.keyboard.type('very ');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('good');
    await expect(messageInput(page)).toHaveValue('very **good**');
    await page.keyboard.press('End');
    await page.keyboard.type(' @Gil');
    await expect(page.getByRole('option', { name: /Gil Guest/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(messageInput(page)).toHaveValue('very **good** @Gil Guest ');
    await page.keyboard.press('Enter');
    await expect(message(page, 'very good @Gil Guest').locator('strong')).toHaveText('good');
  });

  await test.step('what waits is counted until it is sent', async () => {
    world.proxy.set({ blackHole: true });
    await messageInput(page).click();
    for (const text of ['one', 'two']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('2 waiting to be sent')).toBeVisible();
    world.proxy.set({ blackHole: false });
    world.proxy.reset();
    await expect(page.getByText('2 waiting to be sent')).toBeHidden();
  });
});
