// Two people become contacts, give each other remarks, and remove each other.
import { call } from '@amber/gateway/testing/client';
import encodeQR from 'qr';
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

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const mainNavigation = ({ page }: Person) => page.getByRole('navigation', { name: 'Main' });
const contactsNavigation = ({ page }: Person) => page.getByRole('navigation', { name: 'Contacts', exact: true });
const openContacts = (person: Person) => mainNavigation(person).getByRole('link', { name: 'Contacts' }).click();

/** Sends a request to somebody, found by name, from the contacts page. */
async function sendContactRequest(from: Person, name: string, words = ''): Promise<void> {
  const { page } = from;
  await page.getByRole('link', { name: 'New contacts' }).click();
  await page.getByRole('searchbox', { name: 'Find people' }).fill(name);
  await page.getByRole('button', { name: `Add ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Send a contact request to ${name}` });
  await dialog.getByRole('textbox', { name: 'Message' }).fill(words);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Request sent')).toBeVisible();
}

test("R101 R102 R104 asking, agreeing, a name of one's own, and deleting: live on both sides @journey", async ({
  person,
}) => {
  const [anna, ben] = [await person('Anna Asker'), await person('Ben Asked')];
  await openContacts(anna);
  await expect(anna.page.getByText('No contacts yet')).toBeVisible();
  await expectAccessible(anna.page);
  await sendContactRequest(anna, ben.name, 'We met in Bern');
  const sent = anna.page.getByRole('region', { name: 'Sent' });
  await expect(sent.getByText('Pending')).toBeVisible();
  await expectAccessible(anna.page);

  // The badge counts pending requests, and disappears while the page is open.
  await expect(mainNavigation(ben).getByRole('link', { name: 'Contacts' })).toHaveAccessibleDescription('1 request');
  await openContacts(ben);
  await expect(ben.page.getByRole('link', { name: 'New contacts' })).toHaveAccessibleDescription('1 pending request');
  await ben.page.getByRole('link', { name: 'New contacts' }).click();
  const received = ben.page.getByRole('region', { name: 'Received' });
  await expect(received.getByText('We met in Bern')).toBeVisible();
  await expect(mainNavigation(ben).getByRole('link', { name: 'Contacts' })).toHaveAccessibleDescription('');
  await expectAccessible(ben.page);
  await received.getByRole('button', { name: 'Accept Anna Asker' }).click();
  await expect(received.getByText('Accepted')).toBeVisible();
  await expect(sent.getByText('Accepted')).toBeVisible();
  await expect(contactsNavigation(anna).getByRole('link', { name: 'Ben Asked' })).toBeVisible();

  await contactsNavigation(anna).getByRole('link', { name: 'Ben Asked' }).click();
  const pane = anna.page.getByRole('region', { name: 'Ben Asked' });
  await pane.getByRole('textbox', { name: 'Nickname' }).fill('Benny');
  await pane.getByRole('button', { name: 'Save' }).click();
  await expect(anna.page.getByRole('heading', { name: 'Benny' })).toBeVisible();
  await expect(contactsNavigation(anna).getByRole('link', { name: 'Benny' })).toBeVisible();
  await expectAccessible(anna.page);
  await anna.page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(anna.page.getByRole('heading', { name: 'Benny' })).toBeVisible();
  await sendMessage(anna, 'Hello Ben');
  await expect(
    anna.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^Benny/ }),
  ).toBeVisible();

  // A person with a remark is found by it, though the gateway does not know it.
  await anna.page.getByRole('searchbox', { name: 'Find people' }).fill('benn');
  await expect(anna.page.getByRole('region', { name: 'People' }).getByRole('button', { name: 'Benny' })).toBeVisible();

  await mainNavigation(ben).getByRole('link', { name: 'Chats' }).click();
  // The requests, which name her too, are still on screen for a moment.
  const chats = ben.page.getByRole('navigation', { name: 'Conversations' });
  await chats.getByRole('link', { name: /^Anna Asker/ }).click();
  await expect(message(ben.page, 'Hello Ben')).toHaveCount(1);
  await openContacts(anna);
  await contactsNavigation(anna).getByRole('link', { name: 'Benny' }).click();
  await anna.page.getByRole('button', { name: 'Delete contact' }).click();
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Delete contact' }).click();
  await expect(anna.page.getByText('Not in your contacts')).toBeVisible();
  await expect(contactsNavigation(anna).getByRole('link')).toHaveCount(0);
  await expect(ben.page.getByText('Deleted The Contact')).toBeVisible();
  await openContacts(ben);
  await expect(ben.page.getByText('No contacts yet')).toBeVisible();
});

