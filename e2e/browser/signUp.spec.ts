// Newcomers with an operator's code, from the operator's page to the newcomer's first screen.
import { operatorLink } from '@amber/gateway/testing/consoleOutput';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';
import {
  expect,
  expectAccessible,
  openNewcomer,
  withoutServiceWorker,
  completeProfile,
  signIn,
  test,
} from '../kit/world.ts';

/** For a look at it: `AMBER_PICTURES=FOLDER`. */
const pictures = process.env['AMBER_PICTURES'];

test('R224 R252 the opener of the printed link is the operator; by invitation a newcomer is asked for a code before a message is sent; an operator makes it, and tests the provider', async ({
  browser,
  complaints,
}) => {
  const gateway = await startGatewayProcess();
  const url = `http://localhost:${gateway.port}/chat/`;
  const world = { url, gateway };
  const operator = await openNewcomer(browser, { world, complaints }, 'Olga Operator', withoutServiceWorker);
  const link = gateway
    .output()
    .split('\n')
    .flatMap((line) => operatorLink(line) ?? [])[0]!;
  await operator.page.goto(link.href);
  await signIn(operator, gateway);
  await completeProfile(operator);
  await expect(operator.page.getByText('You are signed in as Olga Operator')).toBeVisible();
  await expectAccessible(operator.page);
  await operator.page.getByRole('button', { name: 'Become operator' }).click();
  await expect(operator.page.getByRole('textbox', { name: 'Send a test message to' })).toBeVisible();
  expect(operator.page.url()).toBe(`${url}admin`);
  // The page may still be loading its lazy parts, which would fail without a gateway.
  await operator.page.goto('about:blank');
  await gateway.kill();
  await gateway.start({ AMBER_SIGNUP: 'invited' });

  const { page } = operator;
  const pages = page.getByRole('navigation', { name: 'Administration' });
  await page.goto(`${url}admin`);
  await page.getByRole('textbox', { name: 'Send a test message to' }).click();
  await page.keyboard.type('+4915112345678');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The provider accepted the message.' })).toBeVisible();
  expect(await gateway.codeFor('+4915112345678')).toBe('000000');
  await page.getByRole('textbox', { name: 'Who it is for' }).click();
  await page.keyboard.type('Nils, from work');
  await page.keyboard.press('Enter');
  const row = page.getByRole('list', { name: 'Sign-up codes' }).getByRole('listitem');
  await expect(row).toContainText('For Nils, from work');
  await expectAccessible(page);
  const [code] = /[0-9a-f]{16}/.exec(await row.innerText())!;

  await pages.getByRole('link', { name: 'AI' }).first().click();
  const quota = page.getByRole('textbox', { name: 'Answers per person and day' });
  await expect(page.getByText('Today: 0 answers for 0 people.')).toBeVisible();
  await expect(quota).toHaveValue('200');
  await quota.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('many');
  await expect(quota).toHaveAccessibleDescription('Answers per person and day must be between 0 and 100,000');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('25');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await pages.getByRole('link', { name: 'Log' }).click();
  await expect(page.getByText('Set the answers per person and day to 25')).toBeVisible();
  if (pictures) await page.screenshot({ path: `${pictures}/admin.png`, fullPage: true });

  // The form as it is served has the field already, so nothing moves when the scripts have run.
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const served = await withoutScripts.newPage();
  await served.goto(`${url}login`);
  await expect(served.getByRole('textbox')).toHaveCount(2);
  await expect(served.getByRole('textbox').first()).toHaveAccessibleName('Invitation code');
  await expect(served.getByText('New here?').filter({ visible: true })).toHaveText(
    'New here? Enter your invitation code first. If you have an account, leave it empty.',
  );
  await expect(served.getByRole('button', { name: 'I have an invitation code' })).toHaveCount(0);
  await withoutScripts.close();

  const newcomer = await openNewcomer(browser, { world, complaints }, 'Nils Newcomer', withoutServiceWorker);
  await newcomer.page.goto(url);
  const asked = newcomer.page.getByRole('textbox', { name: 'Invitation code' });
  await expect(newcomer.page.getByText('New here? Enter your invitation code first.')).toBeVisible();
  await asked.fill('0000');
  const phone = newcomer.page.getByRole('textbox', { name: 'Phone number' });
  await phone.fill(newcomer.phone);
  await newcomer.page.getByRole('button', { name: 'Get code' }).click();
  await expect(asked).toHaveAccessibleDescription('The invitation code is invalid');
  await expectAccessible(newcomer.page);
  if (pictures) await newcomer.page.screenshot({ path: `${pictures}/asked.png` });
  // A code for a phone without an account is not sent, and the page says no more than that.
  await asked.fill('');
  await phone.fill('+49 151 00000000');
  await newcomer.page.getByRole('button', { name: 'Get code' }).click();
  await expect(
    newcomer.page.getByText(/^If .*\+49 151 00000000.* has an account, a code was sent to it$/),
  ).toBeVisible();
  await expect(newcomer.page.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
  await newcomer.page.goto(`${url}login?inviteId=${code}`);
  await expect(asked).toHaveValue(code!);
  await signIn(newcomer, gateway);
  await completeProfile(newcomer);
  await pages.getByRole('link', { name: 'People and sign-in' }).click();
  await page.reload();
  await expect(row).toContainText('used');
  if (pictures) {
    await page.evaluate(() => localStorage.setItem('amber-language', 'zh-Hans'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ hasText: 'AMBER_SIGNUP' })
      .last()
      .screenshot({ path: `${pictures}/admin-zh.png` });
  }
  await newcomer.context.close();
  await operator.context.close();
  await gateway.close();
});

test('a server that sends no codes shows the wallet alone @soak', async ({ browser, complaints }) => {
  const gateway = await startGatewayProcess({ SMS_PROVIDER: 'none', NODE_ENV: 'production' });
  const url = `http://localhost:${gateway.port}/chat/`;
  const { page, context } = await openNewcomer(
    browser,
    { world: { url }, complaints },
    'Wanda Wallet',
    withoutServiceWorker,
  );
  await page.goto(`${url}login`);
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have an invitation code' })).toBeVisible();
  for (const name of ['Phone number', 'Verification code'])
    await expect(page.getByRole('textbox', { name })).toHaveCount(0);
  for (const name of ['Sign in', 'Get code'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expectAccessible(page);
  if (pictures) await page.screenshot({ path: `${pictures}/wallet.png` });
  await context.close();
  await gateway.close();
});
