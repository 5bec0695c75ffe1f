// What two people do with messages: reply, react, edit, withdraw, select, forward.
import type { Locator, Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import {
  expect,
  expectAccessible,
  openAppAs,
  message,
  openChat,
  openNewcomer,
  withoutServiceWorker,
  type Person,
  sendMessage,
  sendMessages,
  test as base,
  messageInput,
} from '../kit/world.ts';

interface Couple {
  alice: Person;
  bob: Person;
  /** Of their chat. */
  url: string;
}

/** Two people in one chat, for all tests that bear what the others have said there. */
const test = base.extend<object, { couple: Couple }>({
  couple: [
    async ({ browser, world, complaints }, use) => {
      const shared = { world, complaints };
      const make = async (name: string) =>
        openAppAs(await openNewcomer(browser, shared, name, withoutServiceWorker), shared);
      const couple = await openChatBetween(make, 'Una Couple', 'Vic Couple');
      await use(couple);
      await Promise.all([couple.alice.context.close(), couple.bob.context.close()]);
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use(withoutServiceWorker);

type MakePerson = (name: string) => Promise<Person>;

/** Opens the menu of the message with this text by the right mouse button. */
async function openMessageMenu(page: Page, text: string): Promise<Locator> {
  await message(page, text).click({ button: 'right', position: { x: 4, y: 4 } });
  return page.getByRole('menu');
}

const chooseMenuItem = async (page: Page, text: string, entry: string) =>
  (await openMessageMenu(page, text)).getByRole('menuitem', { name: entry }).click();

/** Records the nodes that are added to polite live regions. Returns a function that reads their texts. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if ((target as Element).getAttribute('aria-live') !== 'polite') continue;
        announced.push(...[...addedNodes].flatMap(({ textContent }) => textContent || []));
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
}

/** Two people in one chat, with its page open on both sides. */
async function openChatBetween(person: MakePerson, first: string, second: string) {
  const [alice, bob] = [await person(first), await person(second)];
  await openChat(alice, second);
  await sendMessage(alice, 'the first word');
  await bob.page.getByRole('link', { name: new RegExp(`^${first}`) }).click();
  await expect(message(bob.page, 'the first word')).toBeVisible();
  return { alice, bob, url: alice.page.url() };
}

/** Other tests leave the two elsewhere. */
async function returnToChat({ alice, bob, url }: Couple): Promise<void> {
  for (const { page } of [alice, bob]) {
    await page.goto(url);
    await expect(messageInput(page)).toBeVisible();
  }
}

test('R183 R184 a message has a menu, by the pointer and by the keys, with what applies @journey', async ({
  couple: { alice, bob },
}) => {
  const menu = await openMessageMenu(alice.page, 'the first word');
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^$/, // the button that opens all emoji
    /Reply/,
    /Quote a part/,
    /Copy/,
    /Get link/,
    /favourites/,
    /Forward/,
    /Edit/,
    /Select/,
    /Withdraw/,
    /Delete/,
  ]);
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(message(alice.page, 'the first word')).toBeFocused();

  await alice.page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await alice.page.keyboard.press('Escape');
  await expect(message(alice.page, 'the first word')).toBeFocused();
  await alice.page.keyboard.press('r');
  await expect(messageInput(alice.page)).toBeFocused();
  await expect(alice.page.getByText('Reply to yourself')).toBeVisible();
  await alice.page.keyboard.press('Escape');
  await expect(alice.page.getByText('Reply to yourself')).toBeHidden();

  const theirs = await openMessageMenu(bob.page, 'the first word');
  await expect(theirs.getByRole('menuitem')).toHaveText([
    /^$/, // the button that opens all emoji
    /Reply/,
    /Quote a part/,
    /Copy/,
    /Get link/,
    /favourites/,
    /Forward/,
    /Select/,
    /Delete/,
  ]);
  await bob.page.keyboard.press('Escape');
  await expect(theirs).toBeHidden();

  // A live region does not announce a text that replaces an equal one in the same node.
  const announced = await recordAnnouncements(bob.page);
  await sendMessage(alice, 'knock knock');
  await expect.poll(announced).toEqual(['Una Couple: knock knock']);
  await sendMessage(alice, 'knock knock');
  await expect.poll(announced).toEqual(['Una Couple: knock knock', 'Una Couple: knock knock']);
});

test('R189 a reaction is chosen, seen on both sides, and taken back @journey', async ({ couple: { alice, bob } }) => {
  await message(bob.page, 'the first word').click({ button: 'right' });
  await bob.page.getByRole('menuitemcheckbox', { name: 'React with 👍' }).click();
  await expect(message(bob.page, 'the first word').getByRole('button', { name: '👍 1: You' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const chip = message(alice.page, 'the first word').getByRole('button', { name: /^👍/ });
  await expect(chip).toHaveAccessibleName('👍 1: Vic Couple');
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await chip.click();
  await expect(chip).toHaveAccessibleName(/^👍 2: /);
  await expect(message(bob.page, 'the first word').getByRole('button', { name: /^👍 2/ })).toBeVisible();
  await expectAccessible(alice.page);
  await chip.click();
  await expect(chip).toHaveAccessibleName('👍 1: Vic Couple');
  await message(bob.page, 'the first word').getByRole('button', { name: /^👍/ }).click();
  await expect(chip).toHaveCount(0);

  await message(bob.page, 'the first word').hover();
  await message(bob.page, 'the first word').getByRole('button', { name: 'React' }).click();
  await bob.page.getByRole('button', { name: 'More emoji' }).click();
  const picker = bob.page.getByRole('dialog', { name: 'React' });
  await picker.getByRole('button', { name: 'Flags', exact: true }).click();
  const flags = picker.getByRole('group', { name: 'Flags' });
  await flags.first().getByRole('button').first().click({ trial: true });
  // Of about 1,900 emoji only those near the view are in the page.
  expect(await picker.getByRole('button').count()).toBeLessThan(250);
  await picker.getByRole('searchbox', { name: 'Find emoji' }).click();
  await bob.page.keyboard.press('ArrowDown');
  await bob.page.keyboard.press('ArrowRight');
  await expect(
    picker.getByRole('group', { name: 'Smileys & Emotion' }).first().getByRole('button').nth(1),
  ).toBeFocused();
  await bob.page.keyboard.press('ArrowUp');
  await bob.page.keyboard.type('tada');
  await expectAccessible(bob.page);
  await bob.page.keyboard.press('Enter');
  await expect(message(alice.page, 'the first word').getByRole('button', { name: '🎉 1: Vic Couple' })).toBeVisible();
});

test('R189 R60 an edit and a withdrawal reach both sides; what was withdrawn can be written again @journey', async ({
  couple: { alice, bob },
}) => {
  await sendMessage(alice, 'a word with a tpyo');
  await expect(message(bob.page, 'tpyo')).toBeVisible();
  await messageInput(alice.page).fill('');
  await messageInput(alice.page).press('ArrowUp');
  await expect(message(alice.page, 'tpyo')).toBeFocused();
  await alice.page.keyboard.press('e');
  await expect(messageInput(alice.page)).toHaveValue('a word with a tpyo');
  await expect(alice.page.getByText('Edit message')).toBeVisible();
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Escape');
  await expect(messageInput(alice.page)).toHaveValue('');

  await messageInput(alice.page).fill('a draft');
  await chooseMenuItem(alice.page, 'tpyo', 'Edit');
  await messageInput(alice.page).fill('a word without a typo');
  await alice.page.getByRole('button', { name: 'Save' }).click();
  await expect(messageInput(alice.page)).toHaveValue('a draft');
  for (const { page } of [alice, bob]) {
    await expect(message(page, 'a word without a typo')).toContainText('edited');
    await expect(message(page, 'tpyo')).toHaveCount(0);
  }

  // A withdrawal can be undone at first, by the keys alone; one that cannot any more survives a reload.
  const line = message(alice.page, 'You withdrew a message');
  await message(alice.page, 'without a typo').click();
  await message(alice.page, 'without a typo').focus();
  await alice.page.keyboard.press('Delete');
  await expect(line).toBeFocused();
  await alice.page.keyboard.press('Tab');
  await expect(line.getByRole('button', { name: 'Undo' })).toBeFocused();
  await alice.page.keyboard.press('Enter');
  await expect(message(alice.page, 'without a typo')).toBeFocused();
  await expect(message(bob.page, 'without a typo')).toBeVisible();
  await chooseMenuItem(alice.page, 'without a typo', 'Withdraw');
  await expect(line.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(alice.page);
  await alice.page.reload();
  await expect(message(bob.page, 'Una Couple withdrew a message')).toBeVisible();
  await expect(message(bob.page, 'typo')).toHaveCount(0);
  await expectAccessible(bob.page);
  await expect(line.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await line.getByRole('button', { name: 'Edit again' }).click();
  await expect(messageInput(alice.page)).toHaveValue('a word without a typo');
  await expect(messageInput(alice.page)).toBeFocused();
});

test('R188 typing is seen while it lasts; a message of mine says that it was read', async ({
  couple: { alice, bob },
}) => {
  // The answer below carries the receipt of what has been read by then.
  await expect(bob.page.getByRole('link', { name: /^Una Couple.*unread/ })).toHaveCount(0);
  await messageInput(bob.page).pressSequentially('hm');
  await expect(alice.page.getByText('Vic Couple is typing')).toBeVisible();
  await sendMessage(bob, 'hm, yes');
  await expect(alice.page.getByText('Vic Couple is typing')).toBeHidden();
  // It is sealed with the next message.
  await expect(message(alice.page, 'the first word').getByRole('img', { name: 'Read' })).toBeVisible();
  await expect(message(alice.page, 'hm, yes')).toBeVisible(); // an answer carries the receipt of what was in sight
  await sendMessage(alice, 'good');
  await expect(message(bob.page, 'hm, yes').getByRole('img', { name: 'Read' })).toBeVisible();
});

const hostileText = [
  '<img src=x onerror="globalThis.hacked = 1"> <script>globalThis.hacked = 2</script>',
  '[a link](javascript:globalThis.hacked=3) javascript:globalThis.hacked=4 [https://amber.example](https://evil.example)',
  '**bold** _slanted_ ~~gone~~ `code` https://amber.example/page',
  '```ts',
  'const answer = 42; // <b>not bold</b>',
  '```',
  '- one',
  '- [x] two',
  '',
  `|${Array.from({ length: 30 }, (_, column) => ` column ${column} |`).join('')}`,
  `|${'---|'.repeat(30)}`,
  '| <b>cell</b> |',
].join('\n');

test('R180 Markdown is drawn, code in colours, and nothing hostile runs or leads astray @journey', async ({
  couple: { alice, bob },
}) => {
  await sendMessage(alice, hostileText);
  for (const { page } of [alice, bob]) {
    const shown = message(page, 'slanted');
    await expect(shown.locator('strong')).toHaveText('bold');
    await expect(shown.locator('em')).toHaveText('slanted');
    await expect(shown.locator('s')).toHaveText('gone');
    await expect(shown.locator('li')).toHaveText(['one', '☑two']);
    await expect(shown.getByRole('columnheader')).toHaveCount(30);
    await expect(shown.getByRole('cell', { name: '<b>cell</b>' })).toBeVisible();
    // The table scrolls by itself.
    expect(
      await shown.getByRole('table').evaluate((table) => table.scrollWidth > table.parentElement!.clientWidth),
    ).toBe(true);
    await expect(shown.locator('pre span').filter({ hasText: /^const$/ })).toHaveCount(1);
    await expect(shown.locator('img, script, b')).toHaveCount(0);
    await expect(shown.getByText('<img src=x')).toBeVisible();
    expect(
      await shown.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)),
    ).not.toContainEqual(expect.stringMatching(/^javascript:/));
    await expect(shown.getByRole('link', { name: 'https://amber.example/page' })).toHaveAttribute('rel', /noopener/);
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    await expectAccessible(page);
  }
});

test('R179 a shortcode becomes its emoji, alone it is large; the picker puts one where the caret is', async ({
  couple: { alice, bob },
}) => {
  await sendMessage(alice, ':tada:');
  await expect(message(bob.page, '🎉').locator('[data-large]')).toBeVisible();

  await messageInput(alice.page).pressSequentially('so :thumbsu');
  await expect(alice.page.getByRole('option', { name: ':thumbsup:' })).toBeVisible();
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Tab');
  await expect(messageInput(alice.page)).toHaveValue('so 👍 ');
  await expect(messageInput(alice.page)).toBeFocused();

  await messageInput(alice.page).fill('ab');
  await alice.page.keyboard.press('ArrowLeft');
  await alice.page.getByRole('button', { name: 'Emoji' }).click();
  await alice.page.getByRole('searchbox', { name: 'Find emoji' }).fill('red heart');
  await alice.page.keyboard.press('ArrowDown');
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Enter');
  await expect(messageInput(alice.page)).toHaveValue('a❤️b');
  await expect(messageInput(alice.page)).toBeFocused();
});

test('R59 R61 R172 a group: who came, whom a text names, and who stays unnamed @journey', async ({
  couple: { alice, bob },
}) => {
  await sendMessage(alice, 'hello Vic');
  await expect(message(bob.page, 'hello Vic')).toBeVisible();
  await alice.page.getByRole('button', { name: 'New group' }).click();
  const dialog = alice.page.getByRole('dialog', { name: 'New group' });
  await dialog.getByRole('textbox', { name: 'Group name' }).fill('Walkers');
  await dialog.getByRole('checkbox', { name: bob.name }).click();
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(alice.page.getByRole('log').getByText('You created “Walkers” with Vic Couple')).toBeVisible();
  await bob.page.getByRole('link', { name: /^Walkers/ }).click();
  await expect(bob.page.getByRole('log').getByText('Una Couple created “Walkers” with you')).toBeVisible();

  await messageInput(alice.page).pressSequentially('ask @v');
  await expect(alice.page.getByRole('listbox', { name: 'People' }).getByRole('option')).toHaveText([/Vic Couple/]);
  await expect(messageInput(alice.page)).toHaveAttribute('aria-activedescendant', /.+/);
  await expectAccessible(alice.page);
  await alice.page.keyboard.press('Escape');
  await expect(alice.page.getByRole('listbox')).toBeHidden();
  await expect(messageInput(alice.page)).toHaveValue('ask @v');
  await messageInput(alice.page).fill('');
  await messageInput(alice.page).pressSequentially('ask @');
  await expect(alice.page.getByRole('listbox', { name: 'People' })).toBeVisible();
  await alice.page.keyboard.press('Enter');
  await expect(messageInput(alice.page)).toHaveValue('ask @Vic Couple ');

  // Vic is elsewhere, far above, when the message arrives.
  await bob.page.getByRole('link', { name: /^Una Couple/ }).click();
  await expect(message(bob.page, 'hello Vic')).toBeVisible();
  await sendMessages(
    alice,
    Array.from({ length: 30 }, (_, index) => `row ${index}\nand more of it`),
  );
  await messageInput(alice.page).click();
  await alice.page.keyboard.press('End');
  await alice.page.keyboard.type('about Saturday');
  await alice.page.keyboard.press('Enter');
  await expect(message(alice.page, 'about Saturday').getByText('@Vic Couple')).toBeVisible();
  // Messages that arrive while he is there would be read: all must arrive before.
  await bob.page.getByRole('link', { name: /^Walkers, 31 unread messages, 1 mentions you/ }).click();
  await expect(bob.page.getByRole('log').getByText('31 new messages')).toBeInViewport();
  await expect(message(bob.page, 'row 0')).toBeInViewport();
  await expect(message(bob.page, 'about Saturday')).not.toBeInViewport();
  await expect(bob.page.getByRole('button', { name: /^\d+ new messages$/ })).toBeVisible(); // not in sight is not read
  await expectAccessible(bob.page);
  await bob.page.getByRole('button', { name: 'A message mentions you: jump to it' }).click();
  await expect(message(bob.page, 'about Saturday')).toBeInViewport();

  const openSettings = async ({ page }: typeof alice) => {
    await page.getByRole('link', { name: 'Details' }).click();
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByRole('link', { name: /^Settings/ })
      .click();
  };
  await openSettings(alice);
  await alice.page.getByRole('switch', { name: 'Allow anonymous messages' }).click();
  await bob.page.keyboard.press('Escape');
  await expect(bob.page.getByRole('log').getByText('Una Couple changed the group’s settings')).toBeInViewport();
  await expect(bob.page.getByRole('button', { name: /mentions? you/ })).toBeHidden();
  await openSettings(bob);
  await bob.page.getByRole('switch', { name: 'Write anonymously' }).click();
  await expect(bob.page.getByPlaceholder('Message anonymously')).toBeVisible();
  await sendMessage(bob, 'nobody knows me');
  const secret = message(alice.page, 'nobody knows me');
  await expect(secret).toHaveAccessibleName(/^Anonymous, /);
  await expect(message(bob.page, 'nobody knows me')).toHaveAccessibleName(/^You \(anonymous\), /);
  await expect(secret).not.toContainText('Vic');
  // A row that moves when another arrives moves away from the pointer, and its tools disappear.
  await expect(async () => {
    await secret.hover();
    await secret.getByRole('button', { name: 'Reply' }).click({ timeout: scaledTimeout(10_000) });
  }).toPass();
  await expect(alice.page.getByText('Reply to Anonymous')).toBeVisible();
  await sendMessage(alice, 'I do not');
  await expect(
    message(bob.page, 'I do not').getByRole('button', { name: 'Quoted from Anonymous: nobody knows me' }),
  ).toBeVisible();
  await expectAccessible(alice.page);
});

test('a message is passed on to another chat, marked; several are copied in their order', async ({
  couple,
  person,
}) => {
  await returnToChat(couple);
  const { alice, bob, url } = couple;
  const gus = await person('Gus Pass');
  await sendMessage(bob, 'the second word');
  await expect(message(alice.page, 'the second word')).toBeVisible();
  await sendMessage(alice, 'the third word');
  await openChat(alice, gus.name);
  await sendMessage(alice, 'hello Gus');
  await alice.page.goto(url);

  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseMenuItem(alice.page, 'the third word', 'Select');
  await expect(alice.page.getByRole('toolbar', { name: '1 selected' })).toBeVisible();
  // Rows that come into view are measured and may move, so the press is a step of its own.
  await message(alice.page, 'the first word').scrollIntoViewIfNeeded();
  await expect(message(alice.page, 'the first word')).toBeInViewport({ ratio: 1 });
  await message(alice.page, 'the first word').click();
  await message(alice.page, 'the second word').getByRole('checkbox').press(' ');
  await expect(alice.page.getByRole('toolbar', { name: '3 selected' })).toBeVisible();
  await expectAccessible(alice.page);
  await alice.page.getByRole('toolbar').getByRole('button', { name: 'Copy' }).click();
  const copied = async () => {
    const text = await alice.page.evaluate(() => navigator.clipboard.readText());
    return text.split('\n').map((line) => line.replace(/\d\d:\d\d/, 'T'));
  };
  await expect
    .poll(copied)
    .toEqual(['Una Couple, T: the first word', 'Vic Couple, T: the second word', 'Una Couple, T: the third word']);
  await expect(alice.page.getByRole('toolbar')).toBeHidden();

  await chooseMenuItem(alice.page, 'the second word', 'Select');
  await alice.page.keyboard.press('Escape');
  await expect(alice.page.getByRole('toolbar')).toBeHidden();

  await chooseMenuItem(alice.page, 'the second word', 'Forward');
  await alice.page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /Gus Pass/ })
    .click();
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Forward' }).click();
  await gus.page.getByRole('link', { name: /^Una Couple/ }).click();
  await expect(message(gus.page, 'the second word')).toContainText('Forwarded');

  await chooseMenuItem(alice.page, 'the second word', 'Delete');
  await expect(message(alice.page, 'the second word')).toHaveCount(0);
  await expect(message(bob.page, 'the second word')).toHaveCount(1);
});

test('R171 an answer carries a quote, and a press on it leads to what it answers', async ({ couple }) => {
  await returnToChat(couple);
  const { alice, bob } = couple;
  await sendMessages(
    alice,
    Array.from({ length: 40 }, (_, index) => `line ${index}\nwith a second one`),
  );
  await expect(message(bob.page, 'line 39')).toBeVisible();
  const origin = ({ page }: Person) => page.getByRole('article').filter({ hasText: /^the first word/ });
  // While the last ones are still being sent the timeline follows them once more.
  await expect(async () => {
    await alice.page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    await expect(origin(alice)).toBeInViewport({ timeout: scaledTimeout(10_000) });
  }).toPass();
  await origin(alice).focus(); // its buttons stay while it has the focus
  await origin(alice).getByRole('button', { name: 'Reply' }).click();
  await expect(messageInput(alice.page)).toBeFocused();
  await expectAccessible(alice.page);
  await sendMessage(alice, 'and this is the answer');
  await expect(alice.page.getByText('Reply to yourself')).toBeHidden();

  const answer = message(bob.page, 'and this is the answer');
  await expect(answer).toBeVisible();
  await expect(origin(bob)).not.toBeInViewport();
  await answer.getByRole('button', { name: 'Quoted from Una Couple: the first word' }).click();
  await expect(origin(bob)).toBeInViewport();
  await expect(origin(bob)).toBeFocused();
  await expectAccessible(bob.page);
});

test('R187 the link of a message leads to it, also far up', async ({ couple }) => {
  await returnToChat(couple);
  const { alice } = couple;
  await sendMessages(
    alice,
    Array.from({ length: 70 }, (_, index) => `row ${index}`),
  );
  await expect(message(alice.page, 'row 69').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const target = alice.page.getByRole('article').filter({ hasText: /^the first word/ });
  await expect(async () => {
    await alice.page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    await expect(target).toBeInViewport({ timeout: scaledTimeout(10_000) });
  }).toPass();
  await chooseMenuItem(alice.page, 'the first word', 'Get link');
  await expect(alice.page.getByText('Link copied')).toBeVisible();
  const link = await alice.page.evaluate(() => navigator.clipboard.readText());
  await alice.page.goto(link);
  await expect(target).toBeInViewport();
  await expect(alice.page.getByRole('button', { name: 'Jump to the newest message' })).toBeVisible();
});
