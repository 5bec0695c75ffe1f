// A chat opens at its first unread message wherever that lies, and only what was on screen counts as read.
import type { Page } from '@playwright/test';
import type { Client } from '../../tools/client.ts';
import { accountOf } from '../kit/accountOf.ts';
import { connectPerson, createWriter } from '../kit/connectPerson.ts';
import { conversationRow } from '../kit/conversationRows.ts';
import { expect, test, type Person, withoutServiceWorker, type World } from '../kit/world.ts';

test.use(withoutServiceWorker);

interface Flood {
  bob: Client;
  conversationId: string;
  /** Sends the next messages: 'message 1', 'message 2', … */
  send(count: number): Promise<void>;
}

/** Somebody who writes to a group with Alice, through the gateway's calls. */
async function startFlood(alice: Person, { gateway }: World): Promise<Flood> {
  const bob = await connectPerson(gateway, alice.phone.replace(/^\+4917/, '+4919'), 'Noor Busy');
  const { conversation } = await bob.call('conversation.create', {
    type: 'group',
    name: 'Flood',
    identifiers: [(await accountOf(alice.page)).identifier],
    requestId: 'flood'.padEnd(24, '0'),
  });
  const conversationId = conversation!.conversionId;
  const send = createWriter(bob, {
    conversation: { conversationId, conversationType: 'group' },
    series: 'flood',
    textOf: (number) => `message ${number}`,
  });
  return { bob, conversationId, send };
}

const sentMessage = (page: Page, number: number) =>
  page.getByRole('log').getByText(`message ${number}`, { exact: true });
const unreadRow = (page: Page, count: number | string) =>
  conversationRow(page, `Flood, ${typeof count === 'number' ? count.toLocaleString('en') : count} unread messages`);

/** The unread count that the row of the list shows; 0 if it shows none. */
const unreadIn = async (page: Page): Promise<number> =>
  Number(
    /, ([\d,]+) unread message/
      .exec(
        (await conversationRow(page, 'Flood').getAttribute('aria-label')) ??
          (await conversationRow(page, 'Flood').textContent()) ??
          '',
      )?.[1]
      ?.replace(',', '') ?? 0,
  );

/** Puts the page behind another window, and in front again. */
const leave = (page: Page) => page.evaluate(() => void Object.assign(document, { hasFocus: () => false }));
const comeBack = (page: Page) =>
  page.evaluate(() => {
    delete (document as { hasFocus?: unknown }).hasFocus;
    dispatchEvent(new Event('focus'));
  });

/** Scrolls down with the wheel until this message is in view. */
async function wheelTo(page: Page, number: number): Promise<void> {
  await page.getByRole('log').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 700);
    await expect(sentMessage(page, number)).toBeInViewport({ timeout: 50 });
  }).toPass({ intervals: [20] });
}

test('R67 R68 R187 a chat with 80 unread messages opens at the first, and what was on screen is read', async ({
  person,
  world,
}) => {
  const alice = await person('Ana Unread');
  const { page } = alice;
  const flood = await startFlood(alice, world);
  await flood.send(80);
  const row = unreadRow(page, '8[0-9]');
  await expect(row).toBeVisible();
  await expect(row).toHaveAccessibleDescription(/message 80\b/);
  const all = await unreadIn(page);
  await page.goto(`${world.url}channels/me`);
  const other = await alice.context.newPage();
  await other.goto(`${world.url}channels/me`);
  await expect(unreadRow(other, all)).toBeVisible();
  await page.bringToFront();

  await row.focus();
  await page.keyboard.press('Enter');
  await expect(sentMessage(page, 1)).toBeInViewport();
  await expect(page.getByRole('log').getByText(`${all} new messages`)).toBeInViewport();
  await expect(sentMessage(page, 80)).not.toBeInViewport();
  // Read is what was on screen, here and in the other tab.
  await expect(unreadRow(page, all)).toHaveCount(0);
  const afterOpening = await unreadIn(page);
  expect(afterOpening).toBeGreaterThan(30);
  expect(afterOpening).toBeLessThan(all);
  await expect(unreadRow(other, afterOpening)).toBeVisible();
  await expect(page.getByRole('button', { name: `${afterOpening} new messages` })).toBeVisible();

  // A page behind another window is not read.
  await leave(page);
  await wheelTo(page, 40);
  await flood.send(1);
  await expect(unreadRow(page, afterOpening + 1)).toBeVisible();
  await comeBack(page);
  await expect.poll(() => unreadIn(page)).toBeLessThan(afterOpening - 5);
  expect(await unreadIn(page)).toBeGreaterThan(20);

  // To the end reads everything; the way back is offered.
  await page.keyboard.press('Escape');
  await expect(sentMessage(page, 81)).toBeInViewport();
  await expect(conversationRow(page, 'Flood, ').filter({ hasText: 'unread' })).toHaveCount(0);
  await expect.poll(() => unreadIn(page)).toBe(0);
  await expect.poll(() => unreadIn(other)).toBe(0);
  const bar = page.getByRole('button', { name: new RegExp(`^${all} new messages since `) });
  await expect(bar).toBeVisible();
  await page.keyboard.press('Shift+PageUp');
  await expect(sentMessage(page, 1)).toBeInViewport();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(sentMessage(page, 81)).toBeInViewport();

  // What arrives while the page is behind another window is new when the reader returns.
  await leave(page);
  await flood.send(1);
  await flood.send(1);
  await expect(page.getByRole('log').getByText('2 new messages')).toBeInViewport();
  await expect(unreadRow(page, 2)).toBeVisible();
  await comeBack(page);
  await expect.poll(() => unreadIn(page)).toBe(0);
  await expect(page.getByRole('log').getByText('2 new messages')).toBeInViewport();
});

