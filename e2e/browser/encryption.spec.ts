// Two people write to each other so that nobody else can read it, and see where that fails.
import type { Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { type Client, connectClient } from '../../tools/client.ts';
import type { GatewayProcess } from '../kit/gatewayProcess.ts';
import {
  approveNewDevice,
  expect,
  expectAccessible,
  message,
  openChat,
  type Person,
  sendMessage,
  sendMessages,
  signIn,
  test,
  messageInput,
  withoutServiceWorker,
} from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

test.use(withoutServiceWorker);

type MakePerson = (name: string) => Promise<Person>;

async function openChatBetween(person: MakePerson, first: string, second: string) {
  const [alice, bob] = [await person(first), await person(second)];
  await openChat(alice, second);
  await sendMessage(alice, 'the first word');
  await bob.page.getByRole('link', { name: new RegExp(`^${first}`) }).click();
  await expect(message(bob.page, 'the first word')).toBeVisible();
  return { alice, bob };
}

const encryptionButton = (page: Page, name: 'Encrypted' | 'Not encrypted') =>
  page.getByRole('button', { name, exact: true });

/** Agrees in the host's own dialog, which opens above the feature's. */
const agree = (page: Page, question: string | RegExp, action: string) =>
  page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();

const securityDialog = (page: Page) => page.getByRole('dialog', { name: 'Security' });

async function openSecurity(page: Page) {
  await encryptionButton(page, 'Encrypted').click();
  await expect(securityDialog(page).getByRole('heading', { name: 'Security' })).toBeVisible();
  return securityDialog(page);
}

/** Opens a line of the dialog that holds more. */
const open = (page: Page, name: string | RegExp) =>
  securityDialog(page).locator('summary').filter({ hasText: name }).click();

const safetyNumberOf = async (page: Page): Promise<string[]> => {
  const groups = securityDialog(page).getByRole('list', { name: 'Safety number' }).getByRole('listitem');
  await expect(groups).toHaveCount(12);
  return groups.allInnerTexts();
};

/** Another browser of an existing account. */
async function signInOnNewDevice(
  newcomer: MakePerson,
  gateway: GatewayProcess,
  url: string,
  of: Person,
): Promise<Person> {
  await gateway.resetCodeQuota();
  const device = { ...(await newcomer(of.name)), phone: of.phone };
  await device.page.goto(url);
  await signIn(device, gateway);
  await expect(device.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await approveNewDevice(of);
  return device;
}

test('R73 R75 T18 what two people write is encrypted: the gateway stores none of it, and both see the same safety number @journey', async ({
  person,
  world,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Amy Sealed', 'Ben Sealed');
  await expect(encryptionButton(alice.page, 'Encrypted')).toBeVisible();
  await expect(encryptionButton(bob.page, 'Encrypted')).toBeVisible();
  await sendMessage(bob, 'the-secret-of-the-cellar');
  await expect(message(alice.page, 'the-secret-of-the-cellar')).toBeVisible();
  await expect(alice.page.getByText('Not encrypted')).toHaveCount(0);
  expect(world.gateway.hasStored('the-secret-of-the-cellar')).toBe(false);

  await openSecurity(alice.page);
  await openSecurity(bob.page);
  const number = await safetyNumberOf(alice.page);
  for (const group of number) expect(group).toMatch(/^\d{5}$/);
  expect(await safetyNumberOf(bob.page)).toEqual(number);
  await expectAccessible(alice.page);

  await open(alice.page, 'Compare without a camera');
  const theirs = securityDialog(alice.page).getByRole('textbox', { name: 'Paste their number' });
  await theirs.click();
  await alice.page.keyboard.insertText(number.toReversed().join(' '));
  await expect(securityDialog(alice.page).getByText('The numbers do not match')).toBeVisible();
  await alice.page.keyboard.press('ControlOrMeta+A');
  await alice.page.keyboard.insertText(number.join(' '));
  await expect(securityDialog(alice.page).getByText('The numbers match.')).toBeVisible();
  const verify = securityDialog(alice.page).getByRole('button', { name: 'Mark as verified' });
  const question = alice.page.getByRole('dialog', { name: /^Mark .* as verified\?$/ });
  await verify.focus();
  await alice.page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await alice.page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(securityDialog(alice.page)).toBeVisible();
  await expect(verify).toBeFocused();
  await alice.page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Tab');
  await alice.page.keyboard.press('Tab');
  const agreeing = question.getByRole('button', { name: 'Mark as verified' });
  await expect(agreeing).toBeFocused();
  await expect(agreeing).toBeEnabled();
  await alice.page.keyboard.press('Enter');
  await expect(securityDialog(alice.page).getByText('You have verified Ben Sealed')).toBeVisible();
  await open(alice.page, /^Devices/);
  await expect(
    securityDialog(alice.page).getByRole('region', { name: 'Devices of Ben Sealed' }).getByText('Verified'),
  ).toBeVisible();

  // Off and on applies to both. The gateway can read what is written in between, which shows that the search works.
  const endEncryption = async () => {
    await open(alice.page, 'Encryption settings');
    await securityDialog(alice.page).getByRole('switch', { name: 'Encrypt this chat' }).click();
  };
  await endEncryption();
  const endQuestion = alice.page.getByRole('dialog', { name: /^Turn off encryption in the chat with .*Ben Sealed/ });
  await expect(endQuestion).toBeVisible();
  await alice.page.goBack();
  // Back closes the question alone.
  await expect(endQuestion).toHaveCount(0);
  await securityDialog(alice.page).getByRole('switch', { name: 'Encrypt this chat' }).click();
  await agree(alice.page, /^Turn off encryption in the chat with .*Ben Sealed.*\?$/, 'Turn off encryption');
  await expect(securityDialog(alice.page).getByText('Messages here are not end-to-end encrypted')).toBeVisible();
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Escape');
  await expect(encryptionButton(alice.page, 'Not encrypted')).toBeVisible();
  await bob.page.keyboard.press('Escape');
  await expect(encryptionButton(bob.page, 'Not encrypted')).toBeVisible();
  await expect(bob.page.getByRole('log').getByText('Amy Sealed turned encryption off')).toBeVisible();
  await expect(bob.page.getByRole('button', { name: 'Review' })).toBeVisible(); // above the composer, with the words
  await sendMessage(bob, 'an-open-word-in-the-street');
  await expect(message(alice.page, 'an-open-word-in-the-street')).toBeVisible();
  expect(world.gateway.hasStored('an-open-word-in-the-street')).toBe(true);
});

test('R76 R77 a new device of somebody who was verified waits for consent, and then gets what was written', async ({
  person,
  newcomer,
  world,
}) => {
  const { alice, bob } = await openChatBetween(person, 'Cyn Verify', 'Dov Verify');
  await sendMessage(bob, 'hello back');
  await expect(message(alice.page, 'hello back')).toBeVisible();
  await openSecurity(alice.page);
  await securityDialog(alice.page).getByRole('button', { name: 'Mark as verified' }).click();
  await agree(alice.page, /^Mark .* as verified\?$/, 'Mark as verified');
  await expect(securityDialog(alice.page).getByText('You have verified Dov Verify')).toBeVisible();
  await alice.page.keyboard.press('Escape');

  const tablet = await signInOnNewDevice(newcomer, world.gateway, world.url, bob);
  await expect(tablet.page.getByRole('link', { name: /^Cyn Verify/ })).toBeVisible();
  await sendMessage(alice, 'for your eyes only');
  await expect(
    alice.page.getByRole('log').getByText(/Dov Verify added a new device\. Your messages wait/),
  ).toBeVisible();
  const failed = alice.page.getByRole('log').getByText(/^Not sent\./);
  await expect(failed).toBeVisible();
  await expect(message(bob.page, 'for your eyes only')).toHaveCount(0);
  await expectAccessible(alice.page);

  await alice.page.getByRole('alert').getByRole('button', { name: 'Review' }).click();
  await expect(securityDialog(alice.page).getByText('Dov Verify’s keys have changed')).toBeVisible();
  await expectAccessible(alice.page);
  await securityDialog(alice.page).getByRole('button', { name: 'Accept the new keys' }).click();
  await agree(alice.page, /^Accept the new keys of .*\?$/, 'Accept the new keys');
  await expect(securityDialog(alice.page).getByText('Messages here are end-to-end encrypted')).toBeVisible();
  await alice.page.keyboard.press('Escape');
  await expect(failed).toHaveCount(0);
  await expect(message(bob.page, 'for your eyes only')).toBeVisible();
  await tablet.page.getByRole('link', { name: /^Cyn Verify/ }).click();
  await expect(message(tablet.page, 'for your eyes only')).toBeVisible();
  // Said once, whatever was written before.
  await expect(
    tablet.page.getByRole('log').getByText('Older messages were sent before this device was added.'),
  ).toBeVisible();
  await expect(tablet.page.getByRole('log').getByText('This message was sent before')).toHaveCount(0);
  await expectAccessible(tablet.page);
});

/** A person whose only device is not a browser, and so has no keys. */
async function connectKeylessPerson(
  world: { gateway: { port: number; codeFor(phone: string): Promise<string> } },
  phone: string,
  name: string,
): Promise<Client> {
  const codes = new Map<string, string>();
  void world.gateway.codeFor(phone).then((code) => codes.set(phone, code));
  const client = await connectClient(`http://127.0.0.1:${world.gateway.port}`, codes, phone);
  const { list } = await client.call('user.preparedAvatar', {});
  await client.call('user.updateUserInfo', { lastName: name, avatar: list[0]! });
  return client;
}

test('R75 R76 T18 a device without keys: sent and marked, or asked about, or not sent, as the chat is set', async ({
  person,
  world,
}) => {
  const alice = await person('Eli Plain');
  const { page } = alice;
  const flo = await connectKeylessPerson(world, alice.phone.replace(/^\+4917/, '+4919'), 'Flo Plain');
  await openChat(alice, 'Flo Plain');
  await expect(encryptionButton(page, 'Encrypted')).toBeVisible();
  const markOf = (text: string) =>
    message(page, text).getByText(/^Not encrypted for 1 (of \d+ )?devices? \(Flo Plain\)$/);

  await sendMessage(alice, 'always-to-the-old-device');
  await expect(markOf('always-to-the-old-device')).toBeVisible();
  await expect(page.getByRole('log').getByText('Some messages could not be encrypted for every device')).toBeVisible();
  expect(world.gateway.hasStored('always-to-the-old-device')).toBe(true);
  await expectAccessible(page);

  const dialog = await openSecurity(page);
  await expectAccessible(page);
  await open(page, 'Encryption settings');
  await dialog.getByRole('radio', { name: 'Ask me' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await sendMessage(alice, 'shall-i-send-it');
  const asks = page.getByText(/^Not sent\. This could not be encrypted for every device \(Flo Plain: a device /);
  await expect(asks).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page);
  expect(world.gateway.hasStored('shall-i-send-it')).toBe(false);
  await page.getByRole('button', { name: 'Send unencrypted' }).click();
  await agree(page, /^Send this message to .*Flo Plain.* unencrypted\?$/, 'Send unencrypted');
  await expect(markOf('shall-i-send-it')).toBeVisible();
  await expect(asks).toBeHidden();
  expect(world.gateway.hasStored('shall-i-send-it')).toBe(true);

  await openSecurity(page);
  await open(page, 'Encryption settings');
  await dialog.getByRole('radio', { name: 'Never' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await sendMessage(alice, 'rather-not');
  await expect(
    page.getByText(/^Not sent\. This could not be encrypted for every device, so it was not sent/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send unencrypted' })).toHaveCount(0);
  expect(world.gateway.hasStored('rather-not')).toBe(false);

  // In the other direction: what such a device sends is not encrypted, and its reader is told so.
  const conversationId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!);
  await flo.call('message.sendPrivateMessage', {
    id: 'plainfromolddevice'.padEnd(24, '0'),
    conversation: { conversationId, conversationType: 'private' },
    content: [{ type: 'text', message: JSON.stringify({ text: 'from an old device' }) }],
  });
  await expect(message(page, 'from an old device').getByText('Not encrypted', { exact: true })).toBeVisible();
});

test.describe('with the offline cache', () => {
  test.use({ serviceWorkers: 'allow' });

  test('R175 an old encrypted message is found without a network after a reload, here and everywhere @soak', async ({
    person,
    world,
  }) => {
    test.setTimeout(scaledTimeout(600_000));
    const { alice } = await openChatBetween(person, 'Gia Search', 'Hux Search');
    await sendMessage(alice, 'The marmalade is on the Über-Regal');
    await sendMessages(
      alice,
      Array.from({ length: 60 }, (_, index) => `row ${index}`),
    );
    await expect(message(alice.page, 'row 59').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
    await waitForOfflineCache(alice.page);
    world.proxy.set({ offline: true });
    await alice.page.reload();
    await expect(message(alice.page, 'row 59')).toBeVisible();

    await alice.page.keyboard.press('Control+f');
    const find = alice.page.getByRole('searchbox', { name: 'Search in this chat' });
    await expect(find).toBeFocused();
    await find.fill('marmalade uber');
    const bar = alice.page.getByRole('search', { name: 'Search in this chat' });
    await expect(bar.getByRole('status')).toHaveText('1 message');
    await expect(bar.locator('mark').first()).toHaveText('marmalade');
    await expectAccessible(alice.page);
    await alice.page.keyboard.press('Enter');
    const target = message(alice.page, 'The marmalade is on the Über-Regal');
    await expect(target).toBeInViewport();
    await expect(bar.getByRole('status')).toHaveText('1 of 1');
    await find.fill('nobody said this');
    await expect(bar.getByText('No messages found on this device')).toBeVisible();
    await alice.page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await expect(messageInput(alice.page)).toBeFocused();

    await alice.page.keyboard.press('Escape');
    await expect(message(alice.page, 'row 59')).toBeInViewport();
    await alice.page.keyboard.press('Control+Shift+F');
    const everywhere = alice.page.getByRole('searchbox', { name: 'Find people' });
    await expect(everywhere).toBeFocused();
    await everywhere.fill('marmalade');
    const found = alice.page.getByRole('region', { name: 'Messages' });
    await expect(found.getByRole('link', { name: /Hux Search.*marmalade/ })).toBeVisible();
    await expectAccessible(alice.page);
    await found.getByRole('link', { name: /Hux Search.*marmalade/ }).click();
    await expect(target).toBeInViewport();
  });
});
