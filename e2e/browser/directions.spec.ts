// Right-to-left text, and the whole interface in a right-to-left language; meanwhile the page's title.
import type { Locator, Page } from '@playwright/test';
import { type Client, connectClient } from '../../tools/client.ts';
import { accountOf } from '../kit/accountOf.ts';
import { findHorizontalOverflow, navigateInApp } from '../kit/screenChecks.ts';
import {
  expect,
  expectAccessible,
  message,
  withoutServiceWorker,
  type Person,
  test,
  messageInput,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The visual order of these words in an element, from left to right: each named by its key in `words`. */
const visualOrder = (element: Locator, words: readonly string[]) =>
  element.evaluate((root, sought) => {
    const found = sought.map((word, index) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.textContent!.indexOf(word);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return { index, left: range.getBoundingClientRect().left };
      }
      throw new Error(`${word} is not in ${root.textContent}`);
    });
    return found.sort((a, b) => a.left - b.left).map(({ index }) => index);
  }, words);

/** Expects the words in this order from left to right. */
const expectOrder = (element: Locator, ...words: readonly string[]) =>
  expect
    .poll(() => visualOrder(element, words), { message: words.join(' | ') })
    .toEqual(words.map((_, index) => index));

const box = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, right: x + width, top: y, width, height };
};

/** People without a browser, of these names. */
async function connectClients(person: Person, world: { gateway: Gateway }, ...names: string[]): Promise<Client[]> {
  return Promise.all(
    names.map(async (name, index) => {
      const codes = new Map<string, string>();
      const number = person.phone.replace(/^\+4917/, `+492${index}`);
      void world.gateway.codeFor(number).then((code) => codes.set(number, code));
      const client = await connectClient(`http://127.0.0.1:${world.gateway.port}`, codes, number);
      const { list } = await client.call('user.preparedAvatar', {});
      await client.call('user.updateUserInfo', { lastName: name, avatar: list[0]! });
      return client;
    }),
  );
}
interface Gateway {
  port: number;
  codeFor(phone: string): Promise<string>;
}

let groups = 0;
/** A group, and a function by which its founder writes in it. */
async function createGroup(founder: Client, name: string, ...identifiers: string[]) {
  groups += 1;
  const { conversation } = await founder.call('conversation.create', {
    type: 'group',
    name,
    identifiers,
    requestId: `direction${groups}`.padEnd(24, '0'),
  });
  const { conversionId: conversationId } = conversation!;
  let said = 0;
  return async (text: string) => {
    said += 1;
    await founder.call('message.sendGroupMessage', {
      id: `direction${groups}s${said}`.padEnd(24, '0'),
      conversation: { conversationId, conversationType: 'group' },
      content: [{ type: 'text', message: JSON.stringify({ text }) }],
    });
  };
}

