// A person's settings, this device's settings, and deleting the account.
import { call } from '@amber/gateway/testing/client';
import { readFileSync } from 'node:fs';
import { accountOf } from '../kit/accountOf.ts';
import {
  expect,
  expectAccessible,
  message,
  openChat,
  withoutServiceWorker,
  type Person,
  sendMessage,
  test,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const originOf = (url: string) => url.replace('/chat/', '');
const openSettings = async ({ page }: Person, url: string, section: string, title: string) => {
  await page.goto(`${url}settings/${section}`);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
};

/** axe finds nothing, wide and narrow. */
async function expectAccessibleAtBothSizes({ page }: Person): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

test('R107 what one says of oneself is saved, and stands on one’s page @journey', async ({ sharedPerson, world }) => {
  const vera = await sharedPerson('Vera Voice');
  const { page } = vera;
  await openSettings(vera, world.url, 'profile', 'Profile');
  await page.getByRole('textbox', { name: 'Bio' }).fill('I sing.\nLoudly.');
  await expect(page.getByText('185 characters left')).toBeVisible();
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).last().click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessibleAtBothSizes(vera);
  await page.getByRole('link', { name: 'View profile' }).click();
  await expect(page.getByText('Loudly.')).toBeVisible();
});

test('R108 one’s QR code, chosen as a picture by somebody else, leads to one’s page; a renewed one makes the old worthless @soak', async ({
  person,
  world,
}) => {
  const quinn = await person('Quinn Code');
  const sid = await person('Sid Scanner');
  await openSettings(quinn, world.url, 'qr', 'My QR code');
  const code = quinn.page.getByRole('img', { name: 'QR code of your profile' });
  const picture = await code.screenshot();
  await expectAccessibleAtBothSizes(quinn);

  await openSettings(sid, world.url, 'qr', 'My QR code');
  const choose = async (buffer: Buffer, name = 'code.png') => {
    const [chooser] = await Promise.all([
      sid.page.waitForEvent('filechooser'),
      sid.page.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'image/png', buffer });
  };
  await choose(await sid.page.getByRole('heading', { name: 'Scan a code' }).screenshot());
  await expect(sid.page.getByText('No code found in this picture.')).toBeVisible();
  await choose(Buffer.from('no picture'));
  await expect(sid.page.getByText('This picture could not be read.')).toBeVisible();
  await choose(picture);
  await expect(sid.page.getByRole('heading', { name: 'Quinn Code', level: 1 })).toBeVisible();
  expect(sid.page.url()).toContain((await accountOf(quinn.page)).identifier);

  await quinn.page.getByRole('button', { name: 'Create new code' }).click();
  await expectAccessible(quinn.page);
  await quinn.page.getByRole('dialog').getByRole('button', { name: 'Create new code' }).click();
  await expect(quinn.page.getByRole('dialog')).toHaveCount(0);
  await openSettings(sid, world.url, 'qr', 'My QR code');
  await choose(picture);
  await expect(sid.page.getByRole('heading', { name: 'Profile not found' })).toBeVisible();

  await openSettings(sid, world.url, 'qr', 'My QR code');
  await sid.page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(sid.page.getByRole('dialog').getByText('No camera available')).toBeVisible();
  await expectAccessible(sid.page);
});

test('the size of messages and less motion are chosen for the device, and stand before the next page is painted', async ({
  person,
  world,
}) => {
  await person('Oda Other');
  const lena = await person('Lena Looks');
  const { page } = lena;
  await openChat(lena, 'Oda Other');
  await sendMessage(lena, 'How large am I?');
  const size = () =>
    message(page, 'How large am I?')
      .getByText('How large am I?')
      .evaluate((element) => getComputedStyle(element).fontSize);
  expect(await size()).toBe('15px');
  const chat = page.url();
  await openSettings(lena, world.url, 'appearance', 'Appearance');
  await page.getByRole('slider', { name: 'Message text size' }).focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('switch', { name: 'Reduce motion' }).click();
  await expectAccessibleAtBothSizes(lena);
  await page.goto(chat);
  await expect(message(page, 'How large am I?')).toBeVisible();
  expect(await size()).toBe('20px');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--panel'))).toMatch(
    /^0m?s$/,
  );
});

