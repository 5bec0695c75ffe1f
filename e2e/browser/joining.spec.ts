// Joining a space: by a request to its owner, and by a link that was ended or replaced.
import { expect, expectAccessible, withoutServiceWorker, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

test('R121 a space by approval: somebody asks from the keyboard, the owner sees it come and accepts; who was removed asks anew and is declined', async ({
  person,
  world,
}) => {
  const [olga, ben] = [await person('Olga Owner'), await person('Ben Asker')];
  const { page } = olga;
  await page.goto(`${world.url}channels/create`);
  await page.getByRole('textbox', { name: 'Space name' }).click();
  await page.keyboard.type('Night Sailors');
  // The arrow keys choose who may join.
  await page.getByRole('radiogroup', { name: 'Who can join' }).getByRole('radio', { name: 'Everyone' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Approval required' })).toBeChecked();
  await expect(page.getByText('You decide who joins')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  const sid = new URL(page.url()).pathname.split('/')[3]!;

  await ben.page.goto(`${world.url}spaces/${sid}/join`);
  await expect(ben.page.getByText('The owner approves new members.')).toBeVisible();
  await expectAccessible(ben.page);
  await ben.page.getByRole('textbox', { name: 'Message to the owner' }).focus();
  await ben.page.keyboard.type('I have sailed since I was six');
  await ben.page.keyboard.press('Tab');
  await ben.page.keyboard.press('Enter');
  // The owner sees it where she is, for a few seconds.
  const notice = page.getByRole('region', { name: 'Notifications' }).getByText('Ben Asker wants to join Night Sailors');
  await Promise.all([
    expect(ben.page.getByRole('status').getByText('Request sent')).toBeVisible(),
    expect(notice).toBeVisible(),
  ]);
  await expectAccessible(ben.page);

  await page.getByRole('link', { name: 'Join requests, 1 pending' }).click();
  const queue = page.getByRole('region', { name: 'Join requests' });
  await expect(queue.getByRole('article', { name: 'Ben Asker' })).toContainText('I have sailed since I was six');
  await expectAccessible(page);
  await queue.getByRole('button', { name: 'Accept Ben Asker' }).focus();
  // He is a member without having done anything, and is told so for a few seconds.
  const membership = ben.page.getByText('You are now a member of Night Sailors');
  await Promise.all([page.keyboard.press('Enter'), expect(membership).toBeVisible()]);
  await expect(queue.getByText('No requests')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Requests', exact: true })).toBeVisible();
  await expect(queue).toBeFocused();

  await ben.page.getByRole('link', { name: 'Open space' }).click();
  await expect(
    ben.page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'General' }),
  ).toBeVisible();

  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'More for Ben Asker' }).click();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(
    ben.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Night Sailors' }),
  ).toHaveCount(0);
  await ben.page.goto(`${world.url}spaces/${sid}/join`);
  await expect(ben.page.getByText('You were removed from this space.')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Request to join' }).click();
  await expect(page.getByRole('tab', { name: 'Requests (1)' })).toBeVisible();
  await page.getByRole('tab', { name: 'Requests (1)' }).click();
  await queue.getByRole('button', { name: 'Decline Ben Asker' }).click();
  await expect(ben.page.getByRole('status').getByText('You can ask again from')).toBeVisible();
  await expectAccessible(ben.page);
});

test('R118 a link is ended by its maker, and opens nothing any more; a new one does @soak', async ({
  person,
  world,
}) => {
  const [olga, ben] = [await person('Olga Linker'), await person('Ben Follower')];
  const { page } = olga;
  await page.goto(`${world.url}channels/create`);
  await page.getByRole('textbox', { name: 'Space name' }).click();
  await page.keyboard.type('Closed Circle');
  await page.getByRole('radio', { name: 'Invite only' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  const sid = new URL(page.url()).pathname.split('/')[3]!;
  await page.goto(`${world.url}channels/invite/${sid}`);
  const code = page.getByRole('region', { name: 'Link' }).getByRole('code');
  const first = (await code.textContent())!;
  await expect(page.getByText(/^Expires/)).toBeVisible();
  await ben.page.goto(first);
  await expect(ben.page.getByRole('button', { name: 'Join space' })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('Link revoked')).toBeVisible();
  await expectAccessible(page);
  await ben.page.goto(first);
  await expect(ben.page.getByText('Invalid invitation')).toBeVisible();
  await page.getByRole('button', { name: 'Create new link' }).click();
  await expect(code).not.toHaveText(first);
  await ben.page.goto((await code.textContent())!);
  await ben.page.getByRole('button', { name: 'Join space' }).click();
  await expect(ben.page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
});
