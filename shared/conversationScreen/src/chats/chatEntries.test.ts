import type { ConversationRow } from '@amber/client/rows';
import { describe, expect, test } from 'vitest';
import { chatEntries, filterEntries } from './chatEntries.ts';

const person = (identifier: string, lastName: string) => ({
  identifier,
  lastName,
  avatar: '',
  token: '',
  deviceId: '',
  bio: '',
  kind: 'person' as const,
});

const chat = (name: string, sortTime: number, rest: Partial<ConversationRow> = {}): ConversationRow => ({
  conversionId: `c-${name}`,
  roomType: '',
  name: '',
  avatar: '',
  type: 'private',
  chatTag: '',
  status: 'normal',
  spaceId: '',
  groupSetting: null,
  userSetting: null,
  userInfo: [person('me', 'Me'), person(name.toLowerCase(), name)],
  sortTime,
  preview: 'hi',
  unread: 0,
  readSeq: 0,
  toldSeq: 0,
  mentions: 0,
  peerReadSeq: 0,
  peerDeliveredSeq: 0,
  ...rest,
});
const pinned: NonNullable<ConversationRow['userSetting']> = {
  anonymous: false,
  encrypted: false,
  unencrypted: 'unset',
  noDisturb: false,
  mentionsOnly: false,
  mutedUntil: 0,
  archivedSeq: 0,
  markedUnread: false,
  isTop: true,
  groupRemark: '',
};
const read = (chats: ConversationRow[], drafts: { conversationId: string; text: string; savedAt: number }[] = []) =>
  chatEntries(chats, { me: 'me', drafts });

test('R66 pinned chats come first, then the latest', () => {
  const entries = read([chat('Old', 1), chat('New', 3), chat('Top', 2, { userSetting: pinned })]);
  expect(entries.map(({ name }) => name)).toEqual(['Top', 'New', 'Old']);
});

test.each([
  [0, 0, 'Ada'],
  [1, 0, 'Ada, 1 unread message'],
  [2, 0, 'Ada, 2 unread messages'],
  [3, 1, 'Ada, 3 unread messages, 1 mentions you'],
  [3, 2, 'Ada, 3 unread messages, 2 mention you'],
])('R172 R184 with %i unread and %i mentions a chat is called %j', (unread, mentions, called) => {
  const [entry] = read([chat('Ada', 1, { unread, mentions })]);
  expect(entry).toMatchObject({ label: called, unread, mentions });
});

test('R216 a chat that is marked as unread counts as one, without a number; unread messages have theirs', () => {
  const userSetting = { ...pinned, isTop: false, markedUnread: true };
  expect(read([chat('Ada', 1, { userSetting })])[0]).toMatchObject({
    label: 'Ada, marked as unread',
    unread: 1,
    isMarked: true,
  });
  expect(read([chat('Ada', 1, { userSetting, unread: 2 })])[0]).toMatchObject({
    label: 'Ada, 2 unread messages',
    unread: 2,
    isMarked: false,
  });
});

test('R216 a chat is archived until somebody else writes; a muted one stays archived', () => {
  const userSetting = { ...pinned, archivedSeq: 5 };
  const isArchived = (rest: Partial<ConversationRow>) =>
    read([chat('Ada', 1, { userSetting, ...rest })])[0]!.isArchived;
  expect([isArchived({ lastOtherSeq: 5 }), isArchived({ lastOtherSeq: 6 }), isArchived({})]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isArchived({ lastOtherSeq: 6, userSetting: { ...userSetting, noDisturb: true } })).toBe(true);
});

test('R70 a deleted chat is hidden, and rooms of spaces are listed elsewhere', () => {
  expect(read([chat('Gone', 1, { status: 'delete' }), chat('Room', 1, { spaceId: 's' })])).toEqual([]);
});

test('R103 a remark stands in the place of the name, and both are found', () => {
  const entries = read([chat('Zacharias', 1, { remarkName: 'Dad' })]);
  expect(entries).toMatchObject([{ name: 'Dad', label: 'Dad' }]);
  expect(['da', 'zach', 'mum'].map((typed) => filterEntries(entries, typed).length)).toEqual([1, 1, 0]);
});

test('R70 chats are found by name in any case', () => {
  expect(filterEntries(read([chat('Ada', 2), chat('Grace', 1)]), ' aD').map(({ name }) => name)).toEqual(['Ada']);
});