test('R213 Hebrew with English inside, an Arabic name in a line of the group, and code in a right-to-left message', async ({
  person,
  world,
}) => {
  const alice = await person('Dora Directions');
  const { page } = alice;
  const [founder, noura, ali] = await connectClients(alice, world, 'محمد الأحمد', 'نورة', 'علي');
  const { identifier } = await accountOf(page);
  const say = await createGroup(founder!, 'נוער 5', noura!.identifier, ali!.identifier, identifier);
  await say('שלום לכולם, the meeting moved ליום שני');
  await say('First line\nושורה שנייה');
  await say('הריצו את זה:\n```js\nconst answer = 42;\n```');
  await say('> ציטוט ישן\n\n- אחת\n- שתיים');

  // In the list: the name begins next to the picture, as every other does.
  const row = page.getByRole('link', { name: /נוער 5/ });
  const name = row.getByText('נוער 5', { exact: true }).last();
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  const nameLeft = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
  });
  expect(nameLeft).toBeLessThan(2);

  await row.click();
  await expect(page).toHaveTitle('\u2068נוער 5\u2069 – Amber');
  // The sentence stays English: who, did what, whom, in the order in which they were named.
  const line = page.getByRole('note').filter({ hasText: 'created' });
  await expectOrder(line, 'محمد', 'created');
  const people = (await line.textContent())!.split('with ')[1]!;
  const named = ['نورة', 'علي', 'you'].toSorted((a, b) => people.indexOf(a) - people.indexOf(b));
  await expectOrder(line, 'created', 'with', ...named);

  const hebrew = message(page, 'לכולם');
  await expectOrder(hebrew, 'שני', 'the', 'meeting', 'moved', 'לכולם', 'שלום');
  const [lines, around] = [message(page, 'First line'), await box(message(page, 'First line').locator('[dir]').last())];
  const edges = await lines.evaluate((article) => {
    const sides = (word: string) => {
      const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.textContent!.indexOf(word);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }
      throw new Error(word);
    };
    return { first: sides('First line').left, second: sides('ושורה שנייה').right };
  });
  expect(Math.abs(edges.first - around.left)).toBeLessThan(2);
  expect(Math.abs(edges.second - around.right)).toBeLessThan(2);

  const code = message(page, 'const answer').locator('pre');
  await expectOrder(code, 'const', 'answer', '42');
  const codeBox = await box(code);
  const constLeft = await code.locator('code').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });
  expect(constLeft - codeBox.left).toBeLessThan(20);
  const said = message(page, 'const answer').getByText('הריצו');
  await expectOrder(said, 'זה', 'הריצו');

  // A quotation has its bar, and a list its dots, on the side where their words begin.
  const quote = message(page, 'ציטוט').locator('blockquote');
  expect(await quote.evaluate((element) => Number.parseFloat(getComputedStyle(element).borderRightWidth))).toBe(3);
  const items = message(page, 'ציטוט').locator('ul');
  expect(await items.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingRight))).toBe(22);

  // Typed text takes its direction from the first letter.
  await messageInput(page).click();
  await page.keyboard.type('מחר at nine');
  expect(await messageInput(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await page.keyboard.press('Enter');
  await expectOrder(message(page, 'מחר'), 'at', 'nine', 'מחר');
  await expectAccessible(page);

  // Two of my bubbles join at the right, where mine are, whatever their text.
  const { conversation } = await founder!.call('conversation.create', { type: 'private', identifiers: [identifier] });
  await navigateInApp(page, `/channels/me/${conversation!.conversionId}`);
  await expect(page.getByRole('heading', { name: 'محمد الأحمد' })).toBeVisible();
  await messageInput(page).click();
  for (const text of ['ראשון', 'שני']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(message(page, text)).toBeVisible();
  }
  const bubble = message(page, 'ראשון').locator('[dir=auto]').first();
  await expect(bubble).toHaveCSS('border-bottom-right-radius', '4px');
  await expect(bubble).toHaveCSS('border-bottom-left-radius', '14px');
});

/** As a user of a right-to-left language. */
const rightToLeftContext = (url: string) => ({
  storageState: {
    cookies: [],
    origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'amber-language', value: 'ar-XB' }] }],
  },
});

test('R213 the rail, the list, the conversation and its panel are mirrored', async ({ person, world }) => {
  const alice = await person('Mira Mirror', rightToLeftContext(world.url));
  const { page } = alice;
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar-XB',
    'rtl',
  ]);
  const [bob] = await connectClients(alice, world, 'Boaz Mirror');
  const { identifier } = await accountOf(page);
  const say = await createGroup(bob!, 'Mirrors', identifier);
  await say('A first message with `code` and a link: https://example.org/path');
  await say('Second\n\n```\nlet a = 1;\n```\n\n1. one\n2. two');

  await page.getByRole('link', { name: /Mirrors/ }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(message(page, 'Second')).toBeVisible();
  const rail = await box(mainNavigation(page));
  const list = await box(page.getByRole('navigation', { name: 'Conversations' }));
  const middle = await box(log);
  expect(rail.right).toBe(desk.width);
  expect(list.right).toBeLessThanOrEqual(rail.left);
  expect(middle.right).toBeLessThanOrEqual(list.left);
  // A text of the other direction is beside its author, not at the other edge.
  const row = await box(message(page, 'A first message'));
  const text = await box(message(page, 'A first message').locator('[dir=auto]').last());
  expect(text.left - row.left).toBeGreaterThan(row.width / 4);
  expect(row.right - text.right).toBeLessThan(80);
  // My messages are at the end of the line: at the left.
  await messageInput(page).click();
  await page.keyboard.type('mine');
  const sendButton = page.getByRole('button', { name: 'Send' });
  const [input, send] = [await box(messageInput(page)), await box(sendButton)];
  expect(send.right).toBeLessThanOrEqual(input.left + 1);
  await expect(sendButton.locator('svg')).toHaveCSS('scale', '-1 1');
  await page.keyboard.press('Enter');
  await expect(message(page, 'mine')).toBeVisible();
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  expect((await box(page.getByRole('complementary', { name: 'Details' }))).left).toBe(0);
  expect(await findHorizontalOverflow(page)).toEqual([]);
  await expectAccessible(page);

  // The arrow keys resize the list in their visual direction.
  const edge = page.getByRole('separator', { name: 'Resize list' });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  expect(Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  await page.keyboard.press('ArrowRight');
});

