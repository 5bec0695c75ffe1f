import type { MessageRow } from '@amber/client/rows';
import { expect, test } from 'vitest';
import { formatShort } from '../kit/format.ts';
import { timelineRows } from './timelineRows.ts';

const minute = 60_000;
const noon = new Date(2026, 10, 20, 12).getTime();

const message = (seq: number, sender: string, createdAt: number, rest: Partial<MessageRow> = {}): MessageRow => ({
  id: `m${seq}`,
  conversationId: 'c',
  loading: false,
  pending: false,
  error: '',
  fault: '',
  createdAt,
  isRead: true,
  seq,
  order: seq,
  copy: 'open',
  content: {
    id: `m${seq}`,
    message: '{"text":"hi"}',
    type: 'text',
    sender: { identifier: sender, deviceId: 'd' },
    timestamp: 0,
    anonymous: false,
    encrypted: false,
    cmdId: '',
    streamEnd: false,
    streamFirst: false,
    to: null,
    targets: [],
  },
  ...rest,
});

const read = (messages: MessageRow[], firstUnreadSeq = 0, hasOlder = false) =>
  timelineRows(messages, { me: 'me', firstUnreadSeq, hasOlder, now: noon });
const shape = (messages: MessageRow[], firstUnreadSeq = 0) =>
  read(messages, firstUnreadSeq).map(
    ({ isFirstOfGroup: isFirst, isLastOfGroup: isLast }) => `${isFirst ? '<' : '-'}${isLast ? '>' : '-'}`,
  );

test('one author within five minutes is one group, a sixth minute begins another', () => {
  expect(
    shape([message(1, 'a', noon), message(2, 'a', noon + 5 * minute), message(3, 'a', noon + 11 * minute)]),
  ).toEqual(['<-', '->', '<>']);
});

test('R69 what was sent before this device was added is not shown one by one', () => {
  const before = (seq: number) =>
    message(seq, 'a', noon - minute, { copy: 'none', unreadable: 'sent_before_this_device' });
  const rows = read([before(1), before(2), message(3, 'a', noon), before(4), message(5, 'a', noon)], 4);
  expect(rows.map(({ message: { seq }, isFirstUnread: isNew }) => [seq, isNew])).toEqual([
    [3, false],
    [5, true],
  ]);
});

test('another author begins a group', () => {
  expect(shape([message(1, 'a', noon), message(2, 'me', noon), message(3, 'me', noon)])).toEqual(['<>', '<-', '->']);
});

test('what arrived unencrypted is a group of its own, so that one mark says it of all of the group', () => {
  const sealed = (seq: number, sender: string) => {
    const row = message(seq, sender, noon);
    return { ...row, content: { ...row.content, encrypted: true } };
  };
  const plain = (seq: number, sender: string) => message(seq, sender, noon);
  expect(shape([sealed(1, 'a'), plain(2, 'a'), plain(3, 'a'), sealed(4, 'a')])).toEqual(['<>', '<-', '->', '<>']);
  // What was written here is not marked, unless it came from elsewhere.
  expect(shape([sealed(1, 'me'), plain(2, 'me')])).toEqual(['<-', '->']);
  expect(shape([plain(1, 'me'), message(2, 'me', noon, { aside: 1 })])).toEqual(['<>', '<>']);
});

test('each day is named once, and midnight parts a group', () => {
  const midnight = new Date(2026, 10, 20).getTime();
  const rows = read([message(1, 'a', midnight - minute), message(2, 'a', midnight + minute), message(3, 'a', noon)]);
  expect(rows.map((row) => row.dayLabel)).toEqual(['Yesterday', 'Today', '']);
  expect(rows.map((row) => row.isFirstOfGroup)).toEqual([true, true, true]);
});

test('older days are written out, with the year when it is another', () => {
  const day = (year: number, month: number, date: number) =>
    read([message(1, 'a', new Date(year, month, date).getTime())])[0]!.dayLabel;
  expect(day(2026, 10, 16)).toBe('Monday 16 November');
  expect(day(2025, 10, 17)).toBe('17 November 2025');
});

test('R187 the New line stands once, above the first unread, and parts a group', () => {
  const rows = read([message(3, 'a', noon), message(5, 'a', noon), message(6, 'a', noon)], 4);
  expect(rows.map((row) => row.isFirstUnread)).toEqual([false, true, false]);
  expect(rows.map((row) => row.isFirstOfGroup)).toEqual([true, true, false]);
});

