// Two people chat in two browsers: the whole product, end to end.
import {
  expect,
  expectAccessible,
  message,
  openChat,
  sendMessage,
  completeProfile,
  signIn,
  test,
  messageInput,
  withoutServiceWorker,
} from '../kit/world.ts';

test('R1 R8 R21 sign in, set up, find, send, receive, reload @journey', async ({ world, newcomer, person }) => {
  const bob = await person('Bob Brown', withoutServiceWorker);
  const alice = await newcomer('Alice Ames');
  const { page } = alice;

  await page.goto(`${world.url}channels/me`);
  await expect(page).toHaveURL(/\/chat\/login\?redirect_url=%2Fchannels%2Fme$/);
  await expectAccessible(page);
  await signIn(alice, world.gateway);
  await expect(page).toHaveURL(/settings\/init/);
  await expect(page.getByRole('radiogroup', { name: 'Avatar' }).getByRole('radio', { checked: true })).toHaveCount(1);
  await expectAccessible(page);
  await completeProfile(alice);
  await expect(page).toHaveURL(/\/chat\/channels\/me$/);
  await expect(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible();
  await expectAccessible(page);

  await openChat(alice, bob.name);
  await sendMessage(alice, 'Hello Bob');
  await expect(message(page, 'Hello Bob')).toHaveCount(1);

  await bob.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^Alice Ames/ })
    .click();
  await expect(message(bob.page, 'Hello Bob')).toHaveCount(1);
  await sendMessage(bob, 'Hello Alice');
  await expect(message(page, 'Hello Alice')).toHaveCount(1);
  await expectAccessible(page);

  await Promise.all([page.reload(), bob.page.reload()]);
  for (const someone of [page, bob.page]) {
    await expect(message(someone, 'Hello Bob')).toHaveCount(1);
    await expect(message(someone, 'Hello Alice')).toHaveCount(1);
  }
});

test('R35 R46 R174 written offline, sent in order when the network is back, missed nothing @journey', async ({
  world,
  person,
}) => {
  const alice = await person('Ada Offline');
  const bob = await person('Ben Online', withoutServiceWorker);
  await openChat(alice, bob.name);
  await sendMessage(alice, 'before');
  await bob.page.getByRole('link', { name: /^Ada Offline/ }).click();
  await expect(message(bob.page, 'before')).toBeVisible();

  world.proxy.set({ offline: true });
  await expect(alice.page.getByRole('status', { name: 'Connection' })).toBeVisible();
  for (const text of ['one', 'two', 'three']) await sendMessage(alice, `offline ${text}`);
  await expect(message(alice.page, 'offline three')).toBeVisible();
  await alice.page.close(); // this ends the engine too: the text is only in the database

  world.proxy.set({ offline: false });
  alice.page = await alice.context.newPage();
  await alice.page.goto(world.url);
  await alice.page.getByRole('link', { name: /^Ben Online/ }).click();
  await expect(message(alice.page, 'offline three')).toHaveCount(1);
  await expect(message(bob.page, 'offline three')).toHaveCount(1);
  const texts = await bob.page.getByRole('article').filter({ hasText: 'offline' }).allInnerTexts();
  expect(texts.map((text) => /offline (\w+)/.exec(text)?.[1])).toEqual(['one', 'two', 'three']);
});

test('R178 two tabs of one person are both fully usable @journey', async ({ world, person }) => {
  const alice = await person('Amy Tabs');
  const bob = await person('Bert Tabs', withoutServiceWorker);
  await openChat(alice, bob.name);
  const second = await alice.context.newPage();
  await second.goto(alice.page.url());
  await expect(messageInput(second)).toBeVisible();

  await sendMessage(alice, 'from the first tab');
  await sendMessage({ ...alice, page: second }, 'from the second tab');
  await expect(message(second, 'from the first tab')).toHaveCount(1);
  await expect(message(alice.page, 'from the second tab')).toHaveCount(1);

  // The tab that started the engine closes: the other one keeps working.
  await alice.page.close();
  await sendMessage({ ...alice, page: second }, 'after the first tab was closed');
  await bob.page.getByRole('link', { name: /^Amy Tabs/ }).click();
  for (const text of ['from the first tab', 'from the second tab', 'after the first tab was closed']) {
    await expect(message(bob.page, text)).toHaveCount(1);
  }
  expect(world.url).toContain('/chat/');
});

test('history and sessions survive kill -9 of the gateway', async ({ world, person }) => {
  const alice = await person('Ann Crash');
  const bob = await person('Bill Crash', withoutServiceWorker);
  await openChat(alice, bob.name);
  await sendMessage(alice, 'before the crash');
  await bob.page.getByRole('link', { name: /^Ann Crash/ }).click();
  await expect(message(bob.page, 'before the crash')).toHaveCount(1);

  await world.gateway.kill();
  await sendMessage(alice, 'while it was down');
  await world.gateway.start();
  await alice.page.reload();
  await expect(message(bob.page, 'while it was down')).toHaveCount(1);
  await expect(message(alice.page, 'before the crash')).toHaveCount(1);
  await expect(message(alice.page, 'while it was down')).toHaveCount(1);
});
