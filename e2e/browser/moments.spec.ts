// A day of moments: an author, a follower, a stranger and a visitor.
import type { Locator, Page } from '@playwright/test';
import { connectClient } from '../../tools/client.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import { expect, expectAccessible, withoutServiceWorker, type Person, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const openMoments = ({ page }: Person) =>
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

async function chooseMenuItem(page: Page, text: string, item: string): Promise<void> {
  await momentOf(page, text).getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('R133 R134 an author, a follower and a stranger post, follow, like, answer, change and remove @journey', async ({
  person,
}) => {
  const [anna, ben, cara] = await Promise.all([person('Anna Author'), person('Ben Follower'), person('Cara Stranger')]);
  await openMoments(anna);
  await post(anna, 'For all to read');
  await expect(momentOf(anna.page, 'For all to read').getByText('Waiting to be posted')).toHaveCount(0);
  await post(anna, 'For my contacts', 'Contacts');
  await expect(momentOf(anna.page, 'For my contacts').getByText('Contacts', { exact: true })).toBeVisible();
  await expectAccessible(anna.page);

  // Ben finds her by her post, and follows her.
  await openMoments(ben);
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
  await openMoments(cara);
  await expect(momentOf(cara.page, 'For all to read').getByRole('link', { name: '2 comments' })).toBeVisible();
  await chooseMenuItem(cara.page, 'For all to read', 'Hide posts by Anna Author');
  await expect(momentOf(cara.page, 'For all to read')).toHaveCount(0);
  await cara.page.reload();
  await expect(feed(cara.page)).toBeVisible();
  await expect(momentOf(cara.page, 'For all to read')).toHaveCount(0);

  // What is for a space is read on its page.
  await cara.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Welcome' }).click();
  const ofSpace = cara.page.getByRole('tabpanel', { name: 'Moments' });
  await ofSpace.getByRole('textbox', { name: 'What is on your mind?' }).click();
  await cara.page.keyboard.type('For the space');
  await cara.page.keyboard.press('Control+Enter');
  await expect(ofSpace.getByRole('article').filter({ hasText: 'For the space' })).toBeVisible();
  await expectAccessible(cara.page);

  // Anna changes one and removes the other.
  await chooseMenuItem(anna.page, 'For all to read', 'Edit');
  const dialog = anna.page.getByRole('dialog', { name: 'Edit post' });
  await dialog.getByRole('textbox', { name: 'Text' }).click();
  await anna.page.keyboard.press('Control+A');
  await anna.page.keyboard.type('For all to see');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(momentOf(anna.page, 'For all to see').getByText('edited')).toBeVisible();
  await chooseMenuItem(anna.page, 'For my contacts', 'Delete');
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(momentOf(anna.page, 'For my contacts')).toHaveCount(0);
});

const oneColour = (name: string, colour: readonly [number, number, number]) =>
  pictureFile(name, 320, 200, () => colour);

test('R133 R223 pictures are picked, pasted, described and posted from the tunnel, and others look at them one by one @soak', async ({
  person,
  world,
}) => {
  const [anna, ben] = await Promise.all([person('Anna Photographer'), person('Ben Onlooker')]);
  const { page } = anna;
  await openMoments(anna);
  const pick = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add pictures' }).click(),
    ]);
    await chooser.setFiles(files);
  };
  const added = page.getByRole('list', { name: 'Pictures of this post' }).getByRole('listitem');
  await pick(oneColour('green.png', [30, 170, 60]), oneColour('blue.png', [30, 60, 220]));
  await expect(added).toHaveCount(2);
  await page.getByRole('textbox', { name: 'What is on your mind?' }).click();
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [...oneColour('pasted.png', [220, 30, 30]).buffer],
  );
  await expect(added).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove picture 3' }).click();
  await expect(added).toHaveCount(2);
  await page.getByRole('button', { name: 'Describe picture 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await page.keyboard.type('A green hill');
  await page.keyboard.press('Enter');
  await expect(added.first().getByText('A green hill')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Anna Photographer' })).toHaveCount(0); // the dialog's Enter is its own
  await expectAccessible(page);
  await pick({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText(/Choose a JPEG/)).toBeVisible();
  await expect(added).toHaveCount(2);

  // They are kept as long as they are not posted.
  await page.reload();
  await expect(added).toHaveCount(2);
  await expect(added.first().getByText('A green hill')).toBeVisible();

  // No words are needed. What waits is there after a reload.
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeEnabled();
  world.proxy.set({ offline: true });
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const waiting = page.getByRole('article').filter({ hasText: '0 of 2 pictures uploaded' });
  await expect(waiting.getByRole('img', { name: 'A green hill' })).toBeVisible();
  await expect(added).toHaveCount(0);
  world.proxy.set({ offline: false });
  await page.reload();
  await expect(page.getByRole('button', { name: 'A green hill' })).toBeVisible();
  await expect(page.getByText(/pictures uploaded|Waiting to be posted/)).toHaveCount(0);
  await expect(added).toHaveCount(0);
  await page.getByRole('article', { name: 'Anna Photographer' }).getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit post' });
  await editor.getByRole('textbox', { name: 'Describe picture 2' }).click();
  await page.keyboard.type('A blue lake');
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'A blue lake' })).toBeVisible();

  await openMoments(ben);
  const post = ben.page.getByRole('article', { name: 'Anna Photographer' });
  await expect
    .poll(() =>
      post.locator('img').evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBeGreaterThanOrEqual(2);
  await expectAccessible(ben.page);
  await post.getByRole('button', { name: 'A green hill' }).click();
  const gallery = ben.page.getByRole('dialog', { name: 'Anna Photographer' });
  await expect(gallery.getByText('1 of 2')).toBeVisible();
  await ben.page.keyboard.press('ArrowRight');
  await expect(gallery.getByText('2 of 2')).toBeVisible();
  await gallery.getByRole('button', { name: 'Previous picture' }).click();
  await expect(gallery.getByRole('img', { name: 'A green hill' })).toBeVisible();
  await expectAccessible(ben.page);
  await ben.page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(post.getByRole('button', { name: 'A green hill' })).toBeFocused();
});

