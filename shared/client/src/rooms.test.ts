import { expect, it } from 'vitest';
import type { ConversationRow } from './db.ts';
import { firstRoom, roomsOf } from './rooms.ts';

const room = (conversionId: string, roomType: string, spaceId = 's1') =>
  ({ conversionId, roomType, spaceId }) as ConversationRow;
const ids = (rooms: ConversationRow[]) => rooms.map(({ conversionId }) => conversionId);
const listed = (...conversionIds: string[]) =>
  ({ rooms: conversionIds.map((conversionId) => ({ conversionId })) }) as Parameters<typeof roomsOf>[1];

it("R113 chat and manage are chat rooms, all the rest are others; a chat and another space's room are none", () => {
  const all = [
    room('c', 'chat'),
    room('m', 'manage'),
    room('n', 'news'),
    room('x', ''),
    room('a', 'chat', ''),
    room('b', 'chat', 's2'),
  ];
  const { chat, other } = roomsOf('s1', undefined, all);
  expect([ids(chat), ids(other)]).toEqual([
    ['c', 'm'],
    ['n', 'x'],
  ]);
});

it('R113 rooms stand in the order they were made, and one that is not listed yet after them', () => {
  const { chat } = roomsOf('s1', listed('b', 'c', 'a'), [
    room('a', 'chat'),
    room('new', 'chat'),
    room('b', 'chat'),
    room('c', 'chat'),
  ]);
  expect(ids(chat)).toEqual(['b', 'c', 'a', 'new']);
});

it('R24 R27 the first room is a chat room where there is one', () => {
  const first = (...rooms: ConversationRow[]) => firstRoom(roomsOf('s1', listed('n', 'c'), rooms));
  expect([first(room('n', 'news'), room('c', 'chat')), first(room('n', 'news')), first()]).toEqual([
    'c',
    'n',
    undefined,
  ]);
});