test('R106 who is blocked is told so in the chat; who keeps private messages closed is said to, and the message can be sent again', async ({
  person,
  world,
}) => {
  const [carla, dan] = [await person('Carla Closed'), await person('Dan Writer')];
  await openChat(dan, carla.name);
  await sendMessage(dan, 'first');
  await carla.page.getByRole('link', { name: /^Dan Writer/ }).click();
  await expect(message(carla.page, 'first')).toHaveCount(1);

  const [{ token }, { identifier }] = [await accountOf(carla.page), await accountOf(dan.page)];
  await carla.page.goto(`${world.url}contacts?person=${identifier}`);
  await carla.page.getByRole('button', { name: 'Block' }).click();
  await carla.page.getByRole('dialog', { name: 'Block Dan Writer?' }).getByRole('button', { name: 'Block' }).click();
  await expect(carla.page.getByText('You have blocked this person')).toBeVisible();
  await expect(
    carla.page.getByRole('region', { name: 'Blocked', exact: true }).getByRole('link', { name: 'Dan Writer' }),
  ).toBeVisible();
  await expectAccessible(carla.page);
  await sendMessage(dan, 'second');
  await expect(dan.page.getByText('You were blocked', { exact: true })).toBeVisible();
  const retry = dan.page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await dan.page.getByRole('button', { name: 'Delete' }).click();
  await expect(retry).toHaveCount(0);
  await carla.page.getByRole('button', { name: 'Unblock' }).click();
  await expect(carla.page.getByText('Not in your contacts')).toBeVisible();

  await carla.page.goto(`${world.url}settings/privacy`);
  const limit = carla.page.getByRole('radiogroup', { name: 'Who can message me' });
  await limit.getByRole('radio', { name: 'My contacts' }).check();
  await expect
    .poll(async () => (await call(world.url.replace('/chat/', ''), 'contact.contactLimit', {}, { token })).message)
    .toBe('contacts');
  await expectAccessible(carla.page);
  await sendMessage(dan, 'third');
  await expect(dan.page.getByText('The other party has closed private messages', { exact: true })).toBeVisible();
  await expect(retry).toBeVisible();
  await limit.getByRole('radio', { name: 'Everyone' }).check();
  await expect
    .poll(async () => (await call(world.url.replace('/chat/', ''), 'contact.contactLimit', {}, { token })).message)
    .toBe('everybody');
  await retry.click();
  await expect(retry).toHaveCount(0);
  await carla.page.goto(world.url);
  await carla.page.getByRole('link', { name: /^Dan Writer/ }).click();
  await expect(message(carla.page, 'third')).toHaveCount(1);
  await expect(message(carla.page, 'second')).toHaveCount(0);
});

test('R99 R101 what happened while one was away is there when one is back', async ({ person, world }) => {
  const [eve, fay] = [await person('Eve Away'), await person('Fay Busy')];
  await openContacts(fay);
  await eve.page.goto('about:blank');
  await sendContactRequest(fay, eve.name, 'Are you there?');
  await eve.page.goto(`${world.url}contacts/new`);
  await expect(eve.page.getByRole('region', { name: 'Received' }).getByText('Are you there?')).toBeVisible();
  await eve.page.getByRole('button', { name: 'Decline Fay Busy' }).click();
  await expect(fay.page.getByRole('region', { name: 'Sent' }).getByText('Declined')).toBeVisible();

  // Offline, known contacts stay visible, and what is missing is reported.
  world.proxy.set({ offline: true });
  await fay.page.getByRole('searchbox', { name: 'Find people' }).fill('Eve A');
  const failed = fay.page.getByRole('region', { name: 'Add contact' }).getByRole('alert');
  await expect(failed).toContainText('please check your network connection');
  await expect(fay.page.getByRole('region', { name: 'Sent' }).getByText('Declined')).toBeVisible();
  world.proxy.set({ offline: false });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(fay.page.getByRole('button', { name: 'Add Eve Away' })).toBeVisible();
});

test('R22 R100 R108 the pages on a phone, by keyboard, and with a profile link instead of a name', async ({
  person,
  world,
}) => {
  const [gus, hal] = [await person('Gus Phone', { viewport: phone, hasTouch: true }), await person('Hal Found')];
  const { page } = gus;
  const { identifier, token } = await accountOf(hal.page);
  await mainNavigation(gus).getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'New contacts' }).click();
  await page.getByRole('searchbox', { name: 'Find people' }).fill(`${world.url}${identifier}`);
  await page.getByRole('link', { name: 'Hal Found' }).click();
  await expect(page.getByRole('heading', { name: 'Hal Found' })).toBeVisible();
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('button', { name: 'Requested' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to contacts' }).click();
  await expect(page.getByRole('searchbox', { name: 'Find contacts' })).toBeVisible();

  // The code shown by My QR, decoded from a picture.
  const { code } = await call(world.url.replace('/chat/', ''), 'qrcode.create', {}, { token });
  await page.getByRole('link', { name: 'New contacts' }).click();
  const picture = Buffer.from(encodeQR(`${world.url}${code}`, 'gif', { scale: 6 }));
  await page.locator('input[type=file]').setInputFiles({ name: 'code.gif', mimeType: 'image/gif', buffer: picture });
  await expect(page.getByRole('list', { name: 'People' }).getByText('Hal Found')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'none.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This picture could not be read')).toBeVisible();
  await page.getByRole('link', { name: 'Back to contacts' }).click();

  // A request in the opposite direction accepts the first.
  await openContacts(hal);
  await hal.page.getByRole('link', { name: 'New contacts' }).click();
  await hal.page.getByRole('searchbox', { name: 'Find people' }).fill(gus.name);
  await hal.page.getByRole('button', { name: `Add ${gus.name}` }).click();
  await hal.page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(hal.page.getByText('Gus Phone is now your contact')).toBeVisible();
  await expect(contactsNavigation(gus).getByRole('link', { name: 'Hal Found' })).toBeVisible();
  await hal.page.setViewportSize(desk);
  await contactsNavigation(hal).getByRole('link', { name: 'Gus Phone' }).focus();
  await hal.page.keyboard.press('Home');
  await hal.page.keyboard.press('Enter');
  await expect(hal.page.getByRole('heading', { name: 'Gus Phone' })).toBeVisible();
});
