// Every action on a message, by touch as well as by pointer and keyboard.
import { touch } from '../kit/touch.ts';
import { expect, expectAccessible, message, openChat, withoutServiceWorker, sendMessage, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('R189 reactions and the versions of an edited message, by touch and by keyboard', async ({ person }) => {
  const bob = await person('Uli Actions', phone);
  const alice = await person('Vera Actions');
  const { keyboard } = alice.page;
  await openChat(alice, bob.name);
  await sendMessage(alice, 'a word to react to');
  await openChat(bob, alice.name);
  const theirs = message(bob.page, 'a word to react to');

  await test.step('one press in a message’s menu reacts, by touch', async () => {
    await touch(bob.page, theirs, { held: 600 });
    const row = bob.page.getByRole('group', { name: 'Quick reactions' });
    await expect(row.getByRole('menuitemcheckbox')).toHaveCount(6);
    await expectAccessible(bob.page);
    await row.getByRole('menuitemcheckbox', { name: 'React with ❤️' }).tap();
    await expect(bob.page.getByRole('menu')).toHaveCount(0);
    await expect(theirs.getByRole('button', { name: '❤️ 1: You' })).toBeVisible();
    await touch(bob.page, theirs, { held: 600 });
    await expect(row.getByRole('menuitemcheckbox', { name: 'React with ❤️' })).toBeChecked();
    await bob.page.keyboard.press('Escape');
  });

  await test.step('a menu that fits on neither side of the finger is all in view', async () => {
    await bob.page.setViewportSize({ width: 390, height: 560 });
    await touch(bob.page, theirs, { held: 600 });
    await expect(bob.page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await expect(bob.page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
    await bob.page.keyboard.press('Escape');
    await bob.page.setViewportSize(phone.viewport);
  });

  await test.step('and by keyboard', async () => {
    await alice.page.getByRole('textbox', { name: 'Message' }).click();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expect(alice.page.getByRole('menuitem', { name: 'Reply' })).toBeFocused();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowRight'); // from the last to the first
    await keyboard.press('ArrowRight');
    await expect(alice.page.getByRole('menuitemcheckbox', { name: 'React with ❤️' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(message(alice.page, 'a word to react to').getByRole('button', { name: /^❤️ 2: / })).toBeVisible();
    await keyboard.press('Enter');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expect(alice.page.getByRole('dialog', { name: 'React' }).getByRole('searchbox')).toBeVisible();
    await keyboard.press('Escape');
  });

  await test.step('press and hold on a reaction shows who has reacted', async () => {
    await touch(bob.page, theirs.getByRole('button', { name: /^❤️ 2/ }), { held: 600 });
    const dialog = bob.page.getByRole('dialog', { name: 'Reactions' });
    await expect(dialog.getByRole('tab', { name: '❤️ 2' })).toHaveAttribute('aria-selected', 'true');
    await expect(dialog.getByRole('listitem')).toHaveText([/You$/, /Vera Actions$/]);
    await expectAccessible(bob.page);
    await expect(theirs.getByRole('button', { name: /^❤️ 2/ })).toHaveAttribute('aria-pressed', 'true');
    await bob.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await message(alice.page, 'a word to react to').click({ button: 'right', position: { x: 4, y: 4 } });
    await alice.page.getByRole('menuitem', { name: 'Reactions' }).click();
    await expect(alice.page.getByRole('dialog', { name: 'Reactions' }).getByRole('listitem')).toHaveCount(2);
    await keyboard.press('Escape');
  });

  await test.step('a press on ‘edited’ shows the earlier versions', async () => {
    await sendMessage(alice, 'first version');
    await expect(message(bob.page, 'first version')).toBeVisible();
    for (const text of ['second version', 'third **version**']) {
      await alice.page.getByRole('textbox', { name: 'Message' }).click();
      await keyboard.press('ArrowUp');
      await keyboard.press('e');
      await expect(alice.page.getByText('Edit message')).toBeVisible();
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(text);
      await keyboard.press('Enter');
      await expect(message(bob.page, text.replaceAll('*', ''))).toBeVisible();
    }
    await message(bob.page, 'third version').getByRole('button', { name: 'edited' }).tap();
    const versions = bob.page.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem');
    await expect(versions).toHaveText([/Current.*third version/, /second version/, /Original.*first version/]);
    await expectAccessible(bob.page);
    await bob.page.goBack();
    await expect(versions).toHaveCount(0);

    await message(alice.page, 'third version').focus();
    await keyboard.press('Enter');
    await alice.page.getByRole('menuitem', { name: 'Edit history' }).focus();
    await keyboard.press('Enter');
    await expect(alice.page.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem')).toHaveCount(3);
    await keyboard.press('Escape');
    await expect(message(alice.page, 'third version')).toBeFocused();
  });

  await test.step('a withdrawal takes the versions along', async () => {
    await message(bob.page, 'third version').getByRole('button', { name: 'edited' }).tap();
    await expect(bob.page.getByRole('dialog', { name: 'Edit history' })).toBeVisible();
    await keyboard.press('Delete');
    await expect(bob.page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  });
});
