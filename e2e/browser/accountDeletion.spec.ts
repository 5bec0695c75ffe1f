// Deleting the account: who may ask for it, how every device shows it, and how it is cancelled.
import {
  approveNewDevice,
  byKeyboard,
  expect,
  expectAccessible,
  type Person,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const { signIn } = byKeyboard;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const deletionBanner = ({ page }: Person) => page.getByRole('region', { name: /^Your account will be deleted on/ });

async function openAccountSettings({ page }: Person): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
}

/** By the keyboard, in the dialog that asks for a word. */
async function requestDeletion({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Your account is deleted in 7 days, or in 1 day if you signed up today.');
  await dialog.getByRole('textbox').click();
  await page.keyboard.type('delete');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please type DELETE')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('DELETE');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toHaveCount(0);
}

test('R247 R196 a device signed in by one code may not delete the account; every device shows the date, and an approved one keeps the account', async ({
  person,
  newcomer,
  world,
}) => {
  const ada = await person('Ada Keeps');
  await world.gateway.resetCodeQuota();
  const handset = { ...(await newcomer(ada.name, phone)), phone: ada.phone };
  await handset.page.goto(world.url);
  await signIn(handset, world.gateway);

  // The new device may not, and says what to do.
  await handset.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Me', exact: true }).click();
  await handset.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(handset.page.getByRole('heading', { name: 'Approve this device first' })).toBeVisible();
  await expect(handset.page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  for (const name of ['Delete my account', 'Download my data', 'Connect wallet'])
    await expect(handset.page.getByRole('button', { name })).toHaveCount(0);
  await expectAccessible(handset.page);
  await handset.page.getByRole('link', { name: 'Back' }).click();
  await handset.page.getByRole('link', { name: 'Privacy', exact: true }).click();
  await expect(handset.page.getByRole('heading', { name: 'Approve this device first' })).toBeVisible();
  await expect(handset.page.getByRole('switch')).toHaveCount(0);
  await handset.page.getByRole('link', { name: 'Back' }).click();
  await handset.page.getByRole('link', { name: 'Invite people' }).click();
  await expect(handset.page.getByText('Approve this device on your other one first')).toBeVisible();

  // The approved one asks for it: both say so, also after a reload.
  await openAccountSettings(ada);
  await requestDeletion(ada);
  await expect(deletionBanner(ada)).toBeVisible();
  await expect(deletionBanner(handset)).toContainText('To keep it, open Amber on a device that you have approved.');
  await expect(deletionBanner(handset).getByRole('button')).toHaveCount(0);
  for (const one of [ada, handset]) {
    await expectAccessible(one.page);
    await one.page.reload();
    await expect(deletionBanner(one)).toBeVisible();
  }

  // It keeps the account, and both bars go.
  await deletionBanner(ada).getByRole('button', { name: 'Keep my account' }).click();
  await expect(ada.page.getByText('Your account stays')).toBeVisible();
  for (const one of [ada, handset]) await expect(deletionBanner(one)).toHaveCount(0);

  // Once approved, the new device keeps it too.
  await approveNewDevice(ada);
  await requestDeletion(ada);
  await deletionBanner(handset).getByRole('button', { name: 'Keep my account' }).click();
  for (const one of [ada, handset]) await expect(deletionBanner(one)).toHaveCount(0);
  await expect(ada.page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});
