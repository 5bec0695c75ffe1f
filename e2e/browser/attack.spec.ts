// Bodies that lie and hands that slip: albums of other clients, and what interrupts the sending of pictures.
import type { Page } from '@playwright/test';
import { busName } from '@amber/client/bus';
import { accountOf } from '../kit/accountOf.ts';
import { connectPerson } from '../kit/connectPerson.ts';
import { conversationRow } from '../kit/conversationRows.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import { findHorizontalOverflow } from '../kit/screenChecks.ts';
import {
  expect,
  expectAccessible,
  message,
  messageInput,
  openChat,
  sendMessage,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const albums = (page: Page) => log(page).getByRole('group', { name: /^Album of/ });
const photos = (page: Page) => log(page).getByRole('img', { name: /^Photo/ });
const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const choose = (page: Page, names: readonly string[]) =>
  page.locator('input[type="file"]').setInputFiles(names.map((name) => pictureFile(name, 700, 500)));

/** The bodies of pictures that no build sends, the oldest first. */
const hostilePictures = (): object[] => {
  const picture = {
    file: { key: 'k', uri: 'u', digest: 'd', preview: '' },
    name: 'a.png',
    size: 1,
    mime: 'image/png',
    width: 400,
    height: 300,
  };
  const many = (count: number, of: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => ({ ...picture, ...of(index) }));
  const claims: object[] = [
    { id: 'c', index: -1, count: 3 },
    { id: 'c', index: 1.5, count: 3 },
    { id: 'c', index: 2, count: 1e9 },
    { id: 'c'.repeat(9_000), index: 0, count: 2 },
    { id: { toString: 'c' }, index: '0', count: null },
  ];
  const shapes = [
    { width: 1e9, height: 1 },
    { width: 1, height: 1e9 },
  ];
  return [
    { ...picture, caption: 'the oldest' },
    ...many(100, (index) => ({ album: { id: 'a', index: index % 10, count: 10 } })),
    ...many(12, (index) => ({ album: { id: 'b', index, count: 100 } })),
    ...claims.map((album) => ({ ...picture, album })),
    ...shapes.map((shape, index) => ({ ...picture, ...shape, album: { id: 'd', index, count: 2 } })),
    ...shapes.map((shape) => ({ ...picture, ...shape })),
    { ...picture, caption: 'x'.repeat(9_000) },
    { ...picture, caption: 'line\n'.repeat(1_500) },
    { ...picture, caption: `\u202Egnp.exe \u2066\u2067 abc \u202Ddef${'\u0301'.repeat(300)}` },
    { ...picture, name: '\u202Egnp.exe' },
    { ...picture, caption: 'the newest' },
  ];
};

test('R212 R215 albums and captions that lie about themselves stay within their rows @soak', async ({
  person,
  world,
}) => {
  const { page, phone } = await person('Ana Attacked');
  const mallory = await connectPerson(world.gateway, phone.replace(/^\+4917/, '+4919'), 'Mal Lory');
  const { conversation } = await mallory.call('conversation.create', {
    type: 'group',
    name: 'Hostile',
    identifiers: [(await accountOf(page)).identifier],
    requestId: 'hostile'.padEnd(24, '0'),
  });
  const contents = hostilePictures().map((body, index) => ({
    id: `hos${String(index).padStart(21, '0')}`,
    content: [{ type: 'image', message: JSON.stringify(body) }],
  }));
  for (let at = 0; at < contents.length; at += 20)
    await mallory.call('message.sendInOrder', {
      conversation: { conversationId: conversation!.conversionId, conversationType: 'group' },
      messages: contents.slice(at, at + 20),
    });

  /** What is wrong on screen: controls beyond the window, and rows or albums that are too large. */
  const findProblems = async () => [
    ...(await findHorizontalOverflow(page)),
    ...(await log(page).evaluate((list) => [
      ...[...list.querySelectorAll('[role="group"]')]
        .filter((album) => album.querySelectorAll('[data-message]').length > 10)
        .map(() => 'an album of more than ten'),
      ...[...list.querySelectorAll('article')]
        .filter((row) => row.offsetHeight > 2 * list.clientHeight)
        .map((row) => `a row of ${row.offsetHeight} pixels`),
    ])),
  ];
  await conversationRow(page, 'Hostile').click();
  await expect(message(page, 'the oldest')).toBeInViewport();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await log(page).focus();
    const problems: string[] = [];
    await page.keyboard.press('Escape'); // to the end
    await expect(message(page, 'the newest')).toBeInViewport();
    await expectAccessible(page);
    await log(page).hover();
    await expect(async () => {
      problems.push(...(await findProblems()));
      await page.mouse.wheel(0, -700);
      await expect(message(page, 'the oldest')).toBeInViewport({ timeout: 50 });
    }).toPass({ intervals: [50] });
    expect(problems).toEqual([]);
  }
});

