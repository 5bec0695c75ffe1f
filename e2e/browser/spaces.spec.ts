// A space's life in two browsers: created, joined by a link, used, changed while people look at it, left and dissolved.
import { expect, expectAccessible, message, withoutServiceWorker, sendMessage, signIn, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

test('R111 R112 R116 a space from its first day to its last @journey', async ({ person, newcomer, world }) => {
  const alice = await person('Ada Owner');
  const { page } = alice;
  const rail = page.getByRole('navigation', { name: 'Main' });
  const rooms = page.getByRole('navigation', { name: 'Rooms' });

  await rail.getByRole('link', { name: 'Create space' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByText('Please enter Space name')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Space name' }).fill('Hill Walkers');
  await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await sendMessage(alice, 'Welcome, everybody');
  await expect(rail.getByRole('link', { name: 'Hill Walkers' })).toHaveAttribute('aria-current', 'page');
  await expect(rooms.getByRole('region', { name: 'Chat rooms' }).getByRole('link')).toHaveText(
    ['General', 'Organizers, hidden'].map((name) => new RegExp(name)),
  );
  await expectAccessible(page);
  const sid = new URL(page.url()).pathname.split('/')[3]!;

  await rooms.locator('..').getByRole('link', { name: 'Invite people' }).click();
  const link = (await page.getByRole('region', { name: 'Link' }).getByRole('code').textContent())!;
  await expectAccessible(page);

  // A person who follows the link sees the space before signing in, and returns to it after.
  const bob = await newcomer('Bo Guest');
  await bob.page.goto(link);
  await expect(bob.page.getByText('Ada Owner invites you to')).toBeVisible();
  await expect(bob.page.getByRole('heading', { name: 'Hill Walkers' })).toBeVisible();
  await expectAccessible(bob.page);
  await bob.page.getByRole('link', { name: 'Sign in to join' }).click();
  await signIn(bob, world.gateway);
  await bob.page.getByRole('textbox', { name: 'Name' }).fill(bob.name);
  await bob.page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    bob.page.getByRole('region', { name: 'Notifications' }).getByText('Join the space successfully'),
  ).toBeVisible();
  await expect(bob.page).toHaveURL(new RegExp(`/channels/${sid}/[a-z2-7]+$`));
  const first = bob.page.url();
  const bobsRail = bob.page.getByRole('navigation', { name: 'Main' });
  const bobsRooms = bob.page.getByRole('navigation', { name: 'Rooms' });
  await expect(bobsRooms.getByRole('link')).toHaveText(
    ['General', 'Introductions', 'Questions'].map((name) => new RegExp(name)),
  );
  await sendMessage(bob, 'Hello from the valley');

  await expect(rail.getByRole('link', { name: 'Hill Walkers' })).toHaveAccessibleDescription('1 unread');
  await expect(rail.getByRole('link', { name: 'Chats' })).toHaveAccessibleDescription('');
  await rail.getByRole('link', { name: 'Hill Walkers' }).click();
  await rooms.getByRole('link', { name: 'General, 1 unread message' }).click();
  await expect(message(page, 'Hello from the valley')).toHaveCount(1);
  await expect(rail.getByRole('link', { name: 'Hill Walkers' })).toHaveAccessibleDescription('');
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText('2 members').first()).toBeVisible();
  await expectAccessible(page);

  // The room that Bob is looking at is hidden from him: he is taken to the first one.
  await bobsRooms.getByRole('link', { name: 'Questions' }).click();
  await expect(bob.page.getByRole('heading', { name: 'Questions', level: 1 })).toBeVisible();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'Space settings' }).click();
  await page.getByRole('tab', { name: 'Rooms' }).click();
  await page.getByRole('region', { name: 'Questions' }).getByRole('switch', { name: 'Visible to everyone' }).click();
  await expect(bob.page).toHaveURL(first);
  await expect(bobsRooms.getByRole('link', { name: 'Questions' })).toHaveCount(0);

  // A new room appears, a deleted one disappears.
  const form = page.getByRole('form', { name: 'New room' });
  await form.getByRole('textbox', { name: 'Room name' }).fill('Summit');
  await form.getByRole('button', { name: 'Create room' }).click();
  await bobsRooms.getByRole('link', { name: 'Summit' }).click();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Summit' }).getByRole('button', { name: 'Delete room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete room' }).click();
  // A toast: it may be gone by the time the address has been looked at.
  await Promise.all([
    expect(bob.page.getByText('You no longer have access to Summit')).toBeVisible(),
    expect(bob.page).toHaveURL(first),
  ]);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('textbox', { name: 'Space name' }).fill('Climbers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bobsRail.getByRole('link', { name: 'Climbers' })).toBeVisible();

  // The owner's pages are hidden from others, and explain themselves to those who open the address.
  await bob.page.getByRole('button', { name: 'More for Climbers' }).click();
  await expect(bob.page.getByRole('menuitem', { name: 'Space settings' })).toHaveCount(0);
  await bob.page.getByRole('menuitem', { name: 'Leave space' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave space' }).click();
  await expect(bob.page).toHaveURL(/\/channels\/recommend$/);
  await expect(bobsRail.getByRole('link', { name: 'Climbers' })).toHaveCount(0);

  await bob.page
    .getByRole('region', { name: 'More spaces' })
    .getByRole('link', { name: /^Climbers/ })
    .click();
  await bob.page.getByRole('button', { name: 'Join' }).click();
  await expect(bob.page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await bob.page.goto(`${world.url}channels/setting/${sid}`);
  await expect(bob.page.getByText('Only the owner can change these settings')).toBeVisible();

  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByText('2 members')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete space' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete space' }).click();
  await expect(page).toHaveURL(/\/channels\/recommend$/);
  await Promise.all([
    expect(bob.page.getByText('Climbers has been deleted')).toBeVisible(),
    expect(bob.page).toHaveURL(/\/channels\/recommend$/),
  ]);
});

test('R112 R115 R64 an invitation is sent, a hidden room takes in whom it is told, and the space changes hands', async ({
  person,
  world,
}) => {
  const alice = await person('Amy Owner');
  const bob = await person('Ben Member');
  const { page } = alice;
  await page.goto(`${world.url}channels/create`);
  await page.getByRole('textbox', { name: 'Space name' }).fill('Book Club');
  await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  const sid = new URL(page.url()).pathname.split('/')[3]!;

  await page.goto(`${world.url}channels/invite/${sid}`);
  await page.getByRole('searchbox', { name: 'Find people' }).fill(bob.name);
  await page.getByRole('checkbox', { name: bob.name }).click();
  await page.getByRole('button', { name: 'Send to 1' }).click();
  await bob.page.getByRole('link', { name: /^Amy Owner/ }).click();
  const invitation = message(bob.page, 'Join me in Book Club').getByRole('link');
  await bob.page.goto((await invitation.getAttribute('href'))!);
  await bob.page.getByRole('button', { name: 'Join space' }).click();
  await expect(bob.page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();

  await page.goto(`${world.url}channels/${sid}`);
  await page
    .getByRole('navigation', { name: 'Rooms' })
    .getByRole('link', { name: /Organizers/ })
    .click();
  await page.getByRole('link', { name: 'Details' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: bob.name }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await expect(details.getByText('2 members').first()).toBeVisible();
  const organizers = bob.page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: /Organizers/ });
  await organizers.click();
  await expect(bob.page.getByText('Amy Owner invited you')).toBeVisible();
  await bob.page.getByRole('link', { name: 'Details' }).click();
  await bob.page.getByRole('button', { name: 'Leave room' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave room' }).click();
  await expect(bob.page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await expect(organizers).toHaveCount(0);

  await details.getByRole('link', { name: 'Space settings' }).click();
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('button', { name: `More for ${bob.name}` }).click();
  await page.getByRole('menuitem', { name: 'Make owner' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByText('Only the owner can change these settings')).toBeVisible();
  await bob.page.goto(`${world.url}channels/setting/${sid}`);
  await bob.page.getByRole('tab', { name: 'Members' }).click();
  await bob.page.getByRole('button', { name: `More for ${alice.name}` }).click();
  await bob.page.getByRole('menuitem', { name: 'Remove from the space' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Remove from the space' }).click();
  await Promise.all([
    expect(page.getByText('You were removed from Book Club')).toBeVisible(),
    expect(page).toHaveURL(/\/channels\/recommend$/),
  ]);
});

test('R185 R110 a space is a stack on a phone and a tablet; on a wide screen its rooms and one of them are side by side @journey', async ({
  person,
}) => {
  const { page } = await person('Pia Phone', { viewport: { width: 390, height: 844 } });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Spaces' }).click();
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('link', { name: /^Welcome/ }).click();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeHidden();
  await expectAccessible(page);
  // The address of the room shows the same room at every width, beside its list where there is space for both.
  const room = page.url();
  const [rooms, field] = [
    page.getByRole('navigation', { name: 'Rooms' }),
    page.getByRole('textbox', { name: 'Message' }),
  ];
  for (const { width, height, showsRooms } of [
    { width: 820, height: 1180, showsRooms: false },
    { width: 1440, height: 900, showsRooms: true },
    { width: 390, height: 844, showsRooms: false },
  ]) {
    await page.setViewportSize({ width, height });
    await expect(field).toBeVisible();
    await expect(rooms).toBeVisible({ visible: showsRooms });
    expect(page.url()).toBe(room);
  }
  await page.getByRole('link', { name: 'Back to rooms' }).click();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  // The address of the space alone: a tablet shows the list in the same place, a wide screen with a room beside it.
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(rooms).toBeVisible();
  await expect(field).toBeHidden();
  await expectAccessible(page);
});
