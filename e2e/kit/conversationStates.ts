// Visits the states of a conversation, by pointer or by touch, in the order in which one person meets them.
import type { Locator, Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { drawPicture, type DrawingName } from '../../tools/demo/pictures.ts';
import { accountOf } from './accountOf.ts';
import { connectPerson, createWriter } from './connectPerson.ts';
import { conversationRow } from './conversationRows.ts';
import type { FaultProxy } from './faultProxy.ts';
import { filmFile } from './filmFile.ts';
import type { GatewayProcess } from './gatewayProcess.ts';
import { touch } from './touch.ts';
import { expect as baseExpect, message, messageInput, openChat, type Person, sendMessage } from './world.ts';

/** Outside of the test runner, which has limits of its own, five seconds are too few for a busy machine. */
const expect = baseExpect.configure({ timeout: scaledTimeout(100_000) });

/** What the states need: a gateway behind a proxy, and two people with a browser each. */
export interface Stage {
  person: Person;
  friend: Person;
  gateway: GatewayProcess;
  proxy: FaultProxy;
  url: string;
  /** Whether the person has a touch screen. */
  hasTouch: boolean;
  /** Called in each state with its name. */
  show(name: string): Promise<void>;
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const longText = Array.from({ length: 60 }, (_, line) => `${line + 1}. A step of a long recipe.`).join('\n');

async function attach(page: Page, drawings: readonly DrawingName[]): Promise<void> {
  const files = await Promise.all(
    drawings.map(async (name, index) => ({
      name: `${name}-${index + 1}.png`,
      mimeType: 'image/png',
      buffer: (await drawPicture(name)).data as Buffer,
    })),
  );
  await page.locator('input[type="file"]').first().setInputFiles(files);
}

const menuOf = (page: Page) => page.getByRole('menu');
const dialogOf = (page: Page) => page.getByRole('dialog');

async function openMenu({ person: { page }, hasTouch }: Stage, target: Locator): Promise<void> {
  if (hasTouch) await touch(page, target, { held: 700 });
  else await target.click({ button: 'right', position: { x: 8, y: 8 } });
  await expect(menuOf(page)).toBeVisible();
}

const choose = (page: Page, name: string) => menuOf(page).getByRole('menuitem', { name, exact: true }).click();

async function escape(page: Page, gone: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(gone).toBeHidden();
}

/** A chat that begins. */
async function begin(stage: Stage): Promise<void> {
  const { person, friend } = stage;
  const { page } = person;
  await openChat(person, friend.name);
  await expect(messageInput(page)).toBeVisible();
  await stage.show('empty');

  await sendMessage(person, 'How was the museum?');
  await expect(message(page, 'museum').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
}

/** Albums, and their text. */
async function exchangePictures(stage: Stage): Promise<void> {
  const { person, friend } = stage;
  const { page } = person;
  await conversationRow(friend.page, person.name).click();
  await sendMessage(friend, 'Wonderful. Wait, I have pictures!');
  await attach(friend.page, ['moth', 'punchedCard', 'trajectory']);
  await messageInput(friend.page).pressSequentially('The best of the second floor');
  await messageInput(friend.page).press('Enter');
  await expect(
    log(page)
      .getByRole('group', { name: /^Album/ })
      .getByRole('img', { name: /^Photo/ }),
  ).toHaveCount(3);
  await stage.show('album');

  await attach(page, ['trajectory', 'moth', 'punchedCard']);
  await messageInput(page).pressSequentially('And these are mine');
  await expect(page.getByRole('group', { name: /^Send \d+ files?$/ })).toBeVisible();
  await stage.show('send-preview');
  await messageInput(page).press('Enter');
  await expect(log(page).getByRole('group', { name: /^Album/ })).toHaveCount(2);
  await expect(log(page).getByRole('progressbar')).toHaveCount(0);
  await stage.show('own-album');
  await attach(page, ['moth']);
  await messageInput(page).pressSequentially('The moth, once more and alone');
  await messageInput(page).press('Enter');
  await expect(message(page, 'once more')).toBeVisible();
  await stage.show('caption');
}

/** The menu of a message, and what it opens. */
async function openMessageMenus(stage: Stage): Promise<void> {
  const { page } = stage.person;
  const own = message(page, 'museum');
  await openMenu(stage, own);
  await stage.show('menu');
  await choose(page, 'Reply');
  await expect(page.getByText('Reply to yourself')).toBeVisible();
  await stage.show('reply');
  await escape(page, page.getByText('Reply to yourself'));
  await openMenu(stage, own);
  await choose(page, 'Edit');
  await stage.show('edit');
  await escape(page, page.getByText('Edit message'));
  await openMenu(stage, own);
  await choose(page, 'Forward');
  await expect(dialogOf(page)).toBeVisible();
  await stage.show('forward');
  await escape(page, dialogOf(page));
  await openMenu(stage, own);
  await choose(page, 'Select');
  await stage.show('selection');
  await escape(page, page.getByRole('toolbar', { name: /selected/ }));
}

/** The menu of a picture, and the viewers. */
async function openPictures(stage: Stage): Promise<void> {
  const { page } = stage.person;
  await openMenu(stage, log(page).getByRole('img', { name: 'Photo moth-2.png' }));
  await stage.show('album-menu');
  await escape(page, menuOf(page));
  await log(page).getByRole('img', { name: 'Photo moth-2.png' }).click();
  await expect(dialogOf(page)).toBeVisible();
  await stage.show('picture-viewer');
  await escape(page, dialogOf(page));
  const film = await filmFile(page, 'film.webm', { width: 480, height: 270 });
  await page.locator('input[type="file"]').first().setInputFiles(film);
  await messageInput(page).press('Enter');
  await log(page)
    .getByRole('button', { name: /film\.webm|Play/ })
    .last()
    .click();
  await expect(dialogOf(page)).toBeVisible();
  await expect(dialogOf(page).getByRole('slider', { name: 'Position' })).toBeVisible();
  await stage.show('video-viewer');
  await escape(page, dialogOf(page));
}

/** A text that is folded. */
async function writeLongText(stage: Stage): Promise<void> {
  const { page } = stage.person;
  await messageInput(page).fill(longText);
  await messageInput(page).press('Enter');
  await expect(message(page, 'A step of a long recipe').getByRole('button', { name: 'Show more' })).toBeVisible();
  await stage.show('folded');
}

/** Somebody who is no contact and writes a lot. */
async function meetStranger(stage: Stage): Promise<void> {
  const { person, gateway, url } = stage;
  const { page } = person;
  const chat = page.url();
  const stranger = await connectPerson(gateway, person.phone.replace(/^\+4917/, '+4918'), 'Noor Newcomer');
  const { conversation } = await stranger.call('conversation.create', {
    type: 'private',
    identifiers: [(await accountOf(page)).identifier],
  });
  const write = createWriter(stranger, {
    conversation: { conversationId: conversation!.conversionId, conversationType: 'private' },
    series: 'state',
    textOf: (number) => `This is sentence number ${number} of a stranger`,
  });
  await write(1);
  await page.goto(`${url}channels/me`);
  await conversationRow(page, 'Noor Newcomer').click();
  await expect(page.getByRole('region', { name: 'Not in your contacts' })).toBeVisible();
  await stage.show('stranger');
  await page.goto(`${url}channels/me`);
  await write(60);
  await conversationRow(page, 'Noor Newcomer, 60 unread').click();
  await expect(page.getByText('60 new messages').first()).toBeVisible();
  await stage.show('unread');
  await page.goto(chat);
  await expect(messageInput(page)).toBeVisible();
}

/** What is offline, refused, loading or unknown. It comes last, because the friend blocks the person. */
async function meetFailures(stage: Stage): Promise<void> {
  const { person, friend, proxy, url } = stage;
  const { page } = person;
  proxy.set({ offline: true });
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText(/\w/);
  await sendMessage(person, 'Are you there?');
  await sendMessage(person, 'I am on a train');
  await expect(page.getByText('2 waiting to be sent')).toBeVisible();
  await stage.show('offline');
  proxy.set({ offline: false });
  await expect(page.getByText('2 waiting to be sent')).toBeHidden();

  await friend.page.bringToFront();
  await conversationRow(friend.page, person.name).click({ button: 'right' });
  await friend.page.getByRole('menuitem', { name: 'Block' }).click();
  await friend.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(friend.page.getByRole('dialog')).toHaveCount(0);
  await page.bringToFront();
  await sendMessage(person, 'Nobody gets this');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await stage.show('failed');

  proxy.set({ stall: '/gateway/' });
  await page.goto(`${url}channels/me/${'0'.repeat(24)}`);
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await stage.show('loading');
  proxy.set({ stall: '' });
  proxy.reset();
  await page.goto(`${url}channels/me/${'0'.repeat(24)}`);
  await expect(page.getByText('You are not in this chat')).toBeVisible();
  await stage.show('no-access');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText('does not exist, or it is by invitation only')).toBeVisible();
  await stage.show('no-such-chat');
}

/** The states, in the order in which one person meets them. All but `begin` can be left out. */
export const conversationSteps = {
  begin,
  openMessageMenus,
  exchangePictures,
  openPictures,
  writeLongText,
  meetStranger,
  meetFailures,
};
