import { expect, it } from 'vitest';
import { titleOf } from './pageTitle.ts';

it.each([
  [{ unread: 0, open: [] }, 'Amber'],
  [{ unread: 3, open: [] }, '(3) Amber'],
  [{ unread: 3, open: ['Alice'] }, '(3) Alice – Amber'],
  [{ unread: 0, open: ['General', 'Reading club'] }, 'General – Reading club – Amber'],
])('R220 %j is titled %j', (titled, title) => {
  expect(titleOf(titled)).toBe(title);
});
