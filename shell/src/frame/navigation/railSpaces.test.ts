import type { ConversationRow, SpaceRow } from '@amber/client/db';
import { expect, it } from 'vitest';
import { railSpaces } from './railSpaces.ts';

const space = (id: string, sortTime: number) =>
  ({ id, spaceId: id, spaceName: id.toUpperCase(), avatar: '', sortTime }) as SpaceRow;
const room = (spaceId: string, unread: number, noDisturb = false) =>
  ({ spaceId, unread, mentions: 0, status: 'normal', userSetting: { noDisturb } }) as ConversationRow;

it('R109 the latest space stands first', () => {
  expect(railSpaces([space('a', 1), space('c', 3), space('b', 2)], []).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

it('R67 each has what is unread in its own rooms, but for muted ones; chats count elsewhere', () => {
  const rooms = [room('a', 2), room('a', 3), room('a', 9, true), room('b', 0), room('', 7)];
  expect(railSpaces([space('a', 2), space('b', 1)], rooms).map(({ name, unread }) => [name, unread])).toEqual([
    ['A', 5],
    ['B', 0],
  ]);
});
