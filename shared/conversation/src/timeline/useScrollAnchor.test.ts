import { expect, test } from 'vitest';
import { anchorAfterScroll } from './useScrollAnchor.ts';

const row = { id: 'm1', align: 'start' } as const;
/** A viewport of 500 px over 2,000 px, which was at its end. */
const before = { scrollTop: 1_500, scrollHeight: 2_000 };
const at = (scrollTop: number, scrollHeight = 2_000) => ({ scrollTop, scrollHeight, clientHeight: 500 });
const none = { hasInput: false, hasNewer: false };

test('R215 the end stays the anchor while rows above shrink and rows below grow', () => {
  expect(anchorAfterScroll('end', { before, now: at(1_500, 2_400), ...none })).toBe('end');
  expect(anchorAfterScroll('end', { before, now: at(1_300, 2_100), ...none })).toBe('end');
});

test('R215 a reader who scrolls back releases the end, also while rows are measured', () => {
  expect(anchorAfterScroll('end', { before, now: at(1_400), ...none, hasInput: true })).toBeNull();
  expect(anchorAfterScroll('end', { before, now: at(1_300, 2_100), ...none, hasInput: true })).toBeNull();
  // Assistive tools scroll without an event of the keyboard or the pointer.
  expect(anchorAfterScroll('end', { before, now: at(1_400), ...none })).toBeNull();
});

test('R215 near the end the reader follows what comes, unless it is not loaded yet', () => {
  expect(anchorAfterScroll(null, { before, now: at(1_470), ...none })).toBe('end');
  expect(anchorAfterScroll(null, { before, now: at(1_467), ...none })).toBeNull();
  expect(anchorAfterScroll(null, { before, now: at(1_500), ...none, hasNewer: true })).toBeNull();
  expect(anchorAfterScroll('end', { before, now: at(1_500), ...none, hasNewer: true })).toBe('end');
});

test('R215 a row stays the anchor whatever is scrolled', () => {
  expect(anchorAfterScroll(row, { before, now: at(0), ...none })).toBe(row);
});
