// Signing in: what is requested, what is refused, and where one arrives.
import { databaseNames } from '../kit/databaseNames.ts';
import type { Page } from '@playwright/test';
import { testWallet } from '@amber/gateway/testing/wallet';
import { accountOf } from '../kit/accountOf.ts';
import { injectWallet } from '../kit/injectWallet.ts';
import { expect, expectAccessible, withoutServiceWorker, completeProfile, signIn, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const phoneBox = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
const codeBox = (page: Page) => page.getByRole('textbox', { name: 'Verification code' });

test('R2 R161 signing in with the keyboard alone: a number that cannot be one costs no request, a wrong code is replaced by typing, and six digits are enough @journey', async ({
  newcomer,
  world,
}) => {
  const { page, phone, name } = await newcomer('Keys Only');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/getSms')) requests += 1;
  });
  await page.goto(world.url);
  await expect(phoneBox(page)).toBeFocused();
  await expect(codeBox(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(phoneBox(page)).toHaveAccessibleDescription(/Please enter Phone number/);
  const checked = page.waitForResponse((response) => response.url().includes('/assets/phoneNumbers.'));
  await page.keyboard.type('+49 151');
  await checked;
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(phoneBox(page)).toHaveAccessibleDescription('This phone number is too short', { timeout: 500 });
  }).toPass();
  await expect(phoneBox(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  for (const [text, problem] of [
    ['+49 151 12345 12345 12345', 'This phone number is too long'],
    ['+999 1234567', 'No country has this code'],
    ['138 00', 'This phone number is too short'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(phoneBox(page)).toHaveAccessibleDescription(problem);
  }
  expect(requests).toBe(0);

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(codeBox(page)).toBeFocused();
  await expect(phoneBox(page)).toHaveCount(0);
  await expect(page.getByText(`Code sent to ${phone}`)).toBeVisible();
  await expectAccessible(page);
  const code = await world.gateway.codeFor(phone);
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await expect(codeBox(page)).toHaveAccessibleDescription(/Verification code error/);
  await expectAccessible(page);
  // It is selected, so the right one replaces it.
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/settings\/init/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('R2 a number can be changed, another code can be asked for after sixty seconds, and the wait is shown', async ({
  newcomer,
  world,
}) => {
  const { page, phone } = await newcomer('Patient');
  await page.clock.install();
  await page.goto(world.url);
  await phoneBox(page).fill(phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  const again = page.getByRole('button', { name: /^Get code/ });
  await expect(again).toHaveText(/^Get code \((60|5\d) s\)$/);
  await expect(again).toBeDisabled();
  await expect(codeBox(page)).toBeFocused();
  // Back and forth costs no second message.
  await page.getByRole('button', { name: 'Change number' }).click();
  await expect(phoneBox(page)).toHaveValue(phone);
  await page.clock.fastForward(100);
  await expect(phoneBox(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(codeBox(page)).toBeFocused();
  await page.clock.fastForward(30_000);
  await expect(again).toHaveText(/^Get code \((30|[12]?\d) s\)$/);
  await page.clock.fastForward(31_000);
  await expect(again).toHaveText('Get code');
  // The gateway counts by its own clock.
  await again.click();
  await expect(codeBox(page)).toHaveAccessibleDescription(/Verification code sending times exceeded/);
  // After a reload the code that was sent is still asked for.
  await page.reload();
  await phoneBox(page).fill(phone);
  await page.keyboard.press('Enter');
  await expect(codeBox(page)).toHaveAccessibleDescription(/Verification code sending times exceeded/);
  await codeBox(page).pressSequentially(await world.gateway.codeFor(phone));
  await page.clock.fastForward(1_000);
  await expect(page).toHaveURL(/settings\/init/);
});

test('R259 the country is that of the server, and another one is found by the keyboard', async ({
  newcomer,
  world,
}) => {
  const { page } = await newcomer('Country');
  await page.goto(world.url);
  const country = page.getByRole('button', { name: /^Country or region/ });
  await expect(country).toHaveAccessibleName('Country or region: China +86');
  await expect(phoneBox(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(country).toBeFocused();
  await page.keyboard.press('Enter');
  const search = page.getByRole('combobox', { name: 'Name or code' });
  await expect(search).toBeFocused();
  await expect(page.getByRole('option', { name: 'China +86', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.type('nowhere');
  await expect(page.getByText('No country found')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('+49');
  await expect(page.getByRole('option')).toHaveText(['Germany+49']);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('united');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('germ');
  await page.keyboard.press('Enter');
  await expect(search).toHaveCount(0);
  await expect(country).toHaveAccessibleName('Country or region: Germany +49');
  await expect(phoneBox(page)).toBeFocused();
  await page.keyboard.type('0151 90000001');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Code sent to +4915190000001')).toBeVisible();
  await world.gateway.codeFor('+4915190000001');
});

test('R13 R14 R21 a deep link comes back after the sign-in, and a foreign one does not @journey', async ({
  newcomer,
  world,
}) => {
  const person = await newcomer('Deep Link');
  await person.page.goto(`${world.url}settings/about`);
  await expect(person.page).toHaveURL(/login\?redirect_url=%2Fsettings%2Fabout$/);
  await signIn(person, world.gateway);
  await completeProfile(person);
  await expect(person.page).toHaveURL(/\/chat\/settings\/about$/);
  await person.page.reload();
  await expect(person.page).toHaveURL(/\/chat\/settings\/about$/);
  await expectAccessible(person.page);
  await person.page.goto(`${world.url}login?redirect_url=//evil.example/`);
  await expect(person.page).toHaveURL(/\/chat\/?$/);
});

test('R31 an unknown address says so and offers the way home', async ({ newcomer, world }) => {
  const { page } = await newcomer('Lost');
  await page.goto(`${world.url}no/such/page`);
  await expect(page.getByRole('heading')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL(/\/chat\/login/);
});

test('R16 signing out keeps what one wants kept @journey', async ({ newcomer, world }) => {
  const ann = await newcomer('Keeping');
  await injectWallet(ann.context, testWallet());
  await ann.page.goto(world.url);
  await ann.page.getByRole('button', { name: 'Connect wallet' }).click();
  await completeProfile(ann);
  const { identifier } = await accountOf(ann.page);
  await ann.page.goto(`${world.url}settings/account`);
  await ann.page.getByRole('button', { name: 'Sign out' }).click();
  await ann.page.getByRole('button', { name: 'Keep messages on this device' }).click();
  await expect(ann.page).toHaveURL(/\/chat\/login/);
  const kept = await ann.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(kept.toSorted()).toEqual(['amber', `amber-${identifier}`]);
});

test('R16 signing out ends the session in every tab, and removes what was asked to be removed', async ({
  person,
  world,
}) => {
  const ann = await person('Signing Out');
  const second = await ann.context.newPage();
  await second.goto(world.url);
  await expect(second.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await ann.page.goto(`${world.url}settings/account`);
  await ann.page.getByRole('button', { name: 'Sign out' }).click();
  await expectAccessible(ann.page);
  await ann.page.getByRole('button', { name: 'Remove messages' }).click();
  for (const page of [ann.page, second]) await expect(page).toHaveURL(/\/chat\/login/);
  await expect.poll(() => databaseNames(ann.page)).toEqual(['amber']);
});
