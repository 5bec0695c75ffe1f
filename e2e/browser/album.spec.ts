// Several pictures with one text: previewed, sent as an album, and each still a message of its own.
import type { Page } from '@playwright/test';
import { filmFile } from '../kit/filmFile.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import {
  expect,
  expectAccessible,
  message,
  messageInput,
  openChat,
  type Person,
  sendMessage,
  test,
} from '../kit/world.ts';

type TestFile = ReturnType<typeof pictureFile>;

const messageLog = (page: Page) => page.getByRole('log', { name: 'Messages' });
const attachmentList = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const preview = (page: Page) => page.getByRole('group', { name: /^Send \d+ files?$/ });
const album = (page: Page) => messageLog(page).getByRole('group', { name: /^Album of/ });
const photos = (page: Page) => album(page).getByRole('img', { name: /^Photo/ });
const photoNames = (page: Page) =>
  photos(page).evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt.replace('Photo ', '')));
const attachedNames = (page: Page) => attachmentList(page).getByRole('listitem').locator('[title]').allTextContents();

const colours = [
  [196, 84, 60],
  [70, 130, 180],
  [90, 160, 90],
  [200, 170, 60],
] as const;
/** Pictures of several shapes, each in a colour of its own. */
const pictures = (['one', 'two', 'three', 'four'] as const).map((name, index) =>
  pictureFile(
    `${name}.png`,
    index % 2 === 0 ? 480 : 320,
    index % 2 === 0 ? 320 : 400,
    (x, y) => colours[index]!.map((value) => Math.min(255, value + ((x + y) % 40))) as [number, number, number],
  ),
);

async function attachFiles(page: Page, files: TestFile[]) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles(files);
}

async function openChatBetween(person: (name: string) => Promise<Person>, first: string, second: string) {
  const [alice, bob] = await Promise.all([person(first), person(second)]);
  await openChat(alice, second);
  await sendMessage(alice, 'the first word');
  await bob.page.getByRole('link', { name: new RegExp(`^${first}`) }).click();
  await expect(message(bob.page, 'the first word')).toBeVisible();
  return { alice, bob };
}

const takeScreenshot = (page: Page, name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : undefined;

test('R212 R181 pictures are put in order, survive a reload, and go as one album with their text', async ({
  person,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Ada Album', 'Ben Album');
  const { page } = alice;
  await messageInput(page).pressSequentially('our trip');
  await attachFiles(page, [...pictures, await filmFile(page, 'film.webm')]);
  await expect(preview(page)).toBeVisible();
  await expect(messageInput(page)).toBeFocused();
  await expect(messageInput(page)).toHaveValue('our trip');
  await page.keyboard.type(' to the sea');
  await expectAccessible(page);
  await takeScreenshot(page, 'preview-1440');
  await page.getByRole('button', { name: 'Move two.png earlier' }).press('Enter');
  expect(await attachedNames(page)).toEqual(['two.png', 'one.png', 'three.png', 'four.png', 'film.webm']);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'four.png' })
    .dragTo(page.getByRole('listitem').filter({ hasText: 'two.png' }));
  await expect.poll(() => attachedNames(page)).toEqual(['four.png', 'two.png', 'one.png', 'three.png', 'film.webm']);
  await page.getByRole('button', { name: 'Remove three.png' }).click();

  // Escape closes the preview alone; nothing is lost by that, by leaving the chat, or by a reload.
  await messageInput(page).press('Escape');
  await expect(preview(page)).toHaveCount(0);
  await expect(attachmentList(page).getByRole('listitem')).toHaveCount(4);
  await expect(messageInput(page)).toHaveValue('our trip to the sea');
  await takeScreenshot(page, 'strip-1440');
  const url = page.url();
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.goto(url);
  await page.reload();
  await expect.poll(() => attachedNames(page)).toEqual(['four.png', 'two.png', 'one.png', 'film.webm']);
  await expect(messageInput(page)).toHaveValue('our trip to the sea');

  await page.setViewportSize({ width: 390, height: 844 });
  await attachmentList(page).getByRole('button', { name: 'Show preview' }).first().click();
  await expectAccessible(page);
  await takeScreenshot(page, 'preview-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await messageInput(page).press('Enter');
  await expect(album(page)).toHaveCount(1);
  await expect(attachmentList(page)).toHaveCount(0);
  await expect(messageInput(page)).toHaveValue('');
  await expect(messageInput(page)).toBeFocused();

  await expect.poll(() => photoNames(bob.page)).toEqual(['four.png', 'two.png', 'one.png']);
  await expect(album(bob.page)).toContainText('our trip to the sea');
  await expect(messageLog(bob.page).getByRole('article')).toHaveCount(5);
  await expectAccessible(bob.page);
  await takeScreenshot(bob.page, 'album-1440');
  await bob.page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshot(bob.page, 'album-390');
  await bob.page.setViewportSize({ width: 1440, height: 900 });

  // By keyboard from picture to picture, and through all of them in the viewer.
  await photos(bob.page).first().click();
  await expect(bob.page.getByRole('dialog', { name: 'four.png' })).toBeVisible();
  await bob.page.keyboard.press('ArrowRight');
  await expect(bob.page.getByRole('dialog', { name: 'two.png' })).toBeVisible();
  await bob.page.keyboard.press('ArrowRight');
  await bob.page.keyboard.press('ArrowRight');
  const player = bob.page.getByRole('dialog', { name: 'film.webm' });
  await expect(player.getByRole('slider', { name: 'Position' })).toBeVisible();
  // It has played to its end.
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expectAccessible(bob.page);
  await bob.page.keyboard.press('m');
  await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await player.getByRole('button', { name: 'Speed 1×' }).click();
  await expect(player.getByRole('button', { name: 'Speed 1.5×' })).toBeVisible();
  await takeScreenshot(bob.page, 'viewer-1440');
  await bob.page.keyboard.press('ArrowLeft');
  await expect(bob.page.getByRole('dialog', { name: 'one.png' })).toBeVisible();
  await bob.page.keyboard.press('Escape');
  await expect(bob.page.getByRole('dialog')).toHaveCount(0);

  // A reaction and a withdrawal are of one picture.
  await photos(bob.page).first().click({ button: 'right' });
  await bob.page.getByRole('menuitemcheckbox', { name: 'React with 👍' }).click();
  await expect(album(page).getByRole('article').first().getByRole('button', { name: /👍/ })).toBeVisible();
  await photos(page).last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Withdraw(?! album)/ }).click();
  await expect(photos(page)).toHaveCount(2);
  await photos(page).first().click({ button: 'right' });
  await takeScreenshot(page, 'menu-1440');
  await page.getByRole('menuitem', { name: 'Withdraw album' }).click();
  await expect(album(page)).toHaveCount(0);
  await expect(messageLog(page).getByRole('img', { name: /^Photo/ })).toHaveCount(0);
});