test('R66 R143 what is muted is listed and let speak again; the count can be kept out of the title @journey', async ({
  person,
  world,
}) => {
  const nina = await person('Nina Noise');
  const otto = await person('Otto Loud');
  const [me, other] = [await accountOf(nina.page), await accountOf(otto.page)];
  const origin = originOf(world.url);
  const { conversation } = await call(
    origin,
    'conversation.create',
    { type: 'group', name: 'Drummers', identifiers: [me.identifier], requestId: 'd'.repeat(24) },
    { token: other.token },
  );
  const { conversionId: conversationId } = conversation!;
  await call(
    origin,
    'conversation.setUserSetting',
    { conversationId, userSetting: { noDisturb: true } },
    { token: me.token },
  );
  await openSettings(nina, world.url, 'notifications', 'Notifications and sounds');
  await expect(nina.page.getByText('Drummers')).toBeVisible();
  await expectAccessibleAtBothSizes(nina);
  await nina.page.getByRole('button', { name: 'Unmute Drummers' }).click();
  await expect(nina.page.getByText('No muted chats')).toBeVisible();

  await call(
    origin,
    'message.sendGroupMessage',
    {
      id: 'n'.repeat(24),
      conversation: { conversationId, conversationType: 'group' },
      content: [{ type: 'text', message: '{"text":"Boom"}' }],
    },
    { token: other.token },
  );
  const icon = nina.page.locator('link[rel="icon"]');
  await expect(nina.page).toHaveTitle('(1) Notifications and sounds – Settings – Amber');
  await expect(icon).toHaveAttribute('href', /^data:image\/svg\+xml,.*%3E1%3C%2Ftext/);
  await nina.page.getByRole('switch', { name: 'Show unread count' }).click();
  await expect(nina.page).toHaveTitle('Notifications and sounds – Settings – Amber');
  await expect(icon).toHaveAttribute('href', '/chat/favicon.svg');
  await nina.page.reload();
  await expect(nina.page.getByRole('switch', { name: 'Show unread count' })).not.toBeChecked();
  await expect(nina.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chats/ })).toContainText(
    '1',
  );
  await expect(nina.page).toHaveTitle('Notifications and sounds – Settings – Amber');
});

test('R141 a message that nobody looks at is heard, unless its chat is muted or sounds are off', async ({
  person,
  world,
}) => {
  const nora = await person('Nora Near');
  const olli = await person('Olli Outloud');
  const [me, other] = [await accountOf(nora.page), await accountOf(olli.page)];
  const origin = originOf(world.url);
  const { page } = nora;
  await page.addInitScript(() => {
    const tones = globalThis as unknown as { tones: number };
    tones.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function count(when) {
      tones.tones += 1;
      return start.call(this, when);
    };
  });
  const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
  const { conversation } = await call(
    origin,
    'conversation.create',
    { type: 'group', name: 'Choir', identifiers: [me.identifier], requestId: 'c'.repeat(24) },
    { token: other.token },
  );
  const { conversionId: conversationId } = conversation!;
  let said = 0;
  const hear = async (unread: string) => {
    said += 1;
    await call(
      origin,
      'message.sendGroupMessage',
      {
        id: String(said).repeat(24),
        conversation: { conversationId, conversationType: 'group' },
        content: [{ type: 'text', message: `{"text":"la ${said}"}` }],
      },
      { token: other.token },
    );
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chats/ })).toContainText(
      unread,
    );
    await page.waitForTimeout(1_500); // several within a second are one sound
    return tones();
  };
  await openSettings(nora, world.url, 'notifications', 'Notifications and sounds');
  const sound = page.getByRole('switch', { name: 'Play a sound' });
  await sound.click();
  expect(await hear('1')).toBe(0);
  await sound.click();
  await hear('2');
  await expect.poll(tones).toBe(2); // two notes
  await call(
    origin,
    'conversation.setUserSetting',
    { conversationId, userSetting: { noDisturb: true } },
    { token: me.token },
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Unmute Choir' })).toBeVisible();
  await page.getByRole('heading', { name: 'Notifications and sounds' }).click();
  await call(
    origin,
    'message.sendGroupMessage',
    {
      id: '9'.repeat(24),
      conversation: { conversationId, conversationType: 'group' },
      content: [{ type: 'text', message: '{"text":"la la"}' }],
    },
    { token: other.token },
  );
  await page.waitForTimeout(1_500);
  expect(await tones()).toBe(0);
});

