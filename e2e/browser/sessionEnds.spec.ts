// A session ends while somebody writes: nothing is lost, and after signing in they are back where they were.
import { call } from '@amber/gateway/testing/client';
import { testWallet } from '@amber/gateway/testing/wallet';
import { accountOf } from '../kit/accountOf.ts';
import { injectWallet } from '../kit/injectWallet.ts';
import {
  expect,
  expectAccessible,
  message,
  openChat,
  sendMessage,
  completeProfile,
  test,
  messageInput,
} from '../kit/world.ts';

test('R19 R173 R174 an ended session leads to the sign-in and back; the draft stands, and what was not sent goes out', async ({
  newcomer,
  person,
  world,
}) => {
  const bob = await person('Bob Waiting');
  // By wallet: a phone is sent one code a minute.
  const ann = await newcomer('Ann Ended');
  await injectWallet(ann.context, testWallet());
  await ann.page.goto(world.url);
  const connect = () => ann.page.getByRole('button', { name: 'Connect wallet' }).click();
  await connect();
  await completeProfile(ann);
  await openChat(ann, bob.name);
  await sendMessage(ann, 'before');
  await expect(message(ann.page, 'before')).toBeVisible();
  const chat = ann.page.url();
  const { token } = await accountOf(ann.page);

  world.proxy.set({ offline: true });
  await sendMessage(ann, 'written while away');
  await messageInput(ann.page).fill('half a thought');
  await ann.page.waitForTimeout(600); // drafts are saved after a pause
  await call(`http://localhost:${world.gateway.port}`, 'user.logOut', {}, { token });
  world.proxy.set({ offline: false });

  await expect(ann.page).toHaveURL(/\/chat\/login\?redirect_url=%2Fchannels%2Fme%2F/);
  await expect(ann.page.getByText('Your session has ended.')).toBeVisible();
  await expectAccessible(ann.page);
  await connect();
  await expect(ann.page).toHaveURL(chat);
  await expect(messageInput(ann.page)).toHaveText('half a thought');
  await expect(message(ann.page, 'written while away')).toHaveCount(1);
  await bob.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /Ann Ended/ })
    .click();
  await expect(message(bob.page, 'written while away')).toHaveCount(1);
});
