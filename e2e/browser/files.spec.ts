// Two people send each other files: chosen, pasted and dropped, online and offline.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { pictureFile } from '../kit/pictureFile.ts';
import {
  expect,
  expectAccessible,
  message,
  openChat,
  type Person,
  sendMessage,
  test,
  messageInput,
} from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

type MakePerson = (name: string) => Promise<Person>;
type TestFile = ReturnType<typeof pictureFile>;

/** Two people in one chat, with its page open on both sides. */
async function openChatBetween(person: MakePerson, first: string, second: string) {
  const [alice, bob] = await Promise.all([person(first), person(second)]);
  await openChat(alice, second);
  await sendMessage(alice, 'the first word');
  await bob.page.getByRole('link', { name: new RegExp(`^${first}`) }).click();
  await expect(message(bob.page, 'the first word')).toBeVisible();
  return { alice, bob };
}

const attachmentList = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const messageLog = (page: Page) => page.getByRole('log', { name: 'Messages' });
const photo = (page: Page, name: string) => messageLog(page).getByRole('img', { name: `Photo ${name}` });
const fileCard = (page: Page, name: string) =>
  messageLog(page)
    .getByRole('article')
    .filter({ has: page.locator(`[title="${name}"]`) });
const clickSend = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

async function attachFiles(page: Page, files: TestFile[]) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles(files);
}

/** The system's data transfer when files are pasted or dropped. */
const createDataTransfer = (page: Page, files: TestFile[]) =>
  page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        transfer.items.add(
          new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: mimeType }),
        );
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );

async function pasteFiles(page: Page, files: TestFile[]) {
  const clipboardData = await createDataTransfer(page, files);
  await messageInput(page).evaluate(
    (box, data) =>
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })),
    clipboardData,
  );
}

/** Once downloaded, it is as wide as what was sent. */
const expectShown = (picture: Locator, width: number) =>
  expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(width);

