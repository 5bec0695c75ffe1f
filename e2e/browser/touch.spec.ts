// Touch gestures on messages on a phone.
import { touch } from '../kit/touch.ts';
import {
  expect,
  expectAccessible,
  message,
  openChat,
  withoutServiceWorker,
  sendMessage,
  test,
  messageInput,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('R183 press and hold opens a message’s menu, which stays; a swipe to the left answers, a shorter one does not @journey', async ({
  person,
}) => {
  const bob = await person('Tom Touch');
  const alice = await person('Tia Touch', phone);
  await openChat(alice, bob.name);
  await sendMessage(alice, 'a word with a long enough line to swipe on');
  const word = message(alice.page, 'a word with');
  await expect(word.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();

  await touch(alice.page, word, { held: 1_500 });
  const menu = alice.page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await alice.page.waitForTimeout(400); // a menu that closed when the finger was lifted would be gone by now
  await expect(menu.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expectAccessible(alice.page);
  await menu.getByRole('menuitem', { name: 'Reply' }).tap();
  await expect(alice.page.getByText('Reply to yourself')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Cancel reply' }).tap();

  await touch(alice.page, word, { across: -30 });
  await expect(alice.page.getByText('Reply to yourself')).toBeHidden();
  await expect(word).toHaveCSS('translate', 'none');
  await touch(alice.page, word, { across: -90 });
  await expect(alice.page.getByText('Reply to yourself')).toBeVisible();
  await expect(messageInput(alice.page)).toBeFocused();
  await expect(word).toHaveCSS('translate', 'none');
});
