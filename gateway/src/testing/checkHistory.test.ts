import { expect, test } from 'vitest';
import { type Acknowledgement, checkHistory, type History, type Position } from './checkHistory.ts';

const row = (seq: number): Position => ({ id: `m${seq}`, seq, timestamp: 100 + seq });
const rows = [1, 2, 3].map(row);
const acknowledged = (seq: number, more: Partial<Acknowledgement> = {}): Acknowledgement => ({
  ...row(seq),
  conversation: 'c',
  sentAt: seq * 10,
  acknowledgedAt: seq * 10 + 5,
  ...more,
});
const session = { reader: 'Bob', conversation: 'c', caughtUpTo: 1, pushed: rows.slice(1), isOpen: true };
const sound: History = {
  acknowledgements: [1, 2, 3].map((seq) => acknowledged(seq)),
  sessions: [session],
  readings: [{ reader: 'Bob', conversation: 'c', rows }],
  stored: new Map([['c', rows]]),
};

test('a history in which every promise holds has no violations', () => {
  expect(checkHistory(sound)).toEqual([]);
  const overlapping = { ...session, pushed: rows, caughtUpTo: 2 };
  const ended = { ...session, pushed: [], isOpen: false };
  expect(checkHistory({ ...sound, sessions: [overlapping, ended] })).toEqual([]);
});

const broken: Record<string, [Partial<History>, RegExp]> = {
  'a message that was acknowledged is not stored': [
    { acknowledgements: [acknowledged(2, { id: 'lost' })] },
    /acknowledged, and not stored like that: lost at 2/,
  ],
  'a repeated message was acknowledged elsewhere': [
    { acknowledgements: [acknowledged(2), acknowledged(2, { seq: 3 })] },
    /acknowledged, and not stored like that: m2 at 3/,
  ],
  'a message is stored twice': [
    { stored: new Map([['c', [...rows, { ...row(4), id: 'm2' }]]]) },
    /stored twice: m2 at 4/,
  ],
  'positions have a gap': [{ stored: new Map([['c', [row(1), row(3)]]]) }, /position 2 has 3/],
  'a message comes before one that was acknowledged earlier': [
    { acknowledgements: [acknowledged(1, { sentAt: 50, acknowledgedAt: 60 }), acknowledged(2)] },
    /m2 at 2 \(102\) was acknowledged before m1 at 1 \(101\) was sent/,
  ],
  'a reader does not get the last message': [
    { readings: [{ reader: 'Bob', conversation: 'c', rows: rows.slice(0, 2) }] },
    /Bob not read: m3/,
  ],
  'a reader gets a message that does not exist': [
    { readings: [{ reader: 'Bob', conversation: 'c', rows: [...rows, row(4)] }] },
    /Bob read, and not stored: m4/,
  ],
  'a reader gets another message at a position': [
    { readings: [{ reader: 'Bob', conversation: 'c', rows: [row(1), { ...row(2), id: 'x' }, row(3)] }] },
    /Bob read x at 2 \(102\) instead of m2/,
  ],
  'a row is pushed twice': [{ sessions: [{ ...session, pushed: [row(2), row(2), row(3)] }] }, /Bob pushed 2 after 2/],
  'rows are pushed in another order': [{ sessions: [{ ...session, pushed: [row(3), row(2)] }] }, /pushed 2 after 3/],
  'a row between catching up and the first push is left out': [
    { sessions: [{ ...session, pushed: [row(3)] }] },
    /Bob pushed 3 after 1/,
  ],
  'a connected device is not pushed the last row': [
    { sessions: [{ ...session, pushed: [row(2)] }] },
    /Bob not pushed: what is after 2/,
  ],
};

test.each(Object.entries(broken))('it is found when %s', (_, [change, violation]) => {
  expect(checkHistory({ ...sound, ...change }).join('\n')).toMatch(violation);
});
