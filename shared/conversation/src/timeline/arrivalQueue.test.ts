import { expect, test } from 'vitest';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { createArrivalQueue } from './arrivalQueue.ts';

const row = (seq: number, rest: Partial<TimelineRow> = {}) =>
  ({ message: { id: `m${seq}`, seq }, mine: false, isSystemLine: false, ...rest }) as TimelineRow;
const take = (queue: ReturnType<typeof createArrivalQueue>, now = 0) => {
  const { count = 0, newest } = queue.take(now) ?? {};
  return [count, newest?.message.id];
};

test('R184 each message that arrives is announced once, and none that was there before', () => {
  const queue = createArrivalQueue([row(1), row(2)], false);
  queue.add([row(1), row(2)], false);
  expect(queue.wait(0)).toBeUndefined();
  queue.add([row(1), row(2), row(3)], false);
  expect(queue.wait(0)).toBe(0);
  expect(take(queue)).toEqual([1, 'm3']);
  queue.add([row(0), row(1), row(2), row(3)], false);
  expect(queue.wait(0)).toBeUndefined();
});

test('R184 messages that arrive together, or soon after an announcement, are counted', () => {
  const queue = createArrivalQueue([row(1)], false);
  queue.add([row(1), row(2), row(3), row(4)], false);
  expect(take(queue, 1_000)).toEqual([3, 'm4']);
  queue.add([row(1), row(2), row(3), row(4), row(5)], false);
  expect(queue.wait(1_500)).toBe(900);
  queue.add([row(1), row(2), row(3), row(4), row(5), row(6)], false);
  expect(take(queue, 2_400)).toEqual([2, 'm6']);
});

test('R184 a message that arrives after a later one is announced; own messages and system lines are not', () => {
  const queue = createArrivalQueue([row(1)], false);
  queue.add([row(1), row(3, { mine: true }), row(4, { isSystemLine: true })], false);
  expect(queue.wait(0)).toBeUndefined();
  queue.add([row(1), row(2), row(3, { mine: true }), row(4, { isSystemLine: true })], false);
  expect(take(queue)).toEqual([1, 'm2']);
});

test('R184 pages that load while the reader scrolls contain no arrivals', () => {
  const queue = createArrivalQueue([row(1)], true);
  queue.add([row(1), row(2)], true);
  queue.add([row(8), row(9)], false); // a jump to the end
  queue.add([row(5), row(8), row(9)], false); // and back up
  expect(queue.wait(0)).toBeUndefined();
  queue.add([row(8), row(9), row(10)], false);
  expect(take(queue)).toEqual([1, 'm10']);
});
