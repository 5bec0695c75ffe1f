// What two people do with messages: answer, react, edit, withdraw, choose, pass on.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, message, openChat, type Person, say, test, textbox } from './world.ts';

/** Opens the menu of the message with this text by the right mouse button. */
async function menuOf(page: Page, text: string) {
  await message(page, text).click({ button: 'right', position: { x: 4, y: 4 } });
  return page.getByRole('menu');
}

/** Two people in one chat, Bob's page on it too. */
async function together(person: (name: string) => Promise<Person>, first: string, second: string) {
  const [alice, bob] = [await person(first), await person(second)];
  await openChat(alice, second);
  await say(alice, 'the first word');
  await bob.page.getByRole('link', { name: new RegExp(`^${first}`) }).click();
  await expect(message(bob.page, 'the first word')).toBeVisible();
  return { alice, bob };
}

test('R183 a message has a menu: by the pointer, by the keys, with what applies', async ({ person }) => {
  const { alice, bob } = await together(person, 'Mia Menu', 'Ned Menu');
  await message(alice.page, 'the first word').hover();
  await alice.page.screenshot({ path: '/tmp/s1.png' });
  const menu = await menuOf(alice.page, 'the first word');
  await expect(menu.getByRole('menuitem')).toHaveText([/Reply/, /React/, /Copy/, /Get link/, /Forward/, /Edit/, /Select/, /Withdraw/, /Delete/]);
  await alice.page.screenshot({ path: '/tmp/s2.png' });
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Escape');
  await expect(message(alice.page, 'the first word')).toBeFocused();
  await (await menuOf(bob.page, 'the first word')).getByRole('menuitem', { name: 'React' }).click();
  await expect(bob.page.getByRole('dialog', { name: 'React' })).toBeVisible();
  await bob.page.screenshot({ path: '/tmp/s3.png' });
  await bob.page.getByRole('button', { name: 'More emoji' }).click();
  await bob.page.getByRole('searchbox', { name: 'Find emoji' }).fill('tada');
  await bob.page.screenshot({ path: '/tmp/s4.png' });
  await bob.page.keyboard.press('Enter');
  await expect(message(bob.page, 'the first word').getByRole('button', { name: /🎉 1: You/ })).toBeVisible();
  await bob.page.screenshot({ path: '/tmp/s5.png' });
  await expect(textbox(bob.page)).toBeVisible();
});