test('R135 what is new waits behind a number, the place is kept, and a post is written offline', async ({
  person,
  newcomer,
  world,
}) => {
  // Ben writes from elsewhere.
  const codes = new Map<string, string>();
  const phone = '+4930555501';
  void world.gateway.codeFor(phone).then((code) => codes.set(phone, code));
  const [anna, ben] = await Promise.all([
    person('Anna Reader'),
    connectClient(`http://127.0.0.1:${world.gateway.port}`, codes, phone),
  ]);
  await ben.call('user.updateUserInfo', { lastName: 'Ben Writer', avatar: '' });
  for (let n = 1; n <= 30; n += 1) await ben.call('circle.post', { text: `number ${n} of many` });
  await openMoments(anna);
  await expect(momentOf(anna.page, 'number 30 of many')).toBeVisible();
  await momentOf(anna.page, 'number 11 of many').scrollIntoViewIfNeeded();
  await expect(momentOf(anna.page, 'number 1 of many')).toBeAttached();
  await momentOf(anna.page, 'number 15 of many').scrollIntoViewIfNeeded();
  await expect(momentOf(anna.page, 'number 15 of many')).toBeInViewport();

  // Elsewhere and back: the same place, and what is new does not move it.
  await ben.call('circle.post', { text: 'the latest' });
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
  await expect(momentOf(anna.page, 'From the tunnel').getByText('Waiting to be posted')).toHaveCount(0);
  await expect(momentOf(anna.page, 'From the tunnel')).toHaveCount(1);

  // A visitor reads; liking asks for a sign-in.
  const { page } = await newcomer('Visitor');
  await page.goto(`${world.url}moments`);
  await expect(momentOf(page, 'From the tunnel')).toBeVisible();
  await expectAccessible(page);
  await momentOf(page, 'From the tunnel').getByRole('button', { name: /^Like/ }).click();
  await expect(page).toHaveURL(/login\?redirect_url=/);
});