test('R212 R211 ten Escapes, Back, a lost network, a reload and a second tab lose no picture @soak', async ({
  person,
  world,
}) => {
  const alice = await person('Ada Attack');
  const bob = await person('Ben Attack');
  const { page } = alice;
  await openChat(alice, bob.name);
  await sendMessage(alice, 'first');
  await conversationRow(bob.page, alice.name).click();
  const url = page.url();

  await test.step('Escape closes a menu, and nothing after it', async () => {
    await messageInput(page).pressSequentially('kept text');
    await message(page, 'first').click({ button: 'right', position: { x: 4, y: 4 } });
    await expect(page.getByRole('menu')).toBeVisible();
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('Escape');
    expect(page.url()).toBe(url);
    await expect(messageInput(page)).toHaveValue('kept text');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
  });

  await test.step('Back during an upload', async () => {
    world.proxy.set({ latency: 800 });
    await choose(page, ['up1.png', 'up2.png', 'up3.png']);
    await messageInput(page).pressSequentially('uploading');
    await page.keyboard.press('Enter');
    await expect(albums(page)).toHaveCount(1);
    await page.goBack();
    await expect(log(page)).toHaveCount(0);
    world.proxy.set({ latency: 0 });
    await expect(photos(bob.page)).toHaveCount(3);
    await page.goto(url);
    await expect(albums(page)).toHaveCount(1);
  });

  await test.step('no network in the middle of an album', async () => {
    await choose(page, ['off1.png', 'off2.png', 'off3.png', 'off4.png']);
    await messageInput(page).pressSequentially('offline album');
    world.proxy.set({ slice: 1, latency: 100 });
    await page.keyboard.press('Enter');
    await expect(albums(page)).toHaveCount(2);
    world.proxy.set({ offline: true, latency: 0, slice: 0 });
    await expect(page.getByRole('status', { name: 'Connection' })).not.toBeEmpty();
    world.proxy.set({ offline: false });
    await expect(photos(bob.page)).toHaveCount(7);
    await expect(albums(bob.page)).toHaveCount(2);
    expect(await photos(bob.page).evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))).toEqual(
      ['up1', 'up2', 'up3', 'off1', 'off2', 'off3', 'off4'].map((name) => `Photo ${name}.png`),
    );
  });

  await test.step('attachments outlive a reload, also in a second tab, and are sent once', async () => {
    await choose(page, ['tab1.png', 'tab2.png']);
    await messageInput(page).pressSequentially('two tabs');
    const other = await alice.context.newPage();
    await expect(async () => {
      await other.goto(url);
      await expect(attachments(other)).toHaveCount(2, { timeout: 2_000 });
      await expect(messageInput(other)).toHaveValue('two tabs', { timeout: 2_000 });
    }).toPass();
    await page.reload();
    await expect(attachments(page)).toHaveCount(2);
    await expect(messageInput(page)).toHaveValue('two tabs');
    await page.bringToFront();
    await messageInput(page).press('Enter');
    await expect(albums(bob.page)).toHaveCount(3);
    await other.reload();
    await expect(albums(other)).toHaveCount(3);
    await expect(attachments(other)).toHaveCount(0);
    await expect(messageInput(other)).toHaveValue('');
  });
});

test('R212 seven hundred forwards at once are all sent, and the page goes on @soak', async ({ person }) => {
  const alice = await person('Ada Forwards');
  await person('Ben Forwards');
  const { page } = alice;
  await openChat(alice, 'Ben Forwards');
  await sendMessage(alice, 'first');
  await expect(message(page, 'first').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  const outcomes = await page.evaluate(async (name) => {
    const bus = new BroadcastChannel(name);
    const conversationId = location.pathname.split('/').at(-1)!;
    const of = document.querySelector<HTMLElement>('article[data-message]')!.dataset['message']!;
    const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 24);
    const calls = Array.from({ length: 700 }, () => crypto.randomUUID());
    const waiting = new Set<string>(calls);
    const outcomes = new Set<string>();
    await new Promise<void>((resolve) => {
      bus.onmessage = ({ data }: MessageEvent<{ kind: string; call: string }>) => {
        if (!waiting.delete(data.call)) return;
        outcomes.add(data.kind);
        if (waiting.size === 0) resolve();
      };
      for (const call of calls) {
        const request = { conversationId, messages: [{ id: newId(), of }] };
        bus.postMessage({ kind: 'call', page: 'test', call, name: 'forward', request });
      }
    });
    bus.close();
    return [...outcomes];
  }, busName);
  expect(outcomes).toEqual(['answer']);
  // Messages are sent in order.
  await sendMessage(alice, 'after them all');
  await expect(message(page, 'after them all').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
