import type { MessageRow } from '@amber/client/rows';
import { expect, test } from 'vitest';
import { timelineRows } from './timelineRows.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const file = { key: 'k', uri: 'u', digest: 'd', preview: '' };

interface Picture {
  by?: string;
  type?: string;
  album?: object | undefined;
  at?: number;
  row?: Partial<MessageRow>;
}

const picture = (seq: number, { by = 'bob', type = 'image', album, at = noon, row }: Picture = {}): MessageRow => ({
  id: `m${seq}`,
  conversationId: 'c',
  loading: false,
  pending: false,
  error: '',
  fault: '',
  createdAt: at,
  isRead: true,
  seq,
  order: seq,
  copy: 'open',
  content: {
    id: `m${seq}`,
    message: JSON.stringify({ file, name: 'a.png', size: 1, mime: 'image/png', text: 'hi', ...(album && { album }) }),
    type,
    sender: { identifier: by, deviceId: 'd' },
    timestamp: 0,
    anonymous: false,
    encrypted: false,
    cmdId: '',
    streamEnd: false,
    streamFirst: false,
    to: null,
    targets: [],
  },
  ...row,
});
const place = (index: number, count = 3, id = 'a') => ({ id, index, count });
/** Returns the positions that are shown together. */
const groups = (messages: MessageRow[], hasOlder = false, firstUnreadSeq = 0): number[][] =>
  timelineRows(messages, { me: 'me', firstUnreadSeq, hasOlder, now: noon }).flatMap(({ message, album }) =>
    album && album[0]!.message.id !== message.id ? [] : [album ? album.map((one) => one.message.seq) : [message.seq]],
  );
const whole = [0, 1, 2].map((index) => picture(index + 1, { album: place(index) }));

test('R212 neighbours of one album are shown together, each at its own position', () => {
  expect(groups(whole)).toEqual([[1, 2, 3]]);
  expect(groups([whole[0]!, picture(2, { type: 'video', album: place(1) }), whole[2]!])).toEqual([[1, 2, 3]]);
  expect(groups([picture(1), picture(2)])).toEqual([[1], [2]]);
});

test.each<[string, MessageRow]>([
  ['another author', picture(2, { by: 'mallory', album: place(1) })],
  ["another album's id", picture(2, { album: place(1, 3, 'b') })],
  ['another number of pictures', picture(2, { album: place(1, 4) })],
  ['a place that is taken', picture(2, { album: place(0) })],
  ['no place', picture(2)],
  ['another kind', picture(2, { type: 'text', album: place(1) })],
  ['a time long after', picture(2, { album: place(1), at: noon + 3_600_000 })],
  ['another protection', picture(2, { album: place(1), row: { aside: 1, untrusted: 1 } })],
  ['no readable copy', picture(2, { album: place(1), row: { unreadable: 'bad_mac' } })],
  ['no content any more', picture(2, { album: place(1), row: { withdrawn: { by: 'bob', at: 1 } } })],
])('R212 a message with %s is separate', (_, between) => {
  expect(groups([whole[0]!, between])).toEqual([[1], [2]]);
});

test('R60 R212 a withdrawn picture leaves its album together, and its line below it', () => {
  const withdrawn = (seq: number, more: Picture = {}) =>
    picture(seq, { ...more, row: { withdrawn: { by: 'bob', at: 1 } } });
  expect(groups([whole[0]!, withdrawn(2), whole[2]!])).toEqual([[1, 3], [2]]);
  expect(groups([withdrawn(1), whole[1]!, whole[2]!])).toEqual([[1], [2, 3]]);
  expect(groups([whole[0]!, withdrawn(2, { by: 'mallory' }), whole[2]!])).toEqual([[1], [2], [3]]);
  expect(groups([whole[0]!, withdrawn(2), whole[2]!], false, 2)).toEqual([[1], [2], [3]]);
});

test('R212 an album is never larger than it may be', () => {
  const many = Array.from({ length: 12 }, (_, index) => picture(index + 1, { album: place(index, 12) }));
  expect(groups(many)).toEqual(many.map(({ seq }) => [seq]));
});

test('R212 an album goes apart at the line of the first unread message', () => {
  expect(groups(whole, false, 2)).toEqual([[1], [2, 3]]);
});

test('R215 an album whose beginning is not loaded is not shown before it is', () => {
  const rest = [picture(9), whole[1]!, whole[2]!, picture(4)];
  expect(groups(rest, true)).toEqual([[4]]);
  expect(groups([picture(0), ...whole], true)).toEqual([[1, 2, 3]]);
});
