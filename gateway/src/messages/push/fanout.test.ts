import { encode } from '@amber/proto/codec';
import { limits } from '@amber/proto/limits';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Bus, createLocalBus, publishRows, subjects } from '../../core/bus.ts';
import type { StoredRow } from '../../core/storedRow.ts';
import { createChangeLog } from './changeLog.ts';
import { createFanout } from './fanout.ts';
import type { Listener } from './listener.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const row = (seq: number): StoredRow => ({
  conversation: 'chat',
  type: 'private',
  epoch: 1,
  seq,
  id: `message${seq}`,
  sender: 'alice',
  device: 'phone',
  ts: 1,
  sealed: false,
  body: Buffer.from(encode('Content', { id: `message${seq}` })),
  copies: [],
  anonymous: false,
  withdrawn: false,
  cmd_id: '',
  target: null,
});

/** Bob is connected and a member of an empty chat; the database is read through `readRows` only. */
async function startFanout({
  bus = createLocalBus() as Bus,
  log = [] as string[],
  onError = (error: unknown): unknown => {
    throw error;
  },
} = {}) {
  const readRows = vi.fn(() => [] as StoredRow[]);
  const memberships = [
    { identifier: 'bob', conversation: 'chat', joined_seq: 0, left_seq: null, last_seq: 0, members_version: 1 },
  ];
  const answers: [string, () => object[]][] = [
    ['live_change', () => [{ tx: '1', started: '', at: 0, kind: null, id: null, conversation: null }]],
    ['select notice_seq', () => [{ notice_seq: 0 }]],
    [
      'from member m',
      () => {
        log.push('read memberships');
        return memberships;
      },
    ],
    [
      'join conversation c on c.id = k.id',
      () => [
        { id: 'new', last_seq: 1, members_version: 1 },
        { id: 'chat', last_seq: 3, members_version: 1 },
      ],
    ],
    ['', readRows],
  ];
  const pool = {
    query: async (query: string | { text: string }) => {
      const text = typeof query === 'string' ? query : query.text;
      return { rows: answers.find(([part]) => text.includes(part))![1]() };
    },
  } as unknown as pg.Pool;
  const fanout = createFanout({
    pool,
    changeLog: createChangeLog({ pool }),
    bus,
    limits,
    notices: { after: async () => [] } as unknown as Parameters<typeof createFanout>[0]['notices'],
    onError,
  });
  const push = vi.fn();
  await fanout.join({ identifier: 'bob', device: 'laptop', family: 'f', push } as unknown as Listener);
  return { push, readRows, memberships, publish: (...seqs: number[]) => publishRows(bus, 1, seqs.map(row)) };
}

test('R241 rows whose hints overtake each other are pushed in order, without reading them', async () => {
  const { push, readRows, publish } = await startFanout();
  publish(3);
  publish(2);
  await vi.advanceTimersByTimeAsync(10);
  expect(push).not.toHaveBeenCalled();
  publish(1);
  publish(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(push).toHaveBeenCalledTimes(3);
  expect(readRows).not.toHaveBeenCalled();
});

test('R241 rows whose hint is lost are read after a moment', async () => {
  const { push, readRows, publish } = await startFanout();
  publish(1);
  publish(3);
  await vi.advanceTimersByTimeAsync(10);
  expect(push).toHaveBeenCalledTimes(1);
  expect(readRows).not.toHaveBeenCalled();
  readRows.mockReturnValueOnce([row(2), row(3)]);
  await vi.advanceTimersByTimeAsync(100);
  expect(push).toHaveBeenCalledTimes(3);
  expect(readRows).toHaveBeenCalledTimes(1);
});

test('R241 a subscription is in effect before the state that it is about is read', async () => {
  const log: string[] = [];
  const local = createLocalBus();
  const bus: Bus = {
    ...local,
    subscribe(subject, listener) {
      log.push(subject);
      return local.subscribe(subject, listener);
    },
    flush: async () => void log.push('flush'),
  };
  await startFanout({ bus, log });
  expect(log).toEqual(['s', 'u.bob', 'flush', 'read memberships', 'c.chat', 'flush']);
});

test('R241 what other gateways stored in a new conversation before its subscription took effect is read', async () => {
  const local = createLocalBus();
  const { push, readRows, memberships } = await startFanout({ bus: { ...local, flush: async () => undefined } });
  memberships.push({ ...memberships[0]!, conversation: 'new' });
  readRows.mockReturnValueOnce([{ ...row(1), conversation: 'new' }]);
  local.publish(subjects.person('bob'), { kind: 'membership' });
  await vi.advanceTimersByTimeAsync(0);
  expect(push).toHaveBeenCalledTimes(1);
});

test('R241 rows that could not be read are read by the next sweep, though nothing has changed since', async () => {
  const errors: unknown[] = [];
  const { push, readRows, publish } = await startFanout({ onError: (error) => errors.push(error) });
  // The first sweep compares what was opened before it.
  await vi.advanceTimersByTimeAsync(2 * limits.sweepEvery);
  readRows.mockImplementationOnce(() => {
    throw new Error('the database is away');
  });
  publish(1);
  publish(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(errors).toHaveLength(1);
  readRows.mockReturnValueOnce([row(2), row(3)]);
  await vi.advanceTimersByTimeAsync(2 * limits.sweepEvery);
  expect(push).toHaveBeenCalledTimes(3);
});
