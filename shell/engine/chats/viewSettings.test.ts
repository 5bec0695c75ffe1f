// The settings of the own view that change without a call: the end of a mute, the mark 'unread', the archive.
import { isArchived } from '@amber/client/archived';
import { sumUnread } from '@amber/client/unread';
import { Fault } from '@amber/proto/faults';
import { afterEach, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const hour = 3_600_000;

async function withChat(options?: Parameters<typeof startAlice>[0]) {
  const one = await startAlice(options);
  started.push(one);
  return {
    ...one,
    setting: async () => (await one.chat()).userSetting!,
    change: (setting: Parameters<typeof one.changeSetting>[0]['setting']) =>
      one.changeSetting({ conversationId: 'c1', setting }),
    /** A message of Bob's arrives. */
    hear: async (text: string) => one.pushRow(one.gateway.addTextFromBob('c1', text)),
    unread: async () => sumUnread(await one.db.conversations.toArray()).chats.unread,
  };
}

it('R216 a timed mute ends on this device by itself, and the next one after it', async () => {
  const one = await withChat();
  one.gateway.addChat('g1', { type: 'group' });
  one.reconnect();
  await eventually('the group', () => one.db.cursors.get('g1'));
  const now = one.clock.now();
  await one.change({ noDisturb: true, mutedUntil: now + hour });
  await one.changeSetting({ conversationId: 'g1', setting: { noDisturb: true, mutedUntil: now + 8 * hour } });
  await one.clock.advance(hour - 1);
  await settle();
  expect(await one.setting()).toMatchObject({ noDisturb: true, mutedUntil: now + hour });
  await one.clock.advance(1);
  await eventually('the end', async () => !(await one.setting()).noDisturb);
  expect((await one.chat('g1')).userSetting).toMatchObject({ noDisturb: true });
  for (let hours = 1; hours < 8; hours += 1) {
    await one.clock.advance(hour);
    await settle();
  }
  await eventually('the end', async () => !(await one.chat('g1')).userSetting!.noDisturb);
  expect(one.gateway.requests('conversation.setUserSetting')).toHaveLength(2);
});

it('R216 a mute that ended while the app was closed is over at its start, without a connection', async () => {
  const one = await withChat();
  await one.change({ noDisturb: true, mutedUntil: one.clock.now() + hour });
  const { databases, clock, gateway } = one;
  await one.close();
  started.pop();
  await clock.advance(hour);
  gateway.goOffline();
  const again = await withChat({ databases, clock, gateway });
  await eventually('the end', async () => !(await again.setting()).noDisturb);
});

it('R216 opening a chat ends its mark without moving the read position, and is sent once the gateway answers', async () => {
  const one = await withChat();
  const { seq } = await one.hear('hello');
  await one.markRead('c1', seq);
  expect(await one.unread()).toBe(0);
  await one.change({ markedUnread: true });
  expect(await one.unread()).toBe(1);
  expect(await one.chat()).toMatchObject({ unread: 0, readSeq: seq });

  one.gateway.faults.refuse.set('message.read', () => new Fault('TIMEOUT'));
  await one.markRead('c1', seq);
  expect(await one.unread()).toBe(0);
  one.reconnect();
  await settle();
  expect(await one.unread()).toBe(0); // the gateway still has the mark
  one.gateway.faults.refuse.delete('message.read');
  one.reconnect();
  await eventually('the read position', () => one.gateway.chats.get('c1')!.wire.userSetting!.markedUnread === false);
  await one.change({ markedUnread: true });
  expect(await one.unread()).toBe(1);
});

it('R216 an archived chat returns when somebody else writes, unless it is muted', async () => {
  const one = await withChat();
  const { seq } = await one.hear('hello');
  await one.change({ archivedSeq: seq });
  expect(isArchived(await one.chat())).toBe(true);
  expect(await one.unread()).toBe(0);
  await one.sendText('my own');
  await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
  expect(isArchived(await one.chat())).toBe(true);
  await one.hear('again');
  expect(isArchived(await one.chat())).toBe(false);
  expect(await one.unread()).toBe(2);

  // It stays in the list when it is muted there.
  await one.change({ noDisturb: true, mutedUntil: 0 });
  expect(isArchived(await one.chat())).toBe(false);
  expect(await one.setting()).toMatchObject({ archivedSeq: 0 });
  await one.change({ archivedSeq: (await one.chat()).lastOtherSeq! });
  await one.hear('while muted');
  expect(isArchived(await one.chat())).toBe(true);
});