const takeScreenshot = (page: Page, name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : undefined;

const textFile = (name: string, text: string): TestFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test('R49 R62 R181 a picture and a file go with their text, are fetched, and are the same bytes @journey', async ({
  person,
  world,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Pia Files', 'Ole Files');
  const picture = pictureFile('hills.png', 1200, 900);
  const notes = textFile('notes of the meeting.txt', 'Nobody else reads this: 4711-secret');
  await attachFiles(alice.page, [picture, notes, textFile('empty.txt', '')]);
  await expect(attachmentList(alice.page).getByRole('listitem')).toHaveCount(2);
  await expect(alice.page.getByText('empty.txt: This file is empty')).toBeVisible();
  await messageInput(alice.page).fill('what I saw');
  await expectAccessible(alice.page);

  world.proxy.set({ latency: 400 });
  await messageInput(alice.page).press('Enter');
  await expect(alice.page.getByRole('progressbar', { name: 'Uploading hills.png' })).toBeVisible();
  await expect(attachmentList(alice.page)).toHaveCount(0);
  await expect(messageInput(alice.page)).toHaveValue('');
  await expect(alice.page.getByText('This file is empty')).toHaveCount(0);
  // The first file bears the text.
  await expect(message(alice.page, 'what I saw').getByRole('img', { name: 'Photo hills.png' })).toBeVisible();
  world.proxy.set({ latency: 0 });

  await expectShown(photo(bob.page, 'hills.png'), 1200);
  await expect(message(bob.page, 'what I saw')).toBeVisible();
  await expect(alice.page.getByRole('progressbar')).toHaveCount(0);
  expect(world.gateway.hasStored('4711-secret')).toBe(false);

  const download = bob.page.waitForEvent('download');
  await fileCard(bob.page, notes.name).getByRole('button', { name: 'Download' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(notes.name);
  expect(readFileSync(await saved.path())).toEqual(notes.buffer);
  await expectAccessible(bob.page);

  await fileCard(bob.page, notes.name).click({ button: 'right', position: { x: 4, y: 4 } });
  const menu = bob.page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^$/, // the button that opens all emoji
    /Reply/,
    /Save/,
    /Get link/,
    /favourites/,
    /Forward/,
    /Select/,
    /Delete/,
  ]);
  await menu.getByRole('menuitem', { name: 'Reply' }).click();
  await expect(bob.page.getByText('Reply to Pia Files')).toBeVisible();
  await sendMessage(bob, 'I have read it');
  await expect(
    message(alice.page, 'I have read it').getByRole('button', {
      name: `Quoted from you: ${notes.name}`,
      exact: false,
    }),
  ).toBeVisible();
});

test('R98 R181 a large picture keeps its place blurred until it is wanted; pictures are looked at one by one @soak', async ({
  person,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Uma Files', 'Rex Files');
  await pasteFiles(alice.page, [pictureFile('large.png', 2400, 1600)]);
  await expect(attachmentList(alice.page).getByRole('listitem')).toHaveCount(1);
  const transfer = await createDataTransfer(alice.page, [pictureFile('second.png', 320, 240)]);
  await messageLog(alice.page).dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(alice.page.getByText('Drop files to attach them')).toBeVisible();
  await messageLog(alice.page).dispatchEvent('drop', { dataTransfer: transfer });
  await expect(alice.page.getByText('Drop files to attach them')).toBeHidden();
  await expect(attachmentList(alice.page).getByRole('listitem')).toHaveCount(2);
  await clickSend(alice.page);

  const { page } = bob;
  await expectShown(photo(page, 'second.png'), 320);
  const place = messageLog(page).locator('[data-file="image"]').first();
  const wanted = place.getByRole('button', { name: 'Download large.png' });
  await expect(wanted).toBeVisible();
  const before = await place.boundingBox();
  await wanted.click();
  await expectShown(photo(page, 'large.png'), 2400);
  expect(await place.boundingBox()).toEqual(before);

  await messageLog(page).getByRole('button', { name: 'Photo large.png' }).click();
  const viewer = page.getByRole('dialog', { name: 'large.png' });
  await expect(viewer.getByRole('img', { name: 'Photo large.png' })).toBeVisible();
  await expectAccessible(page);
  const shown = viewer.getByRole('img');
  await page.keyboard.press('+');
  await expect(shown).toHaveCSS('transform', 'matrix(1.5, 0, 0, 1.5, 0, 0)');
  await page.keyboard.press('-');
  await expect(shown).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
  await page.keyboard.press('ArrowRight');
  const second = page.getByRole('dialog', { name: 'second.png' });
  await expect(second.getByRole('img', { name: 'Photo second.png' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('button', { name: 'Previous photo' })).toHaveCount(0);
  await viewer.getByRole('button', { name: 'Next photo' }).click();
  await expect(second).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(messageLog(page).getByRole('button', { name: 'Photo second.png' })).toBeFocused();
});

/** A photo as a phone takes it, with a place in its metadata: exif's own bytes do not matter here. */
async function photoWithLocation(page: Page, name: string, place: string): Promise<TestFile> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#3a7d44';
    context.fillRect(0, 0, 320, 240);
    return canvas.toDataURL('image/jpeg').split(',')[1]!;
  });
  const plain = Buffer.from(base64, 'base64');
  const body = Buffer.from(`Exif\0\0${place}`);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([plain.subarray(0, 2), head, body, plain.subarray(2)]) };
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await fileCard(page, name).getByRole('button', { name: 'Download' }).click();
  return readFileSync(await (await download).path());
}

test('R98 a damaged photo goes with its place only when the person agrees, and nothing leaves before @soak', async ({
  person,
  world,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Gil Files', 'Fay Files');
  const { page } = alice;
  const place = '52.5200N 13.4050E';
  const whole = await photoWithLocation(page, 'whole.jpg', place);
  const damaged = await photoWithLocation(page, 'damaged.jpg', place);
  damaged.buffer = damaged.buffer.subarray(0, -2); // its end is missing
  const uploads = () => world.gateway.output().split('/file/').length - 1;
  const before = uploads();

  await attachFiles(page, [whole, damaged]);
  await expect(attachmentList(page).getByRole('listitem').nth(1)).toContainText('Hidden details cannot be removed');
  await messageInput(page).fill('from my trip');
  await messageInput(page).press('Enter');
  const question = page.getByRole('dialog', { name: 'Send with hidden details?' });
  await expect(question).toContainText('damaged.jpg may say where and when it was taken');
  await expectAccessible(page);
  await takeScreenshot(page, 'details-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await takeScreenshot(page, 'details-390');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(messageInput(page)).toBeFocused();
  await expect(messageInput(page)).toHaveValue('from my trip');
  await expect(attachmentList(page).getByRole('listitem')).toHaveCount(2);
  await takeScreenshot(page, 'attached-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeScreenshot(page, 'attached-1440');

  // What is written afterwards arrives: nothing of the files was on its way.
  await clickSend(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await attachmentList(page).getByRole('button', { name: 'Remove whole.jpg' }).click();
  await expect(messageLog(page).getByRole('article')).toHaveCount(1);
  expect(uploads()).toBe(before);

  await messageInput(page).press('Enter');
  await question.getByRole('button', { name: 'Send as a file anyway' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(attachmentList(page)).toHaveCount(0);
  await expect(messageInput(page)).toBeFocused();
  await expect(message(bob.page, 'from my trip')).toBeVisible();
  expect(await saved(bob.page, 'damaged.jpg')).toEqual(damaged.buffer);
  expect(uploads()).toBeGreaterThan(before);

  await attachFiles(page, [whole]);
  await clickSend(page);
  await expectShown(photo(bob.page, 'whole.jpg'), 320);
  await photo(bob.page, 'whole.jpg').click({ button: 'right' });
  const download = bob.page.waitForEvent('download');
  await bob.page.getByRole('menuitem', { name: 'Save' }).click();
  const received = readFileSync(await (await download).path());
  expect(received.includes(place)).toBe(false);
  expect(received.length).toBeLessThan(whole.buffer.length);
});

test('R54 R95 C18 what is sent without a network goes on when it is back, and can be called off', async ({
  person,
  world,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Ina Files', 'Jan Files');
  const { page } = alice;
  await waitForOfflineCache(page);
  world.proxy.set({ offline: true });
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  await attachFiles(page, [textFile('called off.txt', 'not for you'), pictureFile('kept.png', 600, 400)]);
  await clickSend(page);
  await expect(photo(page, 'kept.png')).toBeVisible();
  await expect(fileCard(page, 'called off.txt')).toBeVisible();
  await fileCard(page, 'called off.txt').getByRole('button', { name: 'Cancel' }).click();
  await expect(fileCard(page, 'called off.txt')).toHaveCount(0);
  await page.close(); // this ends the engine too: what was sent is only in the database

  world.proxy.set({ offline: false });
  alice.page = await alice.context.newPage();
  await alice.page.goto(world.url);
  await alice.page.getByRole('link', { name: /^Jan Files/ }).click();
  await expectShown(photo(bob.page, 'kept.png'), 600);
  await expect(photo(alice.page, 'kept.png')).toBeVisible();
  await expect(alice.page.getByRole('progressbar')).toHaveCount(0);
  await expect(fileCard(bob.page, 'called off.txt')).toHaveCount(0);
});
