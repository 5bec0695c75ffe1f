// What is being read keeps its position, whatever arrives above and below it.
import { scrollFrames } from '../kit/frames.ts';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { accountOf } from '../kit/accountOf.ts';
import { connectPerson } from '../kit/connectPerson.ts';
import { conversationRow } from '../kit/conversationRows.ts';
import { expect, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

const lines = (index: number) =>
  Array.from({ length: 1 + (index % 4) }, (_, line) => `message ${index}, line ${line}`).join('\n');

test('B13 P4 no row jumps while older messages come in above and new ones below @soak', async ({ person, world }) => {
  const alice = await person('Ila Steady');
  const { page } = alice;
  const bob = await connectPerson(world.gateway, alice.phone.replace(/^\+4917/, '+4919'), 'Ivo Busy');
  const { conversation } = await bob.call('conversation.create', {
    type: 'group',
    name: 'Stream',
    identifiers: [(await accountOf(page)).identifier],
    requestId: 'steady'.padEnd(24, '0'),
  });
  let said = 0;
  const say = () =>
    bob.call('message.sendGroupMessage', {
      id: `steady${String((said += 1)).padStart(18, '0')}`,
      conversation: { conversationId: conversation!.conversionId, conversationType: 'group' },
      content: [{ type: 'text', message: JSON.stringify({ text: lines(said) }) }],
    });

  const newest = page.getByRole('log').getByText('message 150, line 0');
  for (let index = 0; index < 150; index += 1) await say();
  await expect(page.getByRole('link', { name: /^Stream, 15\d unread/ })).toBeVisible();
  await page.getByRole('link', { name: /^Stream/ }).click();
  await page.getByRole('button', { name: /new messages$/ }).click();
  await expect(newest).toBeInViewport();
  await page.reload(); // the newest page alone
  await expect(newest).toBeInViewport();
  await page.getByRole('log').evaluate((log) => {
    log.scrollTop -= 600;
  });
  await page.waitForTimeout(300); // measured, and no longer moving

  let going = true;
  const stream = (async () => {
    while (going) await Promise.all([say(), new Promise((resolve) => setTimeout(resolve, 15))]);
  })();
  const before = said;
  const frames = [
    ...(await page.evaluate(scrollFrames, { frames: 150, step: 40, look: true })),
    ...(await page.evaluate(scrollFrames, { frames: 60, step: 0, look: true })),
  ];
  // A page of older messages that is on its way comes in while nothing is scrolled.
  const cameIn = () => frames.some(({ grown }) => grown > 600);
  while (!cameIn()) frames.push(...(await page.evaluate(scrollFrames, { frames: 60, step: 0, look: true })));
  going = false;
  await stream;
  expect(said - before).toBeGreaterThan(20);
  expect(Math.max(...frames.map(({ moved }) => moved))).toBeLessThanOrEqual(1);
  await expect(page.getByRole('button', { name: /new messages/ })).toBeVisible();

  // A message of one's own is shown, also when the page is so slow that an answer to it arrives in the same frame.
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.type('here I am');
  await page.evaluate(() => {
    const block = () => {
      const end = performance.now() + 2_000;
      while (performance.now() < end);
    };
    addEventListener('keydown', () => setTimeout(block), { once: true });
  });
  await page.keyboard.press('Enter');
  await say();
  await expect(page.getByRole('log').getByText('here I am')).toBeInViewport();
});

test('R215 R171 a long message is folded, a quote leads there and back, and turning the phone moves nothing', async ({
  person,
  world,
}) => {
  const alice = await person('Ivy Steady', { viewport: { width: 390, height: 844 } });
  const { page } = alice;
  const bob = await connectPerson(world.gateway, alice.phone.replace(/^\+4917/, '+4919'), 'Ian Long');
  const { conversation } = await bob.call('conversation.create', {
    type: 'group',
    name: 'Folds',
    identifiers: [(await accountOf(page)).identifier],
    requestId: 'folds'.padEnd(24, '0'),
  });
  const idOf = (index: number) => `folds${String(index).padStart(19, '0')}`;
  const say = (from: number, bodies: object[]) =>
    bob.call('message.sendInOrder', {
      conversation: { conversationId: conversation!.conversionId, conversationType: 'group' },
      messages: bodies.map((body, index) => ({
        id: idOf(from + index),
        content: [{ type: 'text', message: JSON.stringify(body) }],
      })),
    });
  await conversationRow(page, 'Folds').click();
  const log = page.getByRole('log');
  await expect(log).toBeVisible();
  const text = (index: number) => ({ text: `row ${index}: ${'and a few more words '.repeat(index % 5)}` });
  await say(0, [
    { text: `Ten pages\n${'One of many lines.\n'.repeat(200)}The last line` },
    ...Array.from({ length: 29 }, (_, at) => text(at + 1)),
  ]);
  await say(
    30,
    Array.from({ length: 30 }, (_, at) => text(at + 30)),
  );
  await say(60, [{ text: 'As I wrote there', quote: { id: idOf(0), author: bob.identifier, text: 'Ten pages' } }]);
  const answer = log.getByText('As I wrote there');
  await expect(answer).toBeInViewport();

  await log.getByRole('button', { name: /Ten pages/ }).click();
  const long = log.getByRole('article').filter({ hasText: 'One of many lines.' });
  await expect(long).toBeInViewport();
  expect((await long.boundingBox())!.height).toBeLessThan(844);
  const unfold = log.getByRole('button', { name: 'Show more' });
  // Where it was pressed: to press it, it may have to be scrolled into view.
  await long.evaluate((row) =>
    row.addEventListener('click', () => (row.dataset['pressedAt'] = String(row.getBoundingClientRect().top)), {
      capture: true,
    }),
  );
  // A press is not lost when the list scrolls meanwhile.
  await expect(async () => {
    if ((await unfold.count()) === 0) return;
    await unfold.hover();
    await page.mouse.down();
    await log.evaluate(async (list) => {
      list.scrollTop += list.scrollTop > 0 ? -1 : 1;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
    await page.mouse.up();
    await expect(unfold).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: scaledTimeout(60_000) });
  await expect.poll(async () => (await long.boundingBox())!.height).toBeGreaterThan(2_000);
  const pressedAt = Number(await long.getAttribute('data-pressed-at'));
  expect(Math.abs((await long.boundingBox())!.y - pressedAt)).toBeLessThanOrEqual(1);

  await page.getByRole('button', { name: 'Back to the reply' }).click();
  await expect(answer).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Back to the reply' })).toHaveCount(0);

  // Turned, the end stays at the end, and a row in the middle stays in view.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(answer).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(answer).toBeInViewport();
  await log.hover();
  await page.mouse.wheel(0, -900);
  await expect(answer).not.toBeInViewport();
  const first = await log.evaluate((element) => {
    const { top: edge } = element.getBoundingClientRect();
    return [...element.querySelectorAll<HTMLElement>('[data-message]')].find(
      (row) => row.getBoundingClientRect().top >= edge,
    )!.dataset['message']!;
  });
  const anchored = page.locator(`[data-message="${first}"]`);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(anchored).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(anchored).toBeInViewport();
});
