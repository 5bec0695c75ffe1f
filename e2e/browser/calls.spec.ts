// Calls between two people, with the browser's fake microphone, which beeps, and cameras of one colour each.
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { limits } from '@amber/proto/limits';
import type { Page } from '@playwright/test';
import { callOptions, colourCamera, colourOf, heardEnergy, opened, watchConnections } from '../kit/watchCalls.ts';
import {
  approveNewDevice,
  expect,
  expectAccessible,
  message,
  openAppAs,
  openChat,
  openNewcomer,
  type Person,
  sendMessage,
  signIn,
  test as base,
  withoutServiceWorker,
} from '../kit/world.ts';

/** Two people who have written to each other. */
const test = base.extend<object, { people: { ada: Person; ben: Person } }>({
  people: [
    async ({ browser, world, complaints }, use) => {
      const shared = { world, complaints };
      const make = async (name: string, colour: string) => {
        const person = await openNewcomer(browser, shared, name, withoutServiceWorker);
        await person.context.addInitScript(colourCamera, colour);
        await person.context.addInitScript(watchConnections);
        return openAppAs(person, shared);
      };
      const [ada, ben] = await Promise.all([make('Ada Caller', 'red'), make('Ben Called', 'blue')]);
      await openChat(ada, ben.name);
      await sendMessage(ada, 'May I call you?');
      await openChat(ben, ada.name);
      await expect(message(ben.page, 'May I call you?')).toBeVisible();
      await use({ ada, ben });
      await Promise.all([ada.context.close(), ben.context.close()]);
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use({
  ...withoutServiceWorker,
  launchOptions: callOptions,
});

const bar = (page: Page) => page.getByRole('region', { name: 'Call', exact: true });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name }).click();
/** Waits until the page shows the other person's picture, in its colour. */
async function expectPicture({ page }: Person, { name }: Person, colour: 'red' | 'blue'): Promise<void> {
  const video = page.getByLabel(`Video of ${name}`);
  await expect(video).toBeVisible();
  const strongest = async () => {
    const [red = 0, , blue = 0] = await colourOf(video);
    return Math.abs(red - blue) < 100 ? 'none' : red > blue ? 'red' : 'blue';
  };
  await expect.poll(strongest).toBe(colour);
}

const callFrom = ({ page }: Person) => page.getByRole('button', { name: 'Call', exact: true }).click();

test('R142 a call rings, is accepted, sounds on both sides, stays while one moves through the app, and ends @journey', async ({
  people: { ada, ben },
}) => {
  await callFrom(ada);
  await expect(bar(ben.page)).toContainText('Incoming call');
  await expect(bar(ben.page)).toContainText(ada.name);
  await expect(bar(ada.page)).toContainText('Ringing…');
  expect(await opened(ben.page)).toEqual([0, 0, 0]);
  await expectAccessible(ben.page);
  await press(ben.page, 'Accept');
  for (const { page } of [ada, ben]) await expect(bar(page)).toContainText(/\d:\d\d/);
  for (const { page } of [ada, ben]) await expect.poll(() => heardEnergy(page)).toBeGreaterThan(0.001);
  await expectAccessible(ada.page);

  await ada.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(ada.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await press(ada.page, 'Mute');
  await expect(bar(ada.page).getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true');
  await bar(ada.page).getByRole('link').click();
  await press(ada.page, 'End call');
  await expect(bar(ada.page)).toHaveCount(0);
  await expect(bar(ben.page)).toContainText('Call ended');
  await expect(ada.page.getByRole('note').filter({ hasText: 'You called. The call lasted' })).toBeVisible();
  await expect(ben.page.getByRole('note').filter({ hasText: 'Ada Caller called. The call lasted' })).toBeVisible();
  for (const { page } of [ada, ben]) expect((await opened(page))[2]).toBe(0);
});

test('R142 a call is declined; a missed one can be called back', async ({ people: { ada, ben } }) => {
  await callFrom(ada);
  await press(ben.page, 'Decline');
  await expect(bar(ben.page)).toHaveCount(0);
  await expect(bar(ada.page)).toContainText('Call declined');
  await callFrom(ada);
  await expect(bar(ben.page)).toContainText('Incoming call');
  await press(ada.page, 'End call');
  await expect(bar(ben.page)).toContainText('Missed call');
  await expect(ben.page.getByRole('note').filter({ hasText: 'You declined a call from Ada Caller' })).toBeVisible();
  await ben.page
    .getByRole('note')
    .filter({ hasText: 'Missed call from Ada Caller' })
    .getByRole('button', { name: 'Call back' })
    .click();
  await expect(bar(ada.page)).toContainText('Incoming call');
  await press(ada.page, 'Accept');
  for (const { page } of [ada, ben]) await expect(bar(page)).toContainText(/\d:\d\d/);
  await press(ben.page, 'End call');
  await expect(bar(ada.page)).toContainText('Call ended');
});

test('R142 R245 a missed video call is called back as one, from the chat and from the page of calls', async ({
  people: { ada, ben },
}) => {
  await ada.page.getByRole('button', { name: 'Video call' }).click();
  await expect(bar(ben.page)).toContainText('Incoming video call');
  await press(ada.page, 'End call');
  const line = ben.page.getByRole('note').filter({ hasText: 'Missed video call from Ada Caller' });
  await line.getByRole('button', { name: 'Call back' }).click();
  await expect(bar(ada.page)).toContainText('Incoming video call');
  await press(ada.page, 'Decline');
  await expect(bar(ben.page)).toContainText('Call declined');
  const main = ben.page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Calls', exact: true }).click();
  await ben.page.getByRole('button', { name: 'Call Ada Caller back with video' }).first().click();
  await expect(bar(ada.page)).toContainText('Incoming video call');
  await press(ada.page, 'Decline');
  await expect(bar(ben.page)).toContainText('Call declined');
  await main.getByRole('link', { name: /^Chats/ }).click();
  await ben.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Ada Caller' }).click();
});

test('R142 a video call shows both, also small, and cameras go off and on while it lasts', async ({
  people: { ada, ben },
}) => {
  const before = await opened(ben.page);
  await ada.page.getByRole('button', { name: 'Video call' }).click();
  await expect(bar(ben.page)).toContainText('Incoming video call');
  expect(await opened(ben.page)).toEqual(before);
  await expect(ada.page.getByLabel('Your video')).toBeVisible();
  await expectAccessible(ben.page);
  await press(ben.page, 'Accept with video');
  await expectPicture(ada, ben, 'blue');
  await expectPicture(ben, ada, 'red');
  await expectAccessible(ada.page);

  // The call is small while one moves through the app.
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(ada.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expectPicture(ada, ben, 'blue');
  await expectAccessible(ada.page);
  await ada.page.getByRole('button', { name: 'Show the call large' }).click();
  await ada.page.goBack();
  await expect(ada.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(bar(ada.page)).toContainText(/0:\d\d/);

  await press(ben.page, 'Turn camera off');
  await expect(ada.page.getByLabel(`Video of ${ben.name}`)).toHaveCount(0);
  await expectPicture(ben, ada, 'red');
  await press(ada.page, 'Turn camera off');
  await expect(ben.page.getByLabel(`Video of ${ada.name}`)).toHaveCount(0);
  // Both offer at the same time.
  await Promise.all([ada, ben].map(({ page }) => press(page, 'Turn camera on')));
  await expectPicture(ada, ben, 'blue');
  await expectPicture(ben, ada, 'red');
  await press(ada.page, 'End call');
  await expect(bar(ben.page)).toContainText('Call ended');
  for (const { page } of [ada, ben]) await expect(page.locator('video')).toHaveCount(0);
  await ada.page.goBack();
});

test('R142 R245 a missed call is unread in the list of chats, is on the page of all calls, and can be called back there', async ({
  people: { ada, ben },
}) => {
  const main = ben.page.getByRole('navigation', { name: 'Main' });
  const row = ben.page.getByRole('link', { name: /^Ada Caller/ });
  const chats = ben.page.getByRole('navigation', { name: 'Conversations' });
  await expect(chats.getByRole('link', { name: 'Ada Caller', exact: true })).toBeVisible();
  await main.getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(ben.page.getByRole('heading', { name: 'Calls' })).toBeVisible();
  await callFrom(ada);
  await expect(bar(ben.page)).toContainText('Incoming call');
  await press(ada.page, 'End call');
  await expect(row.first()).toContainText('Missed');
  await ben.page.getByRole('radio', { name: 'Missed' }).check();
  await expectAccessible(ben.page);
  await main.getByRole('link', { name: /^Chats/ }).click();
  await expect(chats.getByRole('link', { name: 'Ada Caller, 1 unread' })).toContainText('Missed call');
  await chats.getByRole('link', { name: 'Ada Caller' }).click();
  await expect(chats.getByRole('link', { name: 'Ada Caller', exact: true })).toContainText('Missed call');
  await main.getByRole('link', { name: 'Calls', exact: true }).click();
  await ben.page.getByRole('button', { name: 'Call Ada Caller back' }).first().click();
  await press(ada.page, 'Decline');
  await expect(bar(ben.page)).toContainText('Call declined');
  await expect(row.first()).toContainText('Outgoing, declined');
  await main.getByRole('link', { name: /^Chats/ }).click();
  await chats.getByRole('link', { name: 'Ada Caller' }).click();
});

test('R142 a page that is loaded again stays in its call', async ({ people: { ada, ben } }) => {
  await callFrom(ada);
  await press(ben.page, 'Accept');
  for (const { page } of [ada, ben]) await expect(bar(page)).toContainText(/\d:\d\d/);
  const connections = async ({ page }: Person) => (await opened(page))[1];
  const before = (await connections(ben))!;
  await ada.page.reload();
  // Both have a new connection, and the length goes on.
  await expect.poll(() => connections(ben)).toBe(before + 1);
  for (const { page } of [ada, ben]) {
    await expect(bar(page)).toContainText(/\d:\d\d/);
    await expect.poll(() => heardEnergy(page)).toBeGreaterThan(0.001);
  }
  await press(ada.page, 'End call');
  await expect(bar(ben.page)).toContainText('Call ended');
});

test('R142 two people who call each other at the same time are in one call', async ({ people: { ada, ben } }) => {
  await Promise.all([callFrom(ada), callFrom(ben)]);
  for (const { page } of [ada, ben]) {
    await expect(bar(page)).toContainText(/\d:\d\d/);
    await expect.poll(() => heardEnergy(page)).toBeGreaterThan(0.001);
  }
  await press(ben.page, 'End call');
  await expect(bar(ada.page)).toContainText('Call ended');
});

test('R42 R142 three devices ring and one answers; the others say so, and have opened nothing @soak', async ({
  people: { ada, ben },
  newcomer,
  world,
}) => {
  const addDevice = async (): Promise<Person> => {
    await world.gateway.resetCodeQuota();
    const device = { ...(await newcomer(ben.name, withoutServiceWorker)), phone: ben.phone };
    await device.context.addInitScript(watchConnections);
    await device.page.goto(world.url);
    await signIn(device, world.gateway);
    await expect(device.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await approveNewDevice(ben);
    return device;
  };
  const [tablet, laptop] = [await addDevice(), await addDevice()];
  const before = await opened(ben.page);
  await callFrom(ada);
  await Promise.all([ben, tablet, laptop].map(({ page }) => expect(bar(page)).toContainText('Incoming call')));
  await press(tablet.page, 'Accept');
  const silent = [ben, laptop];
  await Promise.all(silent.map(({ page }) => expect(bar(page)).toContainText('Answered on another device')));
  for (const { page } of [ada, tablet]) await expect(bar(page)).toContainText(/\d:\d\d/);
  expect(await Promise.all(silent.map(({ page }) => opened(page)))).toEqual([before, [0, 0, 0]]);
  await press(tablet.page, 'End call');
  await expect(bar(ada.page)).toContainText('Call ended');
});

test('R142 a gateway that is killed ends no call; a tab that is killed does, and the next call works @soak', async ({
  people: { ada, ben },
  world,
}) => {
  await callFrom(ada);
  await press(ben.page, 'Accept');
  for (const { page } of [ada, ben]) await expect(bar(page)).toContainText(/\d:\d\d/);
  await world.gateway.kill();
  await world.gateway.start();
  const heard = await heardEnergy(ada.page);
  await expect.poll(() => heardEnergy(ada.page)).toBeGreaterThan(heard);

  // Its microphone and its lease go with it.
  const tools = await ben.context.newCDPSession(ben.page);
  const crashed = ben.page.waitForEvent('crash');
  void tools.send('Page.crash').catch(() => {});
  await crashed;
  await expect(bar(ada.page)).toContainText('The connection was lost', { timeout: limits.callLease * 4 });
  ben.page = await ben.context.newPage();
  await ben.page.goto(world.url);
  await openChat(ben, ada.name);
  await callFrom(ada);
  await press(ben.page, 'Accept');
  for (const { page } of [ada, ben]) await expect(bar(page)).toContainText(/\d:\d\d/);
  await press(ben.page, 'End call');
});

test('R142 microphone and camera are chosen before and during a call, and remembered @soak', async ({
  people: { ada, ben },
}) => {
  const { page } = ada;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Privacy', exact: true }).click();
  const before = await opened(page);
  await page.getByRole('button', { name: 'Microphone, camera and speaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Microphone, camera and speaker' });
  const microphone = dialog.getByRole('combobox', { name: 'Microphone' });
  await expect(microphone).toBeVisible();
  expect(await opened(page)).toEqual(before);
  await dialog.getByRole('button', { name: 'Test the microphone' }).click();
  const level = async () => Number(await dialog.getByRole('meter').getAttribute('aria-valuenow'));
  await expect.poll(level).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Show the camera' }).click();
  await expect(dialog.getByLabel('Your camera')).toBeVisible();
  await expectAccessible(page);
  await microphone.selectOption({ label: 'Fake Audio Input 2' });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(`^${ben.name}`) })
    .click();
  await callFrom(ada);
  await press(ben.page, 'Accept');
  await expect(bar(page)).toContainText(/\d:\d\d/);
  await press(page, 'Microphone and camera');
  await expect(microphone.locator('option:checked')).toHaveText('Fake Audio Input 2');
  await microphone.selectOption({ label: 'Fake Audio Input 1' });
  await expect.poll(level).toBeGreaterThan(0);
  const heard = await heardEnergy(ben.page);
  await expect.poll(() => heardEnergy(ben.page)).toBeGreaterThan(heard);
  await page.keyboard.press('Escape');
  await press(page, 'End call');
  await expect(bar(ben.page)).toContainText('Call ended');
});

// The last one: nobody is signed in afterwards.
test('R142 R16 signing out ends the call and closes the microphone', async ({ people: { ada, ben } }) => {
  await callFrom(ada);
  await press(ben.page, 'Accept');
  await expect(bar(ben.page)).toContainText(/\d:\d\d/);
  await ben.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  await ben.page.getByRole('link', { name: 'Account', exact: true }).click();
  await ben.page.getByRole('button', { name: 'Sign out' }).click();
  await ben.page.getByRole('button', { name: 'Keep messages on this device' }).click();
  await expect(ben.page).toHaveURL(/\/chat\/login/);
  await expect.poll(async () => (await opened(ben.page))[2]).toBe(0);
});