/** Opens the chat after an absence in which so many messages came, and reads a part of them. */
async function returnTo(count: number, alice: Person, flood: Flood, { url }: World): Promise<void> {
  const { page } = alice;
  // Without a page there is no engine, so that the messages are missed.
  await page.goto('about:blank');
  await flood.send(count);
  await page.goto(`${url}channels/me`);
  const row = conversationRow(page, 'Flood');
  await expect.poll(() => unreadIn(page)).toBeGreaterThanOrEqual(count);
  const all = await unreadIn(page);

  await row.click();
  await expect(sentMessage(page, 1)).toBeInViewport();
  await expect(page.getByRole('log').getByText(`${all.toLocaleString('en')} new messages`)).toBeInViewport();
  await expect.poll(() => unreadIn(page)).toBeLessThan(all);
  expect(await unreadIn(page)).toBeGreaterThan(all - 60);

  // Through the rows that are missing here, until well past the first page.
  await wheelTo(page, 130);
  await expect.poll(() => unreadIn(page)).toBeLessThan(all - 120);
  expect(await unreadIn(page)).toBeGreaterThan(all - 200);
  // What is on screen is counted as read a moment later.
  let left = 0;
  await expect(async () => {
    const before = await unreadIn(page);
    await page.waitForTimeout(1_000);
    left = await unreadIn(page);
    expect(left).toBe(before);
  }).toPass();
  // Away and back, it opens where the reader was.
  await page.goto(`${url}channels/me`);
  await expect.poll(() => unreadIn(page)).toBe(left);
  await row.click();
  await expect(page.getByRole('log').getByText(`${left.toLocaleString('en')} new messages`)).toBeInViewport();

  await page.getByRole('button', { name: `${(await unreadIn(page)).toLocaleString('en')} new messages` }).click();
  await expect(sentMessage(page, count)).toBeInViewport();
  await expect.poll(() => unreadIn(page)).toBe(0);
  await page.getByRole('button', { name: new RegExp(`^${left.toLocaleString('en')} new messages since `) }).click();
  await expect(page.getByRole('log').getByText(`${left.toLocaleString('en')} new messages`)).toBeInViewport();
}

/** Opens a chat and leaves it: what it needs for unread messages is then in the browser's cache. */
async function visitFlood({ page }: Person): Promise<void> {
  await conversationRow(page, 'Flood').click();
  // A script that has been loaded is removed from the document.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('messageParts')) &&
          document.querySelector('script[src*="/remotes/chat/"]') === null,
      ),
    )
    .toBe(true);
}

test('R67 R187 offline, what could not be fetched is not read with what follows it; online again, it is fetched @soak', async ({
  person,
  world,
}) => {
  const alice = await person('Ana Offline');
  const { page } = alice;
  const flood = await startFlood(alice, world);
  await visitFlood(alice);
  await page.goto('about:blank');
  // With fewer, the missing messages may be in the middle of what is here, and the way to the end ends at them.
  const count = 1_500;
  await flood.send(count);
  await page.goto(`${world.url}channels/me`);
  await expect.poll(() => unreadIn(page)).toBeGreaterThanOrEqual(count);
  const all = await unreadIn(page);
  world.proxy.set({ offline: true });
  await conversationRow(page, 'Flood').click();
  await wheelTo(page, count);
  await expect(page.getByRole('button', { name: 'new messages' })).toHaveCount(0); // it is at the end
  expect(await unreadIn(page)).toBe(all);

  world.proxy.set({ offline: false });
  await expect(async () => {
    await page.keyboard.press('Shift+PageUp');
    await expect(sentMessage(page, 1)).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => unreadIn(page)).toBeLessThan(all);
  expect(await unreadIn(page)).toBeGreaterThan(all - 60);
});

for (const count of [400, 3_744, 100_000])
  test(`R67 R187 after an absence with ${count} messages a chat opens at the first unread one${count > 1_000 ? ' @soak' : ''}`, async ({
    person,
    world,
  }) => {
    const alice = await person(`Ana ${count}`);
    const flood = await startFlood(alice, world);
    await visitFlood(alice);
    await returnTo(count, alice, flood, world);
  });

test('R67 R215 ten thousand messages that arrive while a chat is open move nothing @soak', async ({
  person,
  world,
}) => {
  const count = 10_000;
  const alice = await person('Ana Live');
  const { page } = alice;
  const flood = await startFlood(alice, world);
  await flood.send(60);
  await conversationRow(page, 'Flood').click();
  await page.getByRole('button', { name: /new messages$/ }).click();
  await expect.poll(() => unreadIn(page)).toBe(0);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -500);
  await expect(page.getByRole('button', { name: 'Jump to the newest message' })).toBeVisible();
  const placeOf = (number: number) => sentMessage(page, number).evaluate((row) => row.getBoundingClientRect().top);
  const before = await placeOf(45);
  await flood.send(count);
  await expect.poll(() => unreadIn(page)).toBe(count);
  expect(Math.abs((await placeOf(45)) - before)).toBeLessThanOrEqual(1);
  expect(await page.getByRole('log').evaluate((log) => log.scrollHeight)).toBeLessThan(60_000);
  await page.getByRole('button', { name: '10,000 new messages' }).click();
  await expect(sentMessage(page, count + 60)).toBeInViewport();
  await expect.poll(() => unreadIn(page)).toBe(0);
});
