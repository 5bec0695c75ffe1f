// Signing in with a wallet, and what is shown when it fails.
import { testWallet } from '@amber/gateway/testing/wallet';
import { accountOf } from '../kit/accountOf.ts';
import { injectWallet } from '../kit/injectWallet.ts';
import { expect, expectAccessible, withoutServiceWorker, completeProfile, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const connect = { name: 'Connect wallet' };

test('R1 R4 R5 a wallet signs in with one signature, and is the same person in another browser @journey', async ({
  newcomer,
  world,
}) => {
  const wallet = testWallet();
  const ann = await newcomer('Ann Wallet');
  const injected = await injectWallet(ann.context, wallet);
  await ann.page.goto(`${world.url}settings/about`);
  await ann.page.getByRole('button', connect).click();
  await completeProfile(ann);
  await expect(ann.page).toHaveURL(/\/chat\/settings\/about$/);
  expect(injected.signed).toHaveLength(1);
  expect(injected.signed[0]).toMatch(
    new RegExp(`^${new URL(world.url).host} wants you to sign in with your Ethereum account:\n${wallet.address}\n`),
  );

  const again = await newcomer('Ann Wallet');
  await injectWallet(again.context, wallet);
  await again.page.goto(world.url);
  await again.page.getByRole('button', connect).click();
  await expect(again.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await again.page.goto(`${world.url}settings/profile`);
  // A second device may not change the profile before the first one has approved it.
  await expect(again.page.getByRole('heading', { name: 'Approve this device first' })).toBeVisible();
  await expect(again.page.getByRole('main')).toContainText('Ann Wallet');
});

test('R17 R5 a wallet that was bound signs in to the same account, as the same device', async ({ person, world }) => {
  const ann = await person('Ann Binding');
  const wallet = testWallet();
  await injectWallet(ann.context, wallet);
  await ann.page.goto(`${world.url}settings/account`);
  await ann.page.getByRole('button', connect).click();
  await expect(
    ann.page.getByRole('region', { name: 'Notifications' }).getByText('Wallet linked to your account'),
  ).toBeVisible();
  await expect(ann.page.getByText(wallet.address)).toBeVisible();
  await expectAccessible(ann.page);
  const { deviceId } = await accountOf(ann.page);
  await ann.page.getByRole('button', { name: 'Sign out' }).click();
  await ann.page.getByRole('button', { name: 'Keep messages on this device' }).click();
  await ann.page.getByRole('button', connect).click();
  await expect(ann.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect((await accountOf(ann.page)).deviceId).toBe(deviceId);
});

test('R4 every way that a wallet can fail has its own words, and nobody is signed in', async ({ newcomer, world }) => {
  const { context, page } = await newcomer('Failing');
  const wallet = await injectWallet(context, testWallet());
  await page.goto(world.url);
  const tell = async (mood: typeof wallet.behaviour, words: string) => {
    wallet.behaviour = mood;
    await page.getByRole('button', connect).click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByRole('button', connect)).toBeEnabled();
  };
  await tell({ declines: 'connect' }, 'You declined the request in your wallet');
  await expectAccessible(page);
  await tell({ declines: 'sign' }, 'You declined the request in your wallet');
  await tell({ chain: '0x89', refusesChainSwitch: true }, 'Switch your wallet to the Ethereum network to continue');
  expect(wallet.signed).toEqual([]);
  await tell({ switchesTo: testWallet() }, 'The wallet has switched to another account');
  await expect(page).toHaveURL(/login/);
});

test('R4 without a wallet in the browser that is what is said', async ({ newcomer, world }) => {
  const { page } = await newcomer('No Wallet');
  await page.goto(world.url);
  await page.getByRole('button', connect).click();
  await expect(page.getByRole('alert')).toHaveText('No wallet found in this browser');
});

test('R4 a wallet on another network is brought over; of several one chooses', async ({ newcomer, world }) => {
  const { context, page } = await newcomer('Two Wallets');
  const first = await injectWallet(context, testWallet(), 'First Wallet');
  const second = await injectWallet(context, testWallet(), 'Second Wallet');
  second.behaviour.chain = '0x89';
  await page.goto(world.url);
  await page.getByRole('button', connect).click();
  await expect(page.getByRole('group', { name: 'Choose a wallet' }).getByRole('button')).toHaveText([
    'First Wallet',
    'Second Wallet',
    'Cancel',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Second Wallet' }).click();
  await expect(page).toHaveURL(/settings\/init/);
  expect([first.signed.length, second.signed.length, second.behaviour.chain]).toEqual([0, 1, '0x1']);
});

test('R4 a wallet that never answers can be left, and what it says later signs nobody in', async ({
  newcomer,
  world,
}) => {
  const { context, page } = await newcomer('Left Wallet');
  const wallet = await injectWallet(context, testWallet());
  let answer = () => {};
  wallet.behaviour.signAfter = new Promise((resolve) => {
    answer = () => resolve();
  });
  await page.goto(world.url);
  await page.getByRole('button', connect).click();
  await expect(page.getByText('Confirm in Test Wallet to continue…')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', connect)).toBeFocused();
  answer();
  await expect.poll(() => wallet.signed.length).toBe(1);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/login/);
  await expect(page.getByRole('button', connect)).toBeEnabled();
});

test('B1 the code for wallets comes when the button is pressed, not before', async ({ newcomer, world }) => {
  const { page } = await newcomer('Light');
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto(world.url);
  await expect(page.getByRole('button', connect)).toBeVisible();
  await page.waitForTimeout(1_500);
  const wallets = () => files.filter((url) => url.includes('/assets/signInSteps.'));
  expect(wallets()).toEqual([]);
  await page.getByRole('button', connect).click();
  await expect.poll(() => wallets().length).toBeGreaterThan(0);
});
