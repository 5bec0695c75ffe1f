// A picture of one's own: chosen, fitted by hand, worn, and seen by others.
import type { Locator, Page } from '@playwright/test';
import { pictureFile } from '../kit/pictureFile.ts';
import { accountOf } from '../kit/accountOf.ts';
import {
  expect,
  expectAccessible,
  withoutServiceWorker,
  type Person,
  completeProfile,
  signIn,
  test,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const [red, green, blue, white] = [
  [220, 30, 30],
  [30, 170, 60],
  [30, 60, 220],
  [240, 240, 240],
] as const;

/** Four fields: red and green above blue and white. */
const fourFields = (width = 800, height = 400) =>
  pictureFile('fields.png', width, height, (x, y) =>
    y < height / 2 ? (x < width / 2 ? red : green) : x < width / 2 ? blue : white,
  );

const dialog = (page: Page) => page.getByRole('dialog');
const frame = (page: Page) => page.getByRole('application', { name: 'Picture section' });

/** Chooses a file as a person does: by the button and the system's window. */
async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog(page).getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles(file);
}

/** The name of the colour at a place of a picture on the page, in fractions of it. */
const colourAt = (image: Locator, x: number, y: number) =>
  image.evaluate(
    async (element, at) => {
      const shown = element as HTMLImageElement | HTMLCanvasElement;
      if (shown instanceof HTMLImageElement) await shown.decode();
      const [width, height] =
        shown instanceof HTMLImageElement ? [shown.naturalWidth, shown.naturalHeight] : [shown.width, shown.height];
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext('2d')!;
      context.drawImage(shown, 0, 0);
      const [r = 0, g = 0, b = 0] = context.getImageData(at.x * (width - 1), at.y * (height - 1), 1, 1).data;
      return r > 180 && g > 180 ? 'white' : r > 150 ? 'red' : g > 120 ? 'green' : b > 150 ? 'blue' : `${r} ${g} ${b}`;
    },
    { x, y },
  );
const centreOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};
const drag = async (page: Page, dx: number, dy: number) => {
  const { x, y } = await centreOf(frame(page));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
};

const openDialog = async ({ page }: Person, url: string) => {
  await page.goto(`${url}settings/profile`);
  await page.getByRole('button', { name: 'Upload picture' }).click();
  await expect(dialog(page)).toBeVisible();
};

test('R15 R107 a picture fitted with pointer and keys is worn, and seen by others, wide and narrow @soak', async ({
  person,
  world,
}) => {
  const nora = await person('Nora Own');
  const { page } = nora;
  await openDialog(nora, world.url);
  await expectAccessible(page);
  await chooseFile(page, fourFields());
  const canvas = frame(page).locator('canvas');
  await expect(canvas).toBeVisible();
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  // To the left, as far as it goes: the frame shows red above blue.
  await drag(page, 400, 0);
  await expect.poll(() => colourAt(canvas, 0.7, 0.3)).toBe('red');
  // Nearer, with the wheel, then with keys to what is below.
  const { x, y } = await centreOf(frame(page));
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await frame(page).focus();
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => colourAt(canvas, 0.5, 0.5)).toBe('blue');
  await page.keyboard.press('-');
  await page.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect.poll(() => colourAt(canvas, 0.5, 0.2)).toBe('red');
  await page.getByRole('button', { name: 'Rotate right' }).click();
  await expect.poll(() => colourAt(canvas, 0.7, 0.5)).toBe('red');
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Your picture' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Profile saved')).toBeVisible();

  const { identifier } = await accountOf(page);
  const olaf = await person('Olaf Other');
  await olaf.page.goto(`${world.url}${identifier}`);
  await expect(olaf.page.getByRole('heading', { name: 'Nora Own', level: 1 })).toBeVisible();
  for (const size of [phone, desk]) {
    await olaf.page.setViewportSize(size);
    const face = olaf.page.locator('main img[srcset]').first();
    await expect(face).toHaveJSProperty('complete', true);
    expect(await colourAt(face, 0.85, 0.5)).toBe('red');
    expect(await colourAt(face, 0.15, 0.5)).toBe('blue');
    expect(await face.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /\/chat\/pictures\/[0-9a-f]{64}\/256\.webp$/,
    );
    await expectAccessible(olaf.page);
  }
});

test('T12 what is no picture is refused in words; a pasted one is taken', async ({ person, world }) => {
  const pia = await person('Pia Paste');
  const { page } = pia;
  await openDialog(pia, world.url);
  const refused = async (name: string, bytes: string | Buffer, sentence: RegExp) => {
    await chooseFile(page, { name, mimeType: 'image/png', buffer: Buffer.from(bytes as string) });
    await expect(dialog(page).getByRole('alert')).toHaveText(sentence);
  };
  await refused('face.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', /not supported/);
  const huge = pictureFile('huge.png', 1, 1).buffer;
  huge.writeUInt32BE(50_000, 16);
  await refused('huge.png', huge, /too many pixels/);
  await refused('broken.png', pictureFile('broken.png', 40, 40).buffer.subarray(0, 60), /damaged/);
  await expectAccessible(page);
  await page.evaluate(
    ([base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    [fourFields(200, 200).buffer.toString('base64')],
  );
  await expect(frame(page)).toBeVisible();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Choose file' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('R15 a newcomer begins with a picture of one’s own @journey', async ({ newcomer, world }) => {
  const ines = await newcomer('Ines Initial');
  const { page } = ines;
  await page.goto(world.url);
  await signIn(ines, world.gateway);
  await page.getByRole('button', { name: 'Upload picture' }).click();
  await chooseFile(page, fourFields(300, 300));
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByRole('radio', { name: 'Your picture' })).toBeChecked();
  await completeProfile(ines);
  await page.goto(`${world.url}settings/account`);
  await expect(page.locator('img[srcset*="/chat/pictures/"]').first()).toBeVisible();
});

test('R111 a space gets a picture and a banner of its own @soak', async ({ person, world }) => {
  const sven = await person('Sven Space');
  const { page } = sven;
  await page.goto(`${world.url}channels/create`);
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('Four fields');
  for (const button of ['Upload picture', 'Upload banner']) {
    await page.getByRole('button', { name: button }).click();
    await chooseFile(page, fourFields(1200, 600));
    await expect(frame(page)).toBeVisible();
    await page.getByRole('button', { name: 'Use picture' }).click();
    await expect(dialog(page)).toBeHidden();
  }
  await page.getByRole('button', { name: 'Create' }).last().click();
  await expect(page.getByRole('heading', { name: 'Four fields' }).first()).toBeVisible();
  const other = await person('Svea Space');
  const sid = /channels\/([a-z2-7]{16})/.exec(page.url())![1];
  await other.page.goto(`${world.url}channels/recommend/${sid}`);
  const pictures = other.page.locator('img[srcset*="/chat/pictures/"]');
  await expect(pictures).toHaveCount(2);
  expect(await colourAt(pictures.first(), 0.2, 0.1)).toBe('red');
});
