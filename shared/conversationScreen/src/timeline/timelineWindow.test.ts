import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
// oxlint-disable-next-line no-restricted-imports -- the test writes rows, as the engine does
import { type ConversationRow, type MessageRow, openAccountDb, pendingOrder } from '@amber/client/db';
import { expect, test } from 'vitest';
import { findFirstUnread, rangeAround, rangeFromUnread } from './jumpRanges.ts';
import { newerEnd, newestStart, olderStart, readRange, trimRange } from './timelineWindow.ts';

async function dbWith(count: number, conversationId = 'c') {
  const db = openAccountDb('me', { indexedDB: new IDBFactory(), IDBKeyRange });
  const row = (order: number, inConversation: string) =>
    ({ id: `${inConversation}${order}`, conversationId: inConversation, order, seq: order }) as MessageRow;
  await db.messages.bulkAdd(Array.from({ length: count }, (_, index) => row(index + 1, conversationId)));
  await db.messages.add(row(1, 'another'));
  return { db, row };
}
const orders = (rows: MessageRow[]) => [rows[0]?.order, rows.at(-1)?.order, rows.length];

test('R149 a conversation opens with its newest page, not with all of it', async () => {
  const { db } = await dbWith(120);
  const from = await newestStart(db, 'c', 50);
  const window = await readRange(db, 'c', { from, to: Infinity });
  expect(orders(window.rows)).toEqual([71, 120, 50]);
  expect(window).toMatchObject({ hasOlder: true, hasNewer: false });
});

test('R69 the window grows upwards by a page until the first message', async () => {
  const { db } = await dbWith(120);
  const second = await olderStart(db, 'c', 71, 50);
  expect(second).toBe(21);
  const all = await olderStart(db, 'c', second, 50);
  expect(all).toBe(-Infinity);
  const window = await readRange(db, 'c', { from: all, to: Infinity });
  expect(orders(window.rows)).toEqual([1, 120, 120]);
  expect(window.hasOlder).toBe(false);
});

test('R69 behind a page of what was sent before this device, older ones are not asked for', async () => {
  const { db } = await dbWith(120);
  await db.cursors.put({ conversationId: 'c', epoch: 1, seq: 120, gaps: [{ before: 61 }] } as never);
  const look = async () => readRange(db, 'c', { from: await olderStart(db, 'c', 71, 10), to: Infinity });
  await db.messages.where({ conversationId: 'c' }).modify({ unreadable: 'sent_before_this_device' });
  // What is here is shown.
  expect(await look()).toMatchObject({ hasOlder: true, missingBefore: 61 });
  await db.messages.filter(({ order }) => order < 61).delete();
  expect(await look()).toMatchObject({ hasOlder: false, missingBefore: 0 });
  await db.messages.where({ id: 'c100' }).modify((message) => {
    delete message.unreadable;
  });
  expect(await look()).toMatchObject({ hasOlder: true, missingBefore: 61 });
});

test('a short conversation is shown whole', async () => {
  const { db } = await dbWith(3);
  const window = await readRange(db, 'c', { from: await newestStart(db, 'c', 50), to: Infinity });
  expect(orders(window.rows)).toEqual([1, 3, 3]);
  expect(window).toMatchObject({ hasOlder: false, hasNewer: false });
});

test('what is not sent yet is in the newest window, last', async () => {
  const { db, row } = await dbWith(60);
  await db.messages.add(row(pendingOrder(1), 'c'));
  const window = await readRange(db, 'c', { from: await newestStart(db, 'c', 50), to: Infinity });
  expect(orders(window.rows)).toEqual([12, pendingOrder(1), 50]);
});

test('a long window lets go of the side that is not being read', async () => {
  const { db } = await dbWith(120);
  const range = { from: 21, to: Infinity };
  const { rows } = await readRange(db, 'c', range);
  expect(trimRange(range, rows, 80, 'older')).toEqual({ from: 21, to: 100 });
  expect(trimRange(range, rows, 80, 'newer')).toEqual({ from: 41, to: Infinity });
  expect(trimRange(range, rows, 200, 'newer')).toBe(range);
  const upper = await readRange(db, 'c', { from: 21, to: 100 });
  expect(upper).toMatchObject({ hasOlder: true, hasNewer: true });
  expect(await newerEnd(db, 'c', 100, 10)).toBe(110);
  expect(await newerEnd(db, 'c', 100, 50)).toBe(Infinity);
});