test('R173 a draft is shown with its chat, a blank one is not', () => {
  const drafts = [
    { conversationId: 'c-Ada', text: ' soon ', savedAt: 1 },
    { conversationId: 'c-Bo', text: '  ', savedAt: 1 },
  ];
  expect(read([chat('Ada', 2), chat('Bo', 1)], drafts).map(({ draft }) => draft)).toEqual(['soon', '']);
});

test('R103 a group goes by my remark, then by its name; somebody without a name is someone', () => {
  const group = { type: 'group', name: 'Team', userSetting: { ...pinned, groupRemark: 'My team' } } as const;
  expect(read([chat('x', 1, group)])[0]!.name).toBe('My team');
  expect(read([chat('', 1)])[0]!.name).toBe('Someone');
});

test.each([
  ['a photo is called that', { preview: 'IMG_1.jpg', previewKind: 'image' }, 'Photo'],
  [
    'a voice message with its length',
    { preview: 'v.mp3', previewKind: 'voice', previewDuration: 7_400 },
    'Voice message, 0:07',
  ],
  ['a withdrawn message has no words', { preview: '', previewKind: 'withdrawn' }, 'Message withdrawn'],
  ['a row of an older build says it itself', { preview: 'Message withdrawn' }, 'Message withdrawn'],
  ['a kind of a newer build is not known', { preview: 'A poll', previewKind: 'poll' as 'image' }, 'A poll'],
] as const)('R219 the last line is in the reader’s language: %s', (_, row, line) => {
  expect(read([chat('Ada', 1, row)])[0]!.preview).toBe(line);
});

test('R169 a chat with a bot says that it is an AI, and whose its last words are', () => {
  const robot = { type: 'robot', unread: 2, preview: 'Yes, **surely**', previewKind: 'ai' } as const;
  expect(read([chat('Momo', 1, robot)])[0]).toMatchObject({
    label: 'Momo, AI, 2 unread messages',
    preview: 'Yes, surely',
    isBot: true,
    isByBot: true,
  });
  expect(read([chat('Momo', 1, { type: 'robot', preview: 'Is it?' })])[0]).toMatchObject({
    isBot: true,
    isByBot: false,
  });
  expect(read([chat('Ada', 1)])[0]).toMatchObject({ isBot: false, isByBot: false });
});

describe('R216 who wrote last, and how far it has come', () => {
  const last = (rest: Partial<NonNullable<ConversationRow['last']>> = {}) => ({
    last: { id: 'm', sender: 'me', seq: 5, loading: false, pending: false, error: '' as const, ...rest },
  });
  const group = { type: 'group', name: 'Team' } as const;
  const writers = new Map([['c-x', 'Grace']]);
  const entryOf = (row: Partial<ConversationRow>) =>
    chatEntries([chat('x', 1, row)], { me: 'me', drafts: [], writers })[0];

  test.each([
    ['sent', { ...last() }, 'You', 'sent'],
    ['delivered', { ...last(), peerDeliveredSeq: 5 }, 'You', 'delivered'],
    ['read', { ...last(), peerReadSeq: 6, peerDeliveredSeq: 5 }, 'You', 'read'],
    ['being sent', { ...last({ loading: true, seq: 0 }) }, 'You', 'queued'],
    ['failed', { ...last({ error: 'error', seq: 0 }) }, 'You', 'failed'],
    ['withdrawn', { ...last(), previewKind: 'withdrawn' }, '', undefined],
    ['the other’s', { ...last({ sender: 'x' }) }, '', undefined],
    ['of an older build', {}, '', undefined],
    ['sent in a group', { ...group, ...last(), peerReadSeq: 9 }, 'You', undefined],
    ['being sent in a group', { ...group, ...last({ loading: true, seq: 0 }) }, 'You', 'queued'],
    ['of a member', { ...group, ...last({ sender: 'grace' }) }, 'Grace', undefined],
    ['of an anonymous member', { ...group, ...last({ sender: '' }) }, 'Anonymous', undefined],
    ['not accepted', { ...group, ...last({ sender: 'grace' }), previewKind: 'notAccepted' }, '', undefined],
  ] satisfies [string, Partial<ConversationRow>, string, string | undefined][])(
    'a message that is %s',
    (_, row, writer, delivery) => {
      expect(entryOf(row)).toMatchObject({ writer, delivery });
    },
  );
});

test('the chat with oneself has a name and a picture of its own', () => {
  const own = chat('own', 1, { userInfo: [person('me', 'Me')], name: 'Me', avatar: '/chat/avatars/01.svg' });
  expect(read([own])).toMatchObject([
    { name: 'Saved messages', avatar: '/chat/pictures/saved.svg', label: 'Saved messages' },
  ]);
});
