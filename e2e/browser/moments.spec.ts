// A day of moments: an author, a follower, a stranger and a visitor.
import { call } from '@amber/gateway/testing/client';
import type { Locator, Page } from '@playwright/test';
import { accountOf } from '../kit/accountOf.ts';
import { expect, expectAccessible, pagesAlone, type Person, test } from '../kit/world.ts';

test.use(pagesAlone);

const toMoments = ({ page }: Person) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moments' }).click();
const feed = (page: Page) => page.getByRole('region', { name: 'Latest moments' });
const momentOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

/** Writes a moment by the keyboard, for these readers. */
async function post({ page }: Person, text: string, readers?: string): Promise<void> {
  await page.getByRole('textbox', { name: 'What is on your mind?' }).click();
  await page.keyboard.type(text);
  if (readers) {
    await page.getByRole('button', { name: /^Who can read it/ }).click();
    await page.getByRole('menuitem', { name: readers, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'What is on your mind?' })).toHaveValue('');
}

async function choose(page: Page, text: string, item: string): Promise<void> {
  await momentOf(page, text).getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('R133 R134 an author, a follower and a stranger post, follow, like, answer, change and remove', async ({
  person,
}) => {
  const [anna, ben, cara] = [await person('Anna Author'), await person('Ben Follower'), await person('Cara Stranger')];
  await toMoments(anna);
  await post(anna, 'For all to read');
  await expect(momentOf(anna.page, 'For all to read').getByText('Waiting to be posted')).toHaveCount(0);
  await post(anna, 'For my contacts', 'Contacts');
  await expect(momentOf(anna.page, 'For my contacts').getByText('Contacts', { exact: true })).toBeVisible();
  await expectAccessible(anna.page);

  // Ben finds her by her post, and follows her.
  await toMoments(ben);
  await expect(momentOf(ben.page, 'For all to read')).toBeVisible();
  await expect(momentOf(ben.page, 'For my contacts')).toHaveCount(0);
  await momentOf(ben.page, 'For all to read').getByRole('link', { name: 'Anna Author' }).click();
  await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(ben.page.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(ben.page.getByText('1 follower')).toBeVisible();
  await expectAccessible(ben.page);
  await ben.page.getByRole('link', { name: 'Back to Moments' }).click();
  await ben.page.getByRole('radio', { name: 'Following' }).locator('..').click();
  await expect(momentOf(ben.page, 'For all to read')).toBeVisible();
  await momentOf(ben.page, 'For all to read').getByRole('button', { name: /^Like/ }).click();
  await expect(
    momentOf(ben.page, 'For all to read').getByRole('button', { name: /^Like/, pressed: true }),
  ).toBeVisible();
  await momentOf(ben.page, 'For all to read').getByRole('link', { name: 'Comment' }).click();
  await ben.page.getByRole('textbox', { name: 'Write a comment' }).click();
  await ben.page.keyboard.type('Well said');
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('region', { name: 'Comments' }).getByText('Well said')).toBeVisible();
  await expectAccessible(ben.page);

  // Anna is told once for each, and answers.
  await expect(anna.page.getByRole('link', { name: /Activity · 3 new/ })).toBeVisible();
  await anna.page.getByRole('link', { name: /Activity/ }).click();
  await expect(anna.page.getByText('Ben Follower liked your post')).toBeVisible();
  await expect(anna.page.getByText('Ben Follower followed you')).toBeVisible();
  await expectAccessible(anna.page);
  await anna.page.getByText('Ben Follower commented on your post').click();
  const comments = anna.page.getByRole('region', { name: 'Comments' });
  await comments.getByRole('button', { name: 'Reply to Ben Follower' }).click();
  await anna.page.keyboard.type('Thank you');
  await anna.page.keyboard.press('Enter');
  await expect(comments.getByRole('article', { name: 'Anna Author' })).toContainText('@Ben Follower Thank you');
  await anna.page.getByRole('link', { name: 'Back to Moments' }).click();
  await expect(anna.page.getByRole('link', { name: 'Activity', exact: true })).toBeVisible();

  // Cara reads along; what she hides stays hidden for her alone.
  await toMoments(cara);
  await expect(momentOf(cara.page, 'For all to read').getByRole('link', { name: '2 comments' })).toBeVisible();
  await choose(cara.page, 'For all to read', 'Hide posts by Anna Author');
  await expect(momentOf(cara.page, 'For all to read')).toHaveCount(0);
  await cara.page.reload();
  await expect(feed(cara.page)).toBeVisible();
  await expect(momentOf(cara.page, 'For all to read')).toHaveCount(0);

  // Anna changes one and removes the other.
  await choose(anna.page, 'For all to read', 'Edit');
  const dialog = anna.page.getByRole('dialog', { name: 'Edit post' });
  await dialog.getByRole('textbox', { name: 'Text' }).click();
  await anna.page.keyboard.press('Control+A');
  await anna.page.keyboard.type('For all to see');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(momentOf(anna.page, 'For all to see').getByText('edited')).toBeVisible();
  await choose(anna.page, 'For my contacts', 'Delete');
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(momentOf(anna.page, 'For my contacts')).toHaveCount(0);
});

test('R135 what is new waits behind a number, the place is kept, and a post is written offline', async ({
  person,
  newcomer,
  world,
}) => {
  const [anna, ben] = [await person('Anna Reader'), await person('Ben Writer')];
  const { token } = await accountOf(ben.page);
  const url = world.url.replace('/chat/', '');
  for (let n = 1; n <= 30; n += 1) await call(url, 'circle.post', { text: `number ${n} of many` }, { token });
  await toMoments(anna);
  await expect(momentOf(anna.page, 'number 30 of many')).toBeVisible();
  await momentOf(anna.page, 'number 11 of many').scrollIntoViewIfNeeded();
  await expect(momentOf(anna.page, 'number 1 of many')).toBeAttached();
  await momentOf(anna.page, 'number 15 of many').scrollIntoViewIfNeeded();
  await expect(momentOf(anna.page, 'number 15 of many')).toBeInViewport();

  // Elsewhere and back: the same place, and what is new does not move it.
  await call(url, 'circle.post', { text: 'the latest' }, { token });
  await momentOf(anna.page, 'number 15 of many').getByRole('link', { name: 'Comment' }).click();
  await expect(anna.page.getByRole('heading', { name: 'Post by Ben Writer' })).toBeVisible();
  await anna.page.getByRole('link', { name: 'Back to Moments' }).click();
  await expect(anna.page.getByRole('button', { name: '1 new post' })).toBeVisible();
  await expect(momentOf(anna.page, 'number 15 of many')).toBeInViewport();
  await anna.page.getByRole('button', { name: '1 new post' }).click();
  await expect(momentOf(anna.page, 'the latest')).toBeInViewport();

  // Offline: what is stored is read, what is written waits.
  world.proxy.set({ offline: true });
  await anna.page.getByRole('textbox', { name: 'What is on your mind?' }).click();
  await anna.page.keyboard.type('From the tunnel');
  await anna.page.keyboard.press('Control+Enter');
  await expect(momentOf(anna.page, 'From the tunnel').getByText('Waiting to be posted')).toBeVisible();
  world.proxy.set({ offline: false });
  await expect(momentOf(anna.page, 'From the tunnel').getByText('Waiting to be posted')).toHaveCount(0, {
    timeout: 60_000,
  });
  await expect(momentOf(anna.page, 'From the tunnel')).toHaveCount(1);

  // A visitor reads; liking asks for a sign-in.
  const { page } = await newcomer('Visitor');
  await page.goto(`${world.url}moments`);
  await expect(momentOf(page, 'From the tunnel')).toBeVisible();
  await expectAccessible(page);
  await momentOf(page, 'From the tunnel').getByRole('button', { name: /^Like/ }).click();
  await expect(page).toHaveURL(/login\?redirect_url=/);
});
