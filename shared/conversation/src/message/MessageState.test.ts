import { expect, test } from 'vitest';
import { receiptOf } from './MessageState.tsx';

test('R188 a message has come as far as the other has told: sent, delivered, read', () => {
  expect(receiptOf(5, 3, 4)).toBe('sent');
  expect(receiptOf(4, 3, 4)).toBe('delivered');
  expect(receiptOf(3, 3, 4)).toBe('read');
});

test('R188 where nobody tells, and before it has a place, it is sent and no more', () => {
  expect(receiptOf(5)).toBe('sent');
  expect(receiptOf(5, 0, 0)).toBe('sent');
  expect(receiptOf(0, 9, 9)).toBe('sent');
});
