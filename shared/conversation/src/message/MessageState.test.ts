import { expect, test } from 'vitest';
import { reachOf } from './MessageState.tsx';

test('R188 a message has come as far as the other has told: sent, delivered, read', () => {
  expect(reachOf(5, 3, 4)).toBe('sent');
  expect(reachOf(4, 3, 4)).toBe('delivered');
  expect(reachOf(3, 3, 4)).toBe('read');
});

test('R188 where nobody tells, and before it has a place, it is sent and no more', () => {
  expect(reachOf(5)).toBe('sent');
  expect(reachOf(5, 0, 0)).toBe('sent');
  expect(reachOf(0, 9, 9)).toBe('sent');
});
