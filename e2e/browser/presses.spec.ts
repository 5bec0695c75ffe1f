// How much a person has to do for the first tasks and for those of every day: by the keyboard alone, by pointer and by
// touch. The figures are in docs/presses.md.
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Client } from '../../tools/client.ts';
import { accountOf } from '../kit/accountOf.ts';
import { connectPerson, createWriter } from '../kit/connectPerson.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import { navigateInApp } from '../kit/screenChecks.ts';
import { finger, type Hand, keyboard, pointer } from '../kit/hands.ts';
import { expect, message, messageInput, openChat, sendMessage, test, withoutServiceWorker } from '../kit/world.ts';
import { conversationRow } from '../kit/conversationRows.ts';

const ways: Record<string, { hand(page: Page): Hand; options: BrowserContextOptions }> = {
  keyboard: { hand: keyboard, options: { viewport: { width: 1440, height: 900 } } },
  pointer: { hand: pointer, options: { viewport: { width: 1440, height: 900 } } },
  touch: { hand: finger, options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
};

/** The table under this heading of the document: the effort of each task in each way. */
function documented(heading: string): Record<string, Record<string, string>> {
  const text = readFileSync(new URL('../../docs/presses.md', import.meta.url), 'utf8');
  const [head, , ...rows] = text
    .split(/^##? /m)
    .find((section) => section.startsWith(heading))!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return Object.fromEntries(
    head!.slice(1).map((way, column) => [way, Object.fromEntries(rows.map((row) => [row[0]!, row[column + 1]!]))]),
  );
}

/** Returns a function that does a task, and the efforts of those that were done. */
function startCounting(handOf: (page: Page) => Hand, page: Page) {
  const needed: Record<string, string> = {};
  const task = async (name: string, work: (hand: Hand) => Promise<void>, on = page) => {
    const hand = handOf(on);
    await test.step(name, () => work(hand));
    needed[name] = `${hand.effort.presses} + ${hand.effort.texts}`;
  };
  return { needed, task };
}

for (const [way, { hand: handOf, options }] of Object.entries(ways)) {
  test(`R183 R218 the first tasks by ${way} need no more than they did @soak`, async ({ newcomer, world }) => {
    const { gateway } = world;
    const [bea, cem] = [`Bea ${way}`, `Cem ${way}`];
    for (const [index, lastName] of [bea, cem].entries()) {
      const phone = `+49171${String(Object.keys(ways).indexOf(way))}00000${index}`;
      await connectPerson(gateway, phone, lastName);
    }
    const { page, phone, context } = await newcomer(`Mia ${way}`, { ...withoutServiceWorker, ...options });
    const { needed, task } = startCounting(handOf, page);
    /** Types the number and the code on a page that has just been opened. */
    const signIn = async (hand: Hand, on: Page) => {
      await hand.write(on.getByRole('textbox', { name: 'Phone number' }), phone);
      await hand.submit(on.getByRole('button', { name: 'Get code' }));
      await hand.write(on.getByRole('textbox', { name: 'Verification code' }), await gateway.codeFor(phone));
    };

    await page.goto(world.url);
    await task('sign up', async (hand) => {
      await signIn(hand, page);
      await hand.write(page.getByRole('textbox', { name: 'Name' }), `Mia ${way}`);
      await hand.submit(page.getByRole('button', { name: 'Continue' }));
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    });

    await task('write to somebody', async (hand) => {
      await hand.press(page.getByRole('main').getByRole('button', { name: 'Find people' }));
      await hand.write(page.getByRole('searchbox', { name: 'Find people' }), bea);
      await hand.press(page.getByRole('button', { name: bea }).first());
      await hand.write(messageInput(page), 'hello');
      await hand.submit(page.getByRole('button', { name: 'Send' }));
      await expect(page.getByRole('article').filter({ hasText: 'hello' })).toBeVisible();
    });

    await page.goto(`${world.url}channels/me`);
    await task('group of three', async (hand) => {
      await hand.press(page.getByRole('button', { name: 'New group' }));
      await hand.write(page.getByRole('textbox', { name: 'Group name' }), 'Three');
      const search = page.getByRole('dialog').getByRole('searchbox', { name: 'Find people' });
      for (const name of [bea, cem]) {
        await hand.write(search, name);
        await hand.press(page.getByRole('dialog').getByRole('checkbox', { name }));
      }
      await hand.press(page.getByRole('button', { name: 'Create group' }));
      await expect(page.getByRole('heading', { name: 'Three' })).toBeVisible();
    });

    await page.goto(`${world.url}channels/me`);
    await task('mute from the list', async (hand) => {
      const row = conversationRow(page, 'Three');
      await hand.openMenu(row);
      await hand.press(page.getByRole('menuitem', { name: 'Mute', exact: true }));
      await hand.press(page.getByRole('menuitem', { name: 'For 1 hour' }));
      await expect(row).toHaveAccessibleDescription(/Muted/);
    });

    await page.goto(`${world.url}channels/recommend`);
    await task('space and invitation', async (hand) => {
      await hand.press(page.getByRole('main').getByRole('link', { name: 'Create space' }));
      await hand.write(page.getByRole('textbox', { name: 'Space name' }), 'Hill Walkers');
      await hand.submit(page.getByRole('main').getByRole('button', { name: 'Create space' }));
      await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
      const invite = page.getByRole('link', { name: 'Invite people' });
      if (!(await invite.isVisible())) await hand.press(page.getByRole('link', { name: 'Back' }));
      await hand.press(invite);
      await hand.press(page.getByRole('button', { name: 'Copy link' }));
    });

    await gateway.resetCodeQuota();
    const second = await (await context.browser()!.newContext({ baseURL: world.url, ...options })).newPage();
    await second.goto(world.url);
    await task('second device: on it', (hand) => signIn(hand, second), second);
    await expect(second.getByRole('region', { name: 'This device waits for approval' })).toBeVisible();
    await task('second device: on the first', async (hand) => {
      const notice = page.getByRole('region', { name: /^New sign-in/ });
      await hand.press(notice.getByRole('button', { name: 'They match: approve' }));
      await expect(notice).toHaveCount(0);
    });
    await second.context().close();
    expect(needed).toEqual(documented('The first tasks')[way]);
  });

  test(`R183 R211 what one does in a chat every day, by ${way}, needs no more than it did @soak`, async ({
    person,
    world,
  }) => {
    const { gateway, url } = world;
    const mia = await person(`Mia Daily ${way}`, { ...withoutServiceWorker, ...options });
    const { page } = mia;
    const { identifier } = await accountOf(page);
    const bea = await person(`Bea Daily ${way}`, withoutServiceWorker);
    const [cem, dov] = await Promise.all(
      ['Cem', 'Dov'].map((name, index) =>
        connectPerson(gateway, mia.phone.replace(/^\+4917/, `+492${index}`), `${name} Daily ${way}`),
      ),
    );
    const startChat = async (client: Client, chat: { name?: string; texts: readonly string[] }) => {
      const type = chat.name ? 'group' : 'private';
      const { conversation } = await client.call('conversation.create', {
        type,
        identifiers: [identifier],
        ...(chat.name && { name: chat.name, requestId: `${way}${chat.name}`.replaceAll(' ', '').padEnd(24, '0') }),
      });
      const { conversionId: conversationId } = conversation!;
      const textOf = (number: number) => chat.texts[number - 1]!;
      const series = conversationId.slice(0, 5);
      await createWriter(client, { conversation: { conversationId, conversationType: type }, series, textOf })(
        chat.texts.length,
      );
    };
    await startChat(cem!, { texts: ['hello'] });
    await startChat(dov!, { texts: ['hello'] });
    // The word of last week is as many messages away as it would be then.
    const others = Array.from({ length: 60 }, (_, index) => `the ${index + 1}th of many sentences`);
    await startChat(cem!, { name: `Walkers ${way}`, texts: ['Meet me at the lighthouse', ...others] });
    const { needed, task } = startCounting(handOf, page);
    const question = message(page, 'Where are you?').first();
    await openChat(bea, mia.name);
    await sendMessage(bea, 'Hello');
    const row = (name: string) => conversationRow(page, name);
    /** Opens the chat anew, so that each task begins at its end, with the focus in the composer, except on a phone. */
    const openBea = async () => {
      await navigateInApp(page, '/channels/me');
      await row(bea.name).click();
      await expect(page.getByRole('log').getByRole('article').last()).toBeInViewport();
      if (way !== 'touch') await expect(messageInput(page)).toBeFocused();
    };

    await openBea();
    await sendMessage(bea, 'Where are you?'); // is read as it arrives
    await expect(question).toBeInViewport();
    await navigateInApp(page, '/channels/me');
    await expect(row(bea.name)).toHaveAccessibleName(bea.name); // nothing is unread

    await openBea();
    await task('reply', async (hand) => {
      await hand.openMenu(question);
      await hand.press(page.getByRole('menuitem', { name: 'Reply', exact: true }));
      await hand.write(messageInput(page), 'In the train');
      await hand.submit(page.getByRole('button', { name: 'Send' }));
      await expect(message(page, 'In the train')).toContainText('Where are you?');
    });

    await openBea();
    const own = message(page, 'In the train');
    await expect(own.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
    await task('edit', async (hand) => {
      await hand.openMenu(own);
      await hand.press(page.getByRole('menuitem', { name: 'Edit', exact: true }));
      await hand.write(messageInput(page), 'In the tram');
      await hand.submit(page.getByRole('button', { name: 'Save' }));
      await expect(message(page, 'In the tram')).toContainText('edited');
    });

    await openBea();
    await task('react', async (hand) => {
      await hand.openMenu(question);
      await hand.press(page.getByRole('menuitemcheckbox', { name: 'React with 👍' }));
      await expect(question.getByRole('button', { name: /👍/ })).toBeVisible();
    });

    await openBea();
    await task('forward to three', async (hand) => {
      await hand.openMenu(message(page, 'In the tram'));
      await hand.press(page.getByRole('menuitem', { name: 'Forward', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Forward to' });
      for (const name of ['Bea', 'Cem', 'Dov'])
        await hand.press(dialog.getByRole('checkbox', { name: `${name} Daily ${way}` }));
      await hand.press(dialog.getByRole('button', { name: 'Forward' }));
      await expect(message(page, 'Forwarded')).toBeVisible();
    });

    await openBea();
    await task('album with a text', async (hand) => {
      const chooser = page.waitForEvent('filechooser');
      await hand.press(page.getByRole('button', { name: 'Attach' }));
      await (await chooser).setFiles([1, 2, 3].map((number) => pictureFile(`hill-${number}.png`, 320, 240)));
      await expect(page.getByRole('group', { name: 'Send 3 files' })).toBeVisible();
      await hand.write(messageInput(page), 'three hills');
      await hand.submit(page.getByRole('button', { name: 'Send' }));
      await expect(page.getByRole('log').getByRole('group', { name: /^Album of 3/ })).toContainText('three hills');
    });

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach' }).click();
    await (await chooser).setFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }]);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(message(page, 'notes').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
    await openBea();
    await task('save a file', async (hand) => {
      const download = page.waitForEvent('download');
      await hand.press(message(page, 'notes').getByRole('button', { name: 'Download' }));
      expect((await download).suggestedFilename()).toBe('notes.txt');
    });

    await page.goto(`${url}channels/me`);
    await task('find a word from last week', async (hand) => {
      await hand.write(page.getByRole('searchbox', { name: 'Find people' }), 'lighthouse');
      await hand.press(page.getByRole('link', { name: /lighthouse/ }));
      await expect(message(page, 'Meet me at the lighthouse')).toBeInViewport();
    });

    // With ten times as many, it takes as many presses.
    const busy = Array.from({ length: 374 }, (_, index) => `message ${index + 1}`);
    await page.goto('about:blank');
    await startChat(dov!, { name: `Busy ${way}`, texts: busy });
    await page.goto(`${url}channels/me`);
    const busyRow = row(`Busy ${way}`);
    await expect(busyRow).toHaveAccessibleName(/37\d unread/);
    await task('return to 3,744 unread', async (hand) => {
      await hand.press(busyRow);
      await expect(page.getByRole('log').getByText('message 1', { exact: true })).toBeInViewport();
      await hand.press(page.getByRole('button', { name: /^[\d,]+ new messages$/ }));
      await expect(page.getByRole('log').getByText('message 374', { exact: true })).toBeInViewport();
    });
    expect(needed).toEqual(documented('Every day')[way]);
  });
}