test.each([
  ['a message in the middle', 4, [false, true, false]],
  ['the first message there is', 3, [true, false, false]],
  ['the newest message', 5, [false, false, true]],
  ['nothing that is here yet', 6, [false, false, false]],
  ['nothing, all is read', 0, [false, false, false]],
])('R187 the row at exactly the first unread place has the New line above it: %s', (_, firstUnreadSeq, isNew) => {
  const rows = read([message(3, 'a', noon), message(4, 'a', noon), message(5, 'a', noon)], firstUnreadSeq);
  expect(rows.map((row) => row.isFirstUnread)).toEqual(isNew);
});

test('a sealed message is shown once it is opened', () => {
  const sealed = message(1, 'a', noon, { copy: 'queued' });
  const opened = message(2, 'a', noon, { copy: 'queued' });
  sealed.content.message = '';
  expect(read([sealed, opened]).map((row) => row.message.id)).toEqual(['m2']);
});

test('the time of the gateway wins over that of this device', () => {
  const sent = message(1, 'a', noon);
  sent.content.timestamp = noon - 2 * minute;
  expect(read([sent])[0]!.at).toBe(noon - 2 * minute);
});

test.each([
  [0, '12:00'],
  [1, 'Yesterday'],
  [3, 'Tue'],
  [20, '31 Oct'],
])('%i days ago the list says %s', (days, text) => {
  expect(formatShort(new Date(2026, 10, 20 - days, 12).getTime(), noon)).toBe(text);
});

test('R69 no row changes when older ones are put above it', () => {
  const all = [1, 2, 3, 4].map((seq) => message(seq, 'a', noon));
  const before = read(all.slice(1), 0, true);
  expect(read(all).slice(-before.length)).toEqual(before);
});

test('R59 nobody can tell from the grouping whether two anonymous messages have one author; of mine I know', () => {
  const anonymous = (seq: number, sender: string) => {
    const one = message(seq, sender, noon);
    one.content.anonymous = true;
    return one;
  };
  expect(shape([anonymous(1, ''), anonymous(2, '')])).toEqual(['<>', '<>']);
  expect(shape([anonymous(1, 'me'), anonymous(2, 'me'), message(3, 'me', noon)])).toEqual(['<-', '->', '<>']);
});

test('R60 R61 a line of the app parts what stands on its two sides', () => {
  const rows = read([
    message(1, 'a', noon),
    message(2, 'a', noon, { withdrawn: { by: 'a', at: noon } }),
    message(3, 'a', noon),
  ]);
  expect(rows.map((row) => row.isSystemLine)).toEqual([false, true, false]);
  expect(rows.every((row) => row.isFirstOfGroup && row.isLastOfGroup)).toBe(true);
});

const joinLine = (seq: number, actor: string, createdAt = noon): MessageRow => {
  const line = message(seq, actor, createdAt);
  line.content.type = 'system';
  line.content.message = JSON.stringify({ originMessage: { cmdId: 'joinMember', actor, targets: [], body: {} } });
  return line;
};

test('R215 people who join one after the other are one line, in which the last one stands for all', () => {
  const rows = read([
    message(1, 'a', noon),
    joinLine(2, 'b'),
    joinLine(3, 'c'),
    joinLine(4, 'd'),
    message(5, 'a', noon),
  ]);
  expect(rows.map((row) => [row.message.seq, row.foldedLines.map(({ seq }) => seq)])).toEqual([
    [1, []],
    [4, [2, 3]],
    [5, []],
  ]);
});

test('R215 a line about the reader, another day and the New line end the row of people who join', () => {
  const seqs = (messages: MessageRow[], firstUnreadSeq = 0) =>
    read(messages, firstUnreadSeq).map((row) => row.message.seq);
  expect(seqs([joinLine(1, 'b'), joinLine(2, 'me'), joinLine(3, 'c')])).toEqual([1, 2, 3]);
  expect(seqs([joinLine(1, 'b', noon - 24 * 60 * minute), joinLine(2, 'c')])).toEqual([1, 2]);
  expect(seqs([joinLine(1, 'b'), joinLine(2, 'c'), joinLine(3, 'd')], 2)).toEqual([1, 3]);
  expect(read([joinLine(1, 'b'), joinLine(2, 'c'), joinLine(3, 'd')], 2)[1]).toMatchObject({ isFirstUnread: true });
});
