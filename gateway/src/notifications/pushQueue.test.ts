import { limits } from '@amber/proto/limits';
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { type Bus, createLocalBus, subjects } from '../core/bus.ts';
import { noMetrics } from '../core/metrics/metrics.ts';
import { createPushQueue } from './pushQueue.ts';

const row = { conversation: 'chat', sender: 'ada' };
const seen = { kind: 'seen', conversation: 'chat', identifier: 'bob', device: 'phone' } as const;

/** A queue whose database fails `failures` times, and what it has stored. */
function startQueue(failures: number, onFailure: (bus: Bus) => void = () => undefined) {
  const bus = createLocalBus();
  const stored: string[] = [];
  const onError = vi.fn();
  let left = failures;
  const query = async (text: string, values: unknown[] = []) => {
    const statement = /unnest/.test(text) ? (text.startsWith('insert') ? 'add' : 'close') : 'other';
    if (statement !== 'other' && left > 0) {
      left -= 1;
      onFailure(bus);
      throw new Error('the database is gone');
    }
    if (statement !== 'other') stored.push(`${statement} ${JSON.stringify(values.filter(Array.isArray))}`);
    return { rows: [], rowCount: 0 };
  };
  const queue = createPushQueue({
    pool: { query } as unknown as pg.Pool,
    bus,
    clock: Date.now,
    metrics: noMetrics,
    limits: { ...limits, pushBatchWindow: 10 },
    sendPush: vi.fn(),
    subscriptions: { drop: vi.fn() },
    leases: { watchGateways: () => async () => undefined },
    secret: 'secret',
    origin: '',
    onError,
  });
  return { bus, stored, onError, queue };
}

const add = 'add [["chat"],["ada"]]';
const close = 'close [["chat"],["bob"],["phone"]]';

test('new rows and read positions are stored after a database error, once', async () => {
  const { bus, stored, onError, queue } = startQueue(3);
  bus.publish(subjects.activity, {
    kind: 'rows',
    toSeq: 1,
    membersVersion: 1,
    conversation: 'chat',
    rows: [row],
  } as never);
  bus.publish(subjects.activity, seen);
  await expect.poll(() => stored).toHaveLength(2);
  expect(onError).toHaveBeenCalledTimes(3);
  await queue.close();
  expect(stored.toSorted()).toEqual([add, close]);
});

test('a read position is stored after a database error', async () => {
  const { bus, stored, queue } = startQueue(1);
  bus.publish(subjects.activity, seen);
  await expect.poll(() => stored).toEqual([close]);
  await queue.close();
});

test('a message of a second sender during a database error leaves neither sender without a notification', async () => {
  const publish = (bus: Bus, sender: string) =>
    bus.publish(subjects.activity, {
      kind: 'rows',
      toSeq: 1,
      membersVersion: 1,
      conversation: 'chat',
      rows: [{ ...row, sender }],
    } as never);
  const { bus, stored, queue } = startQueue(1, (during) => publish(during, 'bob'));
  publish(bus, 'ada');
  await expect.poll(() => stored).toEqual(['add [["chat"],[null]]']);
  await queue.close();
});
