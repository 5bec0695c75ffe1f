import { expect, test } from 'vitest';
import { type UnmeasuredEnd, stageRows } from './stageRows.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

const row = (id: number) => ({ message: { id: String(id) } }) as TimelineRow;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => row(from + index));
const read = (from: [number, number], to: [number, number], busy: UnmeasuredEnd = null, toEnd = false) => {
  const { rows, ...rest } = stageRows(range(...from), range(...to), busy, toEnd);
  return { first: Number(rows[0]?.message.id), last: Number(rows.at(-1)?.message.id), ...rest };
};

test('B13 rows come in at one end at a time: the start first', () => {
  expect(read([50, 90], [50, 95])).toEqual({ first: 50, last: 95, shift: false, grows: true, isHeld: false });
  expect(read([50, 90], [20, 90])).toEqual({ first: 20, last: 90, shift: true, grows: false, isHeld: false });
  expect(read([50, 90], [20, 95])).toEqual({ first: 20, last: 90, shift: true, grows: false, isHeld: true });
});

test('B13 the end waits while the start is measured, and the start while the end is', () => {
  expect(read([20, 90], [20, 95], 'start')).toEqual({ first: 20, last: 90, shift: false, grows: false, isHeld: true });
  expect(read([20, 90], [1, 95], 'start')).toEqual({ first: 1, last: 90, shift: true, grows: false, isHeld: true });
  expect(read([20, 95], [1, 95], 'end')).toEqual({ first: 20, last: 95, shift: false, grows: false, isHeld: true });
});

test('B13 who is taken to the end waits for nothing, but for the start to come in first', () => {
  expect(read([20, 90], [20, 95], 'start', true)).toMatchObject({ last: 95, grows: true, isHeld: false });
  expect(read([20, 90], [1, 95], 'start', true)).toMatchObject({ first: 1, last: 90, isHeld: true });
});

test('another part of the conversation, a shorter one and the first rows are shown at once', () => {
  expect(read([50, 90], [200, 260], 'start')).toMatchObject({ first: 200, last: 260, isHeld: false });
  expect(read([20, 90], [40, 90])).toMatchObject({ first: 40, last: 90, shift: true, isHeld: false });
  expect(read([20, 90], [20, 80])).toMatchObject({ last: 80, shift: false, grows: false, isHeld: false });
  expect(stageRows([], range(1, 3), null, false)).toMatchObject({ shift: false, isHeld: false });
});

test('B13 the end waits also when the last row has just been deleted', () => {
  const next = [...range(20, 60), ...range(62, 63)];
  expect(stageRows(range(30, 61), next, null, false)).toMatchObject({ rows: range(20, 60), isHeld: true });
});