test('R46 R69 a window ends where something is missing, and says where', async () => {
  const { db } = await dbWith(120);
  await db.cursors.put({ conversationId: 'c', epoch: 1, seq: 120, gaps: [{ after: 10, before: 40 }] });
  await db.messages.where('[conversationId+order]').between(['c', 10], ['c', 40], false, false).delete();
  const near = await readRange(db, 'c', { from: -Infinity, to: Infinity });
  expect(orders(near.rows)).toEqual([40, 120, 81]);
  expect(near).toMatchObject({ hasOlder: true, missingBefore: 40 });
  expect(await readRange(db, 'c', { from: 80, to: Infinity })).toMatchObject({
    hasOlder: true,
    missingBefore: 0,
    missingBelow: 40,
  });
  const below = await readRange(db, 'c', { from: -Infinity, to: 10 });
  expect(orders(below.rows)).toEqual([1, 10, 10]);
  expect(below).toMatchObject({ hasOlder: false, hasNewer: true, missingBefore: 0 });
});

test('R187 a window around one message, and none around what is not here', async () => {
  const { db } = await dbWith(120);
  expect(await rangeAround(db, 'c', 'c60', 20)).toEqual({ from: 50, to: 70 });
  expect(await rangeAround(db, 'c', 'another1', 20)).toBeNull();
  expect(await rangeAround(db, 'c', 'nowhere', 20)).toBeNull();
});

test('R46 R187 a window above something missing ends there, and goes on once that is here', async () => {
  const { db, row } = await dbWith(120);
  await db.messages.where('[conversationId+order]').between(['c', 40], ['c', 80], false, false).delete();
  await db.cursors.put({ conversationId: 'c', epoch: 1, seq: 120, gaps: [{ after: 40, before: 80 }] });
  expect(await newerEnd(db, 'c', 20, 50)).toBe(40);
  expect(await rangeAround(db, 'c', 'c35', 50)).toEqual({ from: 10, to: 40 });
  const window = await readRange(db, 'c', { from: 10, to: 40 });
  expect(orders(window.rows)).toEqual([10, 40, 31]);
  expect(window).toMatchObject({ hasNewer: true, missingAfter: 40 });
  // A part has been fetched.
  await db.messages.bulkAdd(Array.from({ length: 10 }, (_, index) => row(41 + index, 'c')));
  await db.cursors.put({ conversationId: 'c', epoch: 1, seq: 120, gaps: [{ after: 50, before: 80 }] });
  expect(await readRange(db, 'c', { from: 10, to: 40 })).toMatchObject({ hasNewer: true, missingAfter: null });
  expect(await newerEnd(db, 'c', 40, 50)).toBe(50);
});

const conversation = (readSeq: number, fields: Partial<ConversationRow> = {}) =>
  ({ conversionId: 'c', type: 'group', readSeq, ...fields }) as ConversationRow;

test('R187 the first unread message is found behind read ones, however many follow', async () => {
  const { db } = await dbWith(500);
  await db.messages
    .where('[conversationId+order]')
    .between(['c', 103], ['c', Infinity])
    .modify((message) => {
      message.unread = 1;
    });
  const { first, missingAfter } = await findFirstUnread(db, conversation(100), 'me');
  expect([first!.seq, missingAfter]).toEqual([103, null]);
  expect(await rangeFromUnread(db, 'c', first!, 398)).toEqual({ from: 93, to: 153 });
  expect(await rangeFromUnread(db, 'c', (await db.messages.get('c498'))!, 3)).toEqual({ from: 451, to: Infinity });
  expect((await findFirstUnread(db, conversation(500), 'me')).first).toBeUndefined();
});

test('R187 where the first unread message is missing, what is before it says where to fetch', async () => {
  const { db } = await dbWith(120);
  await db.messages.where('[conversationId+order]').between(['c', 40], ['c', 80], false, false).delete();
  await db.messages
    .where('[conversationId+order]')
    .between(['c', 80], ['c', Infinity])
    .modify((message) => {
      message.unread = 1;
    });
  await db.cursors.put({ conversationId: 'c', epoch: 1, seq: 120, gaps: [{ after: 40, before: 80 }] });
  const find = async (readSeq: number, fields?: Partial<ConversationRow>) => {
    const { first, missingAfter } = await findFirstUnread(db, conversation(readSeq, fields), 'me');
    return [first?.seq, missingAfter];
  };
  expect(await find(40)).toEqual([80, 40]);
  // Some read messages above it are fetched as well.
  expect(await find(60)).toEqual([80, 50]);
  expect(await find(45)).toEqual([80, 40]);
  expect(await find(79)).toEqual([80, null]);
  expect(await find(90)).toEqual([91, null]);
  // In an encrypted chat, what is missing cannot be decrypted on this device.
  const sealed = { type: 'private', userInfo: [], sealing: { number: 0, on: true } } as unknown as ConversationRow;
  expect(await find(40, sealed)).toEqual([80, null]);
});
