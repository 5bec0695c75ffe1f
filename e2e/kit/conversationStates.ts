// Visits the states of a conversation with a pointer, in the order in which one person meets them.
import type { Locator, Page } from '@playwright/test';
import { drawPicture, type DrawingName } from '../../tools/demo/pictures.ts';
import { connectClient } from '../../tools/client.ts';
import { limits } from '@amber/proto/limits';
import { accountOf } from './accountOf.ts';
import { conversationRow } from './conversationRows.ts';
import type { FaultProxy } from './faultProxy.ts';
import type { GatewayProcess } from './gatewayProcess.ts';
import { expect, message, messageInput, openChat, type Person, sendMessage } from './world.ts';

/** What the states need: a gateway behind a proxy, and two people with a browser each. */
export interface Stage {
  person: Person;
  friend: Person;
  gateway: GatewayProcess;
  proxy: FaultProxy;
  url: string;
}

type Show = (name: string) => Promise<void>;

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

/** Attaches a film of a second that the browser itself has recorded. */
async function attachFilm(page: Page): Promise<void> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [480, 270];
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      context.fillStyle = `hsl(${200 + frame * 6} 50% 45%)`;
      context.fillRect(0, 0, 480, 270);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') });
}

/** Goes through all states, and calls `show` in each of them with its name. */
export async function visitConversationStates(stage: Stage, show: Show): Promise<void> {
  const { person, friend, gateway, proxy, url } = stage;
  const { page } = person;
  const menu = page.getByRole('menu');
  const openMenu = async (target: Locator) => {
    await target.click({ button: 'right', position: { x: 8, y: 8 } });
    await expect(menu).toBeVisible();
  };
  const choose = (name: string) => menu.getByRole('menuitem', { name, exact: true }).click();
  const escape = async (gone: Locator) => {
    await page.keyboard.press('Escape');
    await expect(gone).toBeHidden();
  };

  await openChat(person, friend.name);
  await expect(messageInput(page)).toBeVisible();
  await show('empty');

  await sendMessage(person, 'How was the museum?');
  await expect(message(page, 'museum').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
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
  await show('album');

  await attach(page, ['trajectory', 'moth', 'punchedCard']);
  await messageInput(page).pressSequentially('And these are mine');
  await expect(page.getByRole('group', { name: /^Send \d+ files?$/ })).toBeVisible();
  await show('send-preview');
  await messageInput(page).press('Enter');
  await expect(log(page).getByRole('group', { name: /^Album/ })).toHaveCount(2);
  await expect(log(page).getByRole('progressbar')).toHaveCount(0);
  await show('own-album');
  await attach(page, ['moth']);
  await messageInput(page).pressSequentially('The moth, once more and alone');
  await messageInput(page).press('Enter');
  await expect(message(page, 'once more')).toBeVisible();
  await show('caption');

  await openMenu(log(page).getByRole('img', { name: 'Photo moth-2.png' }));
  await show('album-menu');
  await escape(menu);
  const own = message(page, 'museum');
  await openMenu(own);
  await show('menu');
  await choose('Reply');
  await expect(page.getByText('Reply to yourself')).toBeVisible();
  await show('reply');
  await escape(page.getByText('Reply to yourself'));
  await openMenu(own);
  await choose('Edit');
  await show('edit');
  await escape(page.getByText('Edit message'));
  await openMenu(own);
  await choose('Forward');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await show('forward');
  await escape(dialog);
  await openMenu(own);
  await choose('Select');
  await show('selection');
  await escape(page.getByRole('toolbar', { name: /selected/ }));

  await log(page).getByRole('img', { name: 'Photo moth-2.png' }).click();
  await expect(dialog).toBeVisible();
  await show('picture-viewer');
  await escape(dialog);
  await attachFilm(page);
  await messageInput(page).press('Enter');
  const film = log(page)
    .getByRole('button', { name: /film\.webm|Play/ })
    .last();
  await film.click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('slider', { name: 'Position' })).toBeVisible();
  await show('video-viewer');
  await escape(dialog);

  await messageInput(page).fill(longText);
  await messageInput(page).press('Enter');
  await expect(message(page, '1. A step of a long recipe')).toBeVisible();
  await show('folded');

  const chat = page.url();
  const origin = `http://127.0.0.1:${gateway.port}`;
  const codes = new Map<string, string>();
  const phone = person.phone.replace(/^\+4917/, '+4918');
  void gateway.codeFor(phone).then((code) => codes.set(phone, code));
  const stranger = await connectClient(origin, codes, phone);
  await stranger.call('user.updateUserInfo', { lastName: 'Noor Newcomer', avatar: '' });
  const { conversation } = await stranger.call('conversation.create', {
    type: 'private',
    identifiers: [(await accountOf(page)).identifier],
  });
  let sent = 0;
  const write = async (count: number) => {
    for (let left = count; left > 0; left -= limits.sendInOrderMax)
      await stranger.call('message.sendInOrder', {
        conversation: { conversationId: conversation!.conversionId, conversationType: 'private' },
        messages: Array.from({ length: Math.min(left, limits.sendInOrderMax) }, () => {
          sent += 1;
          const text = `This is sentence number ${sent} of a stranger`;
          return {
            id: `state${String(sent).padStart(19, '0')}`,
            content: [{ type: 'text', message: JSON.stringify({ text }) }],
          };
        }),
      });
  };
  await write(1);
  await page.goto(`${url}channels/me`);
  await conversationRow(page, 'Noor Newcomer').click();
  await expect(page.getByRole('region', { name: 'Not in your contacts' })).toBeVisible();
  await show('stranger');
  await page.goto(`${url}channels/me`);
  await write(60);
  await conversationRow(page, 'Noor Newcomer, 60 unread').click();
  await expect(page.getByText('60 new messages').first()).toBeVisible();
  await show('unread');

  await page.goto(chat);
  await expect(messageInput(page)).toBeVisible();
  proxy.set({ offline: true });
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText(/\w/);
  await sendMessage(person, 'Are you there?');
  await sendMessage(person, 'I am on a train');
  await expect(page.getByText('2 waiting to be sent')).toBeVisible();
  await show('offline');
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
  await show('failed');

  proxy.set({ stall: '/gateway/' });
  await page.goto(`${url}channels/me/${'0'.repeat(24)}`);
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await show('loading');
  proxy.set({ stall: '' });
  proxy.reset();
  await page.goto(`${url}channels/me/${'0'.repeat(24)}`);
  await expect(page.getByText('You are not in this chat')).toBeVisible();
  await show('no-access');
}
