// A day of two people whose browsers are connected to different gateways.
import { expect, test as base } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { type Fleet, startFleet } from '../../gateway/src/testing/fleet.ts';
import { openSignedIn } from '../kit/openSignedIn.ts';
import {
  completeProfile,
  message,
  messageInput,
  openChat,
  openNewcomer,
  type Person,
  sendMessage,
  signIn,
  withoutServiceWorker,
} from '../kit/world.ts';

const test = base.extend<object, { fleet: Fleet }>({
  fleet: [
    async ({}, use) => {
      const fleet = await startFleet({ size: 2, isQuick: false });
      await use(fleet);
      await fleet.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

const openMoments = ({ page }: Person) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moments' }).click();

test('R241 R8 R21 two people at different gateways chat, meet in a group, read moments and notice no outage of the bus', async ({
  browser,
  fleet,
}) => {
  const complaints: string[] = [];
  const app = { codeFor: fleet.lastCode };
  const [atA, atB] = fleet.gateways.map(({ url }) => ({ url: `${url.replace('127.0.0.1', 'localhost')}/chat/` }));
  const open = (world: { url: string }, name: string) =>
    openNewcomer(browser, { world, complaints }, name, withoutServiceWorker);
  const [alice, bob] = [await open(atA!, 'Alice Ames'), await open(atB!, 'Bob Brown')];

  await alice.page.goto(atA!.url);
  await signIn(alice, app);
  await completeProfile(alice);
  await openSignedIn(bob, { ...atB!, gateway: app });

  await openChat(alice, bob.name);
  await sendMessage(alice, 'Hello Bob');
  await bob.page.getByRole('link', { name: /^Alice Ames/ }).click();
  await expect(message(bob.page, 'Hello Bob')).toHaveCount(1);
  await messageInput(bob.page).pressSequentially('Hel');
  await expect(alice.page.getByText('Bob Brown is typing')).toBeVisible();
  await sendMessage(bob, 'Hello Alice');
  await expect(message(alice.page, 'Hello Alice')).toHaveCount(1);
  await expect(message(alice.page, 'Hello Bob').getByRole('img', { name: 'Read' })).toBeVisible();

  await message(bob.page, 'Hello Bob').click({ button: 'right', position: { x: 4, y: 4 } });
  await bob.page.getByRole('menuitemcheckbox', { name: 'React with 👍' }).click();
  await expect(message(alice.page, 'Hello Bob').getByRole('button', { name: '👍 1: Bob Brown' })).toBeVisible();

  await openMoments(alice);
  await alice.page.getByRole('textbox', { name: 'What is on your mind?' }).fill('A fine day');
  await alice.page.getByRole('button', { name: 'Post', exact: true }).click();
  await openMoments(bob);
  const moment = ({ page }: Person) => page.getByRole('article').filter({ hasText: 'A fine day' });
  await expect(moment(bob)).toBeVisible();
  await moment(bob).getByRole('button', { name: /^Like/ }).click();
  await expect(alice.page.getByRole('link', { name: /Activity · 1 new/ })).toBeVisible();

  const openChats = ({ page }: Person) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).click();
  await openChats(bob);
  await bob.page.getByRole('button', { name: 'New group' }).click();
  const dialog = bob.page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Find people' }).fill(alice.name);
  await dialog.getByRole('checkbox', { name: alice.name }).click();
  await dialog.getByRole('textbox', { name: 'Group name' }).fill('Walkers');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(bob.page.getByRole('heading', { name: 'Walkers' })).toBeVisible();
  await openChats(alice);
  await alice.page.getByRole('link', { name: /^Walkers/ }).click();

  fleet.bus.cut();
  await sendMessage(bob, 'Where do we go?');
  await expect(message(alice.page, 'Where do we go?')).toHaveCount(1);
  await sendMessage(alice, 'Up the hill');
  await expect(message(bob.page, 'Up the hill')).toHaveCount(1);
  fleet.bus.restore();

  await Promise.all([alice, bob].map(({ page }) => page.reload()));
  for (const { page } of [alice, bob])
    for (const text of ['Where do we go?', 'Up the hill']) await expect(message(page, text)).toHaveCount(1);
  expect(complaints).toEqual([]);
  await Promise.all([alice, bob].map(({ context }) => context.close()));
});
