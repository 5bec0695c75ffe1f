// Signing in: what is requested, what is refused, and where one arrives.
import { testWallet } from '@amber/gateway/testing/wallet';
import { accountOf } from '../kit/accountOf.ts';
import { injectWallet } from '../kit/injectWallet.ts';
import { expect, expectAccessible, withoutServiceWorker, completeProfile, signIn, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

test('R2 R161 a wrong phone number and a wrong code get their sentence beside the field @journey', async ({
  newcomer,
  world,
}) => {
  const { page, phone } = await newcomer('Wrong');
  await page.goto(world.url);
  const phoneBox = page.getByRole('textbox', { name: 'Phone number' });
  await page.getByRole('button', { name: 'Get code' }).click();
  await expect(phoneBox).toHaveAccessibleDescription(/Please enter Phone number/);
  await phoneBox.fill('+00 12345 12345 12345');
  await page.getByRole('button', { name: 'Get code' }).click();
  await expect(phoneBox).toHaveAccessibleDescription(/Wrong phone number/);
  await expect(phoneBox).toHaveAttribute('aria-invalid', 'true');

  // Typed with Enter after each: the code is asked for, then signed in with.
  await phoneBox.press('ControlOrMeta+a');
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Get code/ })).toBeDisabled();
  const code = await world.gateway.codeFor(phone);
  const codeBox = page.getByRole('textbox', { name: 'Verification code' });
  await expect(codeBox).toBeFocused();
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(codeBox).toHaveAccessibleDescription(/Verification code error/);
  await expectAccessible(page);
  await codeBox.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/settings\/init/);
});

test('R2 another code can be asked for after sixty seconds, and the wait is shown', async ({ newcomer, world }) => {
  const { page, phone } = await newcomer('Patient');
  await page.clock.install();
  await page.goto(world.url);
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  const again = page.getByRole('button', { name: /^Get code/ });
  await expect(again).toHaveText(/^Get code \((60|5\d) s\)$/);
  await expect(again).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
  await page.clock.fastForward(30_000);
  await expect(again).toHaveText(/^Get code \((30|2\d) s\)$/);
  await page.clock.fastForward(31_000);
  await expect(again).toHaveText('Get code');
  // The gateway counts by its own clock.
  await again.click();
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveAccessibleDescription(
    /Verification code sending times exceeded/,
  );
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
  const left = await ann.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(left).toEqual(['amber']);
});
