// A group's life in three browsers.
import { pictureFile } from '../kit/pictureFile.ts';
import { expect, expectAccessible, message, withoutServiceWorker, sendMessage, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

test('R63 R120 R223 a group is made, grows, gets a picture, lets somebody go and is disbanded; everybody sees who did it', async ({
  person,
}) => {
  const [alice, bob, carol] = [await person('Gwen Maker'), await person('Gus Guest'), await person('Gil Late')];
  const { page } = alice;
  const pick = async (name: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Find people' }).fill(name);
    await dialog.getByRole('checkbox', { name }).click();
  };

  await page.getByRole('button', { name: 'New group' }).click();
  await pick(bob.name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('Please enter Group name')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Group name' }).fill('Walkers');
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Walkers' })).toBeVisible();
  await sendMessage(alice, 'Where do we go?');

  await bob.page.getByRole('link', { name: /^Walkers/ }).click();
  await expect(message(bob.page, 'Where do we go?')).toHaveCount(1);
  await sendMessage(bob, 'Up the hill');
  await expect(message(page, 'Up the hill')).toHaveCount(1);

  await page.getByRole('link', { name: 'Details' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('2 members').first()).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Invite' }).click();
  await pick(carol.name);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await expect(details.getByText('3 members').first()).toBeVisible();
  await carol.page.getByRole('link', { name: /^Walkers/ }).click();
  // What was said before the invitation is not hers to see.
  await expect(carol.page.getByText('Gwen Maker invited you')).toBeVisible();
  await expect(message(carol.page, 'Up the hill')).toHaveCount(0);

  await details.getByRole('button', { name: 'Walkers' }).click();
  await expect(details.getByRole('textbox', { name: 'Group name' })).toBeFocused();
  await page.keyboard.type('Climbers');
  await page.keyboard.press('Enter');
  await expect(details.getByRole('button', { name: 'Climbers' })).toBeFocused();
  await expect(bob.page.getByRole('heading', { name: 'Climbers' })).toBeVisible();

  const pictures = carol.page.locator('img[srcset*="/chat/pictures/"]');
  await expect(bob.page.getByRole('button', { name: 'Change picture' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Change picture' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('dialog', { name: 'Group picture' }).getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles(pictureFile('hill.png', 300, 300, () => [30, 170, 60]));
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(carol.page.getByText('Gwen Maker changed the group’s picture')).toBeVisible();
  // In the list, and in the header.
  await expect(pictures).toHaveCount(2);
  await expect(details.getByRole('button', { name: 'Change picture' })).toBeFocused();
  await expectAccessible(page);
  await details.getByRole('link', { name: /^Settings/ }).click();
  await details.getByRole('button', { name: 'Remove picture' }).click();
  await expect(pictures).toHaveCount(0);
  await details.getByRole('button', { name: 'Back to details' }).click();

  await details.getByRole('button', { name: `More for ${bob.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove from the group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the group' }).click();
  await expect(bob.page.getByText('You were removed from Climbers')).toBeVisible();
  await expect(bob.page).toHaveURL(/\/channels\/me$/);
  await expect(bob.page.getByRole('link', { name: /^Climbers/ })).toHaveCount(0);
  await expect(page.getByText(`You removed ${bob.name}`)).toBeVisible();
  await expect(carol.page.getByText(`Gwen Maker removed ${bob.name}`)).toBeVisible();

  await carol.page.getByRole('link', { name: 'Details' }).click();
  await carol.page.getByRole('button', { name: 'Leave group' }).click();
  await carol.page.getByRole('dialog').getByRole('button', { name: 'Leave group' }).click();
  await expect(carol.page).toHaveURL(/\/channels\/me$/);
  await expect(details.getByText('1 member').first()).toBeVisible();

  // Who has a disbanded group open reads why it goes away.
  await details.getByRole('button', { name: 'Invite' }).click();
  await pick(bob.name);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await bob.page.getByRole('link', { name: /^Climbers/ }).click();
  await expect(bob.page.getByText('Gwen Maker invited you')).toBeVisible();
  await details.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(bob.page.getByText('The group has been disbanded', { exact: true })).toBeVisible();
  await expect(bob.page.getByText('Gwen Maker invited you')).toHaveCount(0);
  await expect(page).toHaveURL(/\/channels\/me$/);
  await expect(bob.page.getByText('Climbers has been disbanded')).toBeVisible();
  await expect(bob.page).toHaveURL(/\/channels\/me$/);
  await expect(bob.page.getByRole('link', { name: /^Climbers/ })).toHaveCount(0);
});