test('R213 in a mirrored page a swipe answers in the other direction, and tabs follow their arrows', async ({
  person,
  world,
}) => {
  const touched = { ...rightToLeftContext(world.url), viewport: phone, hasTouch: true, isMobile: true };
  const alice = await person('Tamar Touch', touched);
  const { page } = alice;
  const [bob] = await connectClients(alice, world, 'Tal Touch');
  const say = await createGroup(bob!, 'Swipers', (await accountOf(page)).identifier);
  await say('a word with a long enough line to swipe on');
  await page.getByRole('link', { name: /Swipers/ }).click();
  const word = message(page, 'a word with');
  await word.hover({ trial: true }); // it no longer moves
  const at = await box(word);
  const cdp = await page.context().newCDPSession(page);
  const swipe = async (across: number) => {
    const from = { x: at.left + at.width / 2, y: at.top + 12 };
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let step = 1; step <= 8; step += 1)
      await cdp.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: from.x + (across * step) / 8, y: from.y }],
      });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(-90);
  await expect(word).toHaveCSS('translate', 'none');
  await expect(page.getByText(/^Reply to \W?Tal Touch/)).toBeHidden();
  await swipe(90);
  await expect(page.getByText(/^Reply to \W?Tal Touch/)).toBeVisible();

  await page.setViewportSize(desk);
  await navigateInApp(page, `/${bob!.identifier}`);
  await page.getByRole('tab', { name: 'Moments' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'In common' })).toBeFocused();
});

test('R220 the title names the chat, the room and its space, the section and the feature that is open, and counts what is unread @journey', async ({
  person,
  world,
}) => {
  const alice = await person('Titus Title');
  const { page } = alice;
  await expect(page).toHaveTitle('Chats – Amber');
  const [bob] = await connectClients(alice, world, 'Tirza Title');
  const say = await createGroup(bob!, 'Bookbinders', (await accountOf(page)).identifier);
  await page.getByRole('link', { name: /^Bookbinders/ }).click();
  await expect(page).toHaveTitle('Bookbinders – Amber');
  await mainNavigation(page).getByRole('link', { name: 'Moments' }).click();
  await expect(page).toHaveTitle('Moments – Amber');
  await say('one');
  await say('two');
  await expect(page).toHaveTitle('(2) Moments – Amber');
  await mainNavigation(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle('(2) Account – Settings – Amber');
  await mainNavigation(page).getByRole('link', { name: 'Welcome' }).click();
  await expect(page).toHaveTitle(/^\(2\) (General – )?Welcome – Amber$/);
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'General' }).click();
  await expect(page).toHaveTitle('(2) General – Welcome – Amber');
  await mainNavigation(page).getByRole('link', { name: 'Chats' }).click();
  await page.getByRole('link', { name: /^Bookbinders/ }).click();
  await expect(page).toHaveTitle('Bookbinders – Amber');
  await navigateInApp(page, `/${bob!.identifier}`);
  await expect(page).toHaveTitle('Tirza Title – Amber');
  await navigateInApp(page, '/no/such/page');
  await expect(page).toHaveTitle('Page not found – Amber');
});
