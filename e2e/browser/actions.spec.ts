// Every action on a message, by touch as well as by pointer and keyboard.
import { pictureFile } from '../kit/pictureFile.ts';
import { touch } from '../kit/touch.ts';
import { expect, expectAccessible, message, openChat, withoutServiceWorker, sendMessage, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('R189 R171 reactions, the versions of an edited message, the selection of several, and quotes of a part', async ({
  person,
}) => {
  const bob = await person('Uli Actions', phone);
  const alice = await person('Vera Actions');
  const { keyboard } = alice.page;
  await openChat(alice, bob.name);
  await sendMessage(alice, 'a word to react to');
  await openChat(bob, alice.name);
  const theirs = message(bob.page, 'a word to react to');

  await test.step('one press in a message’s menu reacts, by touch', async () => {
    await touch(bob.page, theirs, { held: 1_500 });
    const row = bob.page.getByRole('group', { name: 'Quick reactions' });
    await expect(row.getByRole('menuitemcheckbox')).toHaveCount(6);
    await expectAccessible(bob.page);
    await row.getByRole('menuitemcheckbox', { name: 'React with ❤️' }).tap();
    await expect(bob.page.getByRole('menu')).toHaveCount(0);
    await expect(theirs.getByRole('button', { name: '❤️ 1: You' })).toBeVisible();
    await touch(bob.page, theirs, { held: 1_500 });
    await expect(row.getByRole('menuitemcheckbox', { name: 'React with ❤️' })).toBeChecked();
    await bob.page.keyboard.press('Escape');
  });

  await test.step('a menu that fits on neither side of the finger is all in view', async () => {
    await bob.page.setViewportSize({ width: 390, height: 560 });
    await touch(bob.page, theirs, { held: 1_500 });
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
    await keyboard.press('ArrowRight');
    await expect(alice.page.getByRole('menuitemcheckbox', { name: 'React with ❤️' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(message(alice.page, 'a word to react to').getByRole('button', { name: /^❤️ 2: / })).toBeVisible();
    await keyboard.press('Enter');
    await expect(alice.page.getByRole('menuitem', { name: 'Reply' })).toBeFocused();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowLeft'); // from the first to the last
    await keyboard.press('Enter');
    await expect(alice.page.getByRole('dialog', { name: 'React' }).getByRole('searchbox')).toBeVisible();
    await keyboard.press('Escape');
  });

  await test.step('press and hold on a reaction shows who has reacted', async () => {
    await touch(bob.page, theirs.getByRole('button', { name: /^❤️ 2/ }), { held: 1_500 });
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
    await expect(bob.page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('several are selected by touch; each action says to how many of them it applies', async () => {
    await alice.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(pictureFile('hill.png', 60, 40, () => [70, 130, 180]));
    await alice.page.getByRole('button', { name: 'Send', exact: true }).click();
    const picture = bob.page
      .getByRole('article')
      .filter({ has: bob.page.getByRole('img', { name: 'Photo hill.png' }) });
    await expect(picture).toBeVisible();
    await touch(bob.page, theirs, { held: 1_500 });
    await bob.page.getByRole('menuitem', { name: 'Select' }).tap();
    await picture.tap();
    const bar = bob.page.getByRole('toolbar', { name: '2 selected' });
    await expect(bar.getByRole('button')).toHaveText(['', 'Forward', 'Copy1', 'Save1', 'Delete']);
    await expectAccessible(bob.page);
    await picture.tap();
    await expect(
      bob.page.getByRole('toolbar', { name: '1 selected' }).getByRole('button', { name: 'Save' }),
    ).toBeHidden();
    await bob.page.goBack();
    await expect(bob.page.getByRole('toolbar')).toHaveCount(0);
    await expect(theirs).toBeVisible();
  });

  await test.step('several are deleted only after a question', async () => {
    for (const text of ['needless', 'useless']) await sendMessage(alice, text);
    const [needless, useless] = [message(bob.page, 'needless'), message(bob.page, 'useless')];
    await expect(useless).toBeVisible();
    await touch(bob.page, needless, { held: 1_500 });
    await bob.page.getByRole('menuitem', { name: 'Select' }).tap();
    await useless.tap();
    const deleteSelected = bob.page
      .getByRole('toolbar', { name: '2 selected' })
      .getByRole('button', { name: 'Delete' });
    await deleteSelected.tap();
    const question = bob.page.getByRole('dialog', { name: 'Delete 2 messages?' });
    await expect(question).toBeVisible();
    await expectAccessible(bob.page);
    await bob.page.goBack();
    await expect(question).toBeHidden();
    await expect(useless).toBeVisible();
    await deleteSelected.tap();
    await question.getByRole('button', { name: 'Delete' }).tap();
    await expect(needless).toHaveCount(0);
    await expect(useless).toHaveCount(0);
    await expect(bob.page.getByRole('toolbar')).toHaveCount(0);
    await expect(message(alice.page, 'useless')).toBeVisible();
  });

  await test.step('words that are selected are quoted, and marked after a press on the quote', async () => {
    await sendMessage(alice, 'We meet at **eight** at the station');
    const meeting = message(bob.page, 'We meet at');
    await expect(meeting).toBeVisible();
    await message(alice.page, 'We meet at').getByText('eight').dblclick();
    await message(alice.page, 'We meet at').getByRole('button', { name: 'More' }).click();
    await alice.page.getByRole('menuitem', { name: 'Reply' }).click();
    await expect(alice.page.getByRole('button', { name: 'Cancel reply' }).locator('..')).toContainText(/eight$/);
    await keyboard.press('Escape');
    await message(alice.page, 'We meet at').getByText('eight').dblclick();
    await keyboard.press('r');
    await expect(alice.page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await keyboard.type('or at nine');
    await keyboard.press('Enter');
    const quote = message(bob.page, 'or at nine').getByRole('button', {
      name: /^Quoted from .*Vera Actions.*: eight$/,
    });
    await quote.tap();
    await bob.page.waitForFunction(() => CSS.highlights.has('amber-quoted'));
  });

  await test.step('a part is chosen by touch as well', async () => {
    await touch(bob.page, message(bob.page, 'We meet at'), { held: 1_500 });
    await bob.page.getByRole('menuitem', { name: 'Quote a part' }).tap();
    const text = bob.page.getByRole('dialog', { name: 'Quote a part' }).getByRole('textbox', { name: 'Message' });
    await text.tap();
    await bob.page.keyboard.press('Control+Home');
    for (let letter = 0; letter < 'We meet'.length; letter += 1) await bob.page.keyboard.press('Shift+ArrowRight');
    await expectAccessible(bob.page);
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Reply' }).tap();
    await expect(bob.page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await bob.page.keyboard.type('do we?');
    await bob.page.getByRole('button', { name: 'Send', exact: true }).tap();
    const quote = message(alice.page, 'do we?').getByRole('button', { name: /^Quoted from You: We meet$/ });
    await expect(quote).toBeVisible();
  });

  await test.step('after a menu, a message farther up takes a touch as well', async () => {
    await bob.page.setViewportSize({ width: 390, height: 420 });
    await touch(bob.page, message(bob.page, 'do we?'), { held: 1_500 });
    await expect(bob.page.getByRole('menu')).toBeVisible();
    await bob.page.keyboard.press('Escape');
    await expect(bob.page.getByRole('menu')).toHaveCount(0);
    await expect(theirs).not.toBeInViewport();
    await touch(bob.page, theirs, { held: 1_500 });
    await expect(bob.page.getByRole('menu')).toBeVisible();
  });
});
