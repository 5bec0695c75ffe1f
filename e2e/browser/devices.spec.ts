// A person's own devices, in the settings.
import { call } from '@amber/gateway/testing/client';
import { accountOf } from '../kit/accountOf.ts';
import { expect, expectAccessible, signIn, test, withoutServiceWorker } from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

test.use(withoutServiceWorker);

test('R177 R176 R76 devices are listed, one is signed out from another, and the account says what happens without encryption', async ({
  person,
  newcomer,
  world,
}) => {
  const laptop = await person('Dee Vices', { serviceWorkers: 'allow' });
  const { page } = laptop;
  await page.goto(`${world.url}settings/devices`);
  await expect(page.getByText('You are only signed in on this device.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Devices' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText('This device')).toBeVisible();
  await expectAccessible(page);

  // Named with the keyboard; an empty name is the browser's again.
  const rename = list.getByRole('button', { name: /^Rename / });
  await rename.focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Device name' });
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Work on Monday');
  await page.keyboard.press('Enter');
  await expect(name).toHaveCount(0);
  await expect(list.getByText('Work on Monday', { exact: true })).toBeVisible();
  await expect(rename).toBeFocused();
  await page.reload();
  await expect(list.getByText('Work on Monday', { exact: true })).toBeVisible();
  await rename.click();
  await expect(name).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(list.getByText(/^\S+ on \S+$/)).toBeVisible();

  await page.goto(`${world.url}settings/privacy`);
  const policy = page.getByRole('radiogroup', { name: 'When a message cannot be encrypted for a device' });
  await expect(policy.getByRole('radio', { name: 'Send, but ask for verified people' })).toBeChecked();
  await policy.getByRole('radio', { name: 'Ask me' }).check();
  await page.getByRole('switch', { name: 'Send read receipts' }).click();
  const { token } = await accountOf(page);
  await expect
    .poll(() => call(new URL(world.url).origin, 'user.privacy', {}, { token }))
    .toMatchObject({ unencrypted: 'ask', hideReadState: true });
  await page.reload();
  await expect(policy.getByRole('radio', { name: 'Ask me' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Send read receipts' })).not.toBeChecked();
  await expectAccessible(page);

  await world.gateway.resetCodeQuota();
  const tablet = { ...(await newcomer(laptop.name)), phone: laptop.phone };
  await tablet.page.goto(world.url);
  await signIn(tablet, world.gateway);
  await expect(tablet.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^New sign-in/ })).toBeVisible();
  await page.goto(`${world.url}settings/devices`);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: /^Sign out / }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(tablet.page).toHaveURL(/\/login/);

  await waitForOfflineCache(page);
  world.proxy.set({ offline: true });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  world.proxy.set({ offline: false });
});