test('R152 storage says what is used and whether it is kept, and clears what can be fetched again', async ({
  sharedPerson,
  world,
}) => {
  const rex = await sharedPerson('Vera Voice');
  const { page } = rex;
  await openSettings(rex, world.url, 'storage', 'Storage');
  await expect(page.getByRole('meter', { name: 'Storage used' })).toBeVisible();
  await expect(page.getByText(/of .* available to this browser/)).toBeVisible();
  await expectAccessibleAtBothSizes(rex);
  await page.getByRole('button', { name: 'Clear old messages' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Clear old messages' }).click();
  // Everybody shares the rooms of 'Welcome': how much is in them depends on earlier tests.
  await expect(page.getByText(/Nothing to clear|messages? cleared/)).toBeVisible();
});

test('R20 a message is marked in its menu, listed, jumped to and let go, also where the server does not know its words', async ({
  person,
  world,
}) => {
  await person('Fay Far');
  const fred = await person('Fred Favourite');
  const { page } = fred;
  await openSettings(fred, world.url, 'favorites', 'Favourites');
  await expect(page.getByText('No favourites yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).click();
  await openChat(fred, 'Fay Far');
  await sendMessage(fred, 'The key is under the stone');
  await message(page, 'under the stone').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to favourites' }).click();
  await expect(page.getByText('Added to favourites')).toBeVisible();

  await openSettings(fred, world.url, 'favorites', 'Favourites');
  const favorite = page.getByRole('listitem').filter({ hasText: 'The key is under the stone' });
  await expect(favorite).toContainText('Fay Far');
  await expectAccessibleAtBothSizes(fred);
  await favorite.getByRole('link', { name: 'Show in chat' }).click();
  await expect(message(page, 'under the stone')).toBeInViewport();
  await openSettings(fred, world.url, 'favorites', 'Favourites');
  await favorite.getByRole('button', { name: /^Remove/ }).click();
  await expect(favorite).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No favourites yet')).toBeVisible();
});

test('R192 what runs here is named with its versions and fingerprints, and what it is made of with its licences @journey', async ({
  sharedPerson,
  world,
}) => {
  const abe = await sharedPerson('Vera Voice');
  const { page } = abe;
  await openSettings(abe, world.url, 'about', 'About');
  const parts = page.getByRole('definition').filter({ hasText: /^\d+\.\d+\.\d+\S{8,}$/ });
  await expect(parts).toHaveCount(6); // the host and five features
  await expect(page.getByText('Ask its operator for it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show licences' }).click();
  await expect(
    page
      .getByRole('region', { name: 'Licences' })
      .getByRole('listitem')
      .filter({ hasText: /^react \d/ }),
  ).toContainText('MIT');
  const [texts] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'All licence texts' }).click(),
  ]);
  await expect(texts.getByText('Permission is hereby granted, free of charge').first()).toBeVisible();
  await texts.close();
  await expectAccessibleAtBothSizes(abe);
});

test('R196 one takes all one’s data away in a file', async ({ person, world }) => {
  const ella = await person('Ella Export');
  const { page } = ella;
  await openSettings(ella, world.url, 'account', 'Account');
  await expectAccessibleAtBothSizes(ella);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
    profile: { name: string; phone: string }[];
    devices: unknown[];
    messages: { type: string }[];
  };
  expect(file.suggestedFilename()).toBe('amber-my-data.json');
  expect(data.profile).toMatchObject([{ name: 'Ella Export', phone: ella.phone }]);
  expect(data.devices).toHaveLength(1);
  expect(
    data.messages.map(({ type }) => type),
    'what she did on her first day',
  ).toEqual(['joinMember', 'joinMember']);
  await expect(page.getByText('Your data is in your downloads')).toBeVisible();
});
