// Invitations: my link, the code that a new user enters, and who has joined with it.
import { decodeQrCode } from '../kit/qrCode.ts';
import { expect, expectAccessible, withoutServiceWorker, completeProfile, signIn, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

test('R20 whoever comes by my link is listed, and lands in the app @journey', async ({ person, newcomer, world }) => {
  const host = await person('Hanna Host');
  await host.page.goto(`${world.url}invite`);
  await expect(host.page.getByText('Nobody yet')).toBeVisible();
  await expect(host.page.getByRole('img', { name: 'QR code of your invitation link' })).toBeVisible();
  await expectAccessible(host.page);
  const link = (await host.page.getByRole('code').textContent())!;
  expect(await decodeQrCode(host.page.getByRole('img', { name: 'QR code of your invitation link' }))).toBe(link);
  expect(link).toMatch(/\/chat\/invite\?inviteId=[a-z2-7]{16}$/);

  const guest = await newcomer('Gus Guest');
  await guest.page.goto(link);
  await expect(guest.page.getByRole('textbox', { name: 'Invitation code' })).toHaveValue(
    new URL(link).searchParams.get('inviteId')!,
  );
  await signIn(guest, world.gateway);
  await completeProfile(guest);
  await expect(guest.page).toHaveURL(/\/chat\/?$/);
  await host.page.reload();
  await expect(host.page.getByRole('listitem').filter({ hasText: 'Gus Guest' })).toBeVisible();
  await expectAccessible(host.page);
});

test('R20 R161 a wrong invitation code says so beside its field, and is corrected without another verification code', async ({
  newcomer,
  world,
}) => {
  const guest = await newcomer('Wrong Guest');
  await guest.page.goto(`${world.url}invite?inviteId=wrong`);
  const box = guest.page.getByRole('textbox', { name: 'Invitation code' });
  await signIn(guest, world.gateway);
  await expect(box).toHaveAccessibleDescription(/The invitation code is invalid/);
  await expect(guest.page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(guest.page);
  await box.fill('');
  await guest.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(guest.page).toHaveURL(/settings\/init/);
});
