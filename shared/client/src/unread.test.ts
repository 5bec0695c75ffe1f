import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConversationRow } from './db.ts';
import { countUnread, sumUnread } from './unread.ts';

const conversation = fc
  .record({
    unread: fc.nat(9),
    mentions: fc.nat(3),
    spaceId: fc.constantFrom('', 's1'),
    type: fc.constantFrom('private', 'group', 'robot'),
    status: fc.constantFrom('normal', 'delete'),
    lastOtherSeq: fc.nat(2),
    userSetting: fc.record({ noDisturb: fc.boolean(), markedUnread: fc.boolean(), archivedSeq: fc.nat(2) }),
  })
  .map((row) => row as ConversationRow);

/** Muted, or archived and not returned; rooms are never archived. */
const isQuiet = ({ spaceId, lastOtherSeq, userSetting }: ConversationRow) =>
  userSetting!.noDisturb ||
  (spaceId === '' && userSetting!.archivedSeq > 0 && userSetting!.archivedSeq >= lastOtherSeq!);

it('R67 R216 chats, spaces and bots are counted apart, muted and archived ones apart from the others, hidden ones not at all', () => {
  fc.assert(
    fc.property(fc.array(conversation, { maxLength: 12 }), (all) => {
      const sums = sumUnread(all);
      const add = (isWanted: (row: ConversationRow) => boolean, count: (row: ConversationRow) => number) =>
        all.filter((row) => row.status === 'normal' && isWanted(row)).reduce((sum, row) => sum + count(row), 0);
      const unread = (row: ConversationRow) => row.unread || (row.userSetting!.markedUnread ? 1 : 0);
      for (const [kind, isOfKind] of [
        ['chats', (row: ConversationRow) => row.type !== 'robot' && row.spaceId === ''],
        ['spaces', (row: ConversationRow) => row.type !== 'robot' && row.spaceId !== ''],
        ['bots', (row: ConversationRow) => row.type === 'robot'],
      ] as const) {
        expect(sums[kind]).toEqual({
          unread: add((row) => isOfKind(row) && !isQuiet(row), unread),
          muted: add((row) => isOfKind(row) && isQuiet(row), unread),
          mentions: add(isOfKind, ({ mentions }) => mentions),
        });
      }
    }),
  );
});

it('R67 what is unread follows from isRead alone', () => {
  expect(countUnread([{ isRead: false }, { isRead: true, mention: 1 }, { isRead: false, mention: 1 }])).toEqual({
    unread: 2,
    mentions: 1,
  });
});

it('R67 a conversation without a setting is not muted', () => {
  expect(
    sumUnread([{ unread: 2, mentions: 1, spaceId: '', status: 'normal', userSetting: null } as ConversationRow]).chats,
  ).toEqual({ unread: 2, muted: 0, mentions: 1 });
});
