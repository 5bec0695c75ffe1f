import { expect, test } from 'vitest';
import { type ChatListItem, neighbourChat } from './neighbourChat.ts';

const entries = [
  ['a', 0],
  ['b', 0],
  ['c', 3],
].map(([id, unread]) => ({ id, unread }) as ChatListItem);
const to = (openId: string | undefined, by: 1 | -1, unreadOnly = false) =>
  neighbourChat(entries, openId, { by, unreadOnly });

test('R183 Alt+arrow goes to the next chat and stops at the ends', () => {
  expect([to('a', 1), to('b', -1), to('c', 1), to('a', -1)]).toEqual(['b', 'a', undefined, undefined]);
});

test('R183 Alt+Shift+arrow goes to the next unread chat', () => {
  expect([to('a', 1, true), to('c', -1, true)]).toEqual(['c', undefined]);
});

test('R183 with no chat open the first or the last is next', () => {
  expect([to(undefined, 1), to(undefined, -1)]).toEqual(['a', 'c']);
});
