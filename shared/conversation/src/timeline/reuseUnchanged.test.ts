import { expect, test } from 'vitest';
import { reuseUnchanged } from './reuseUnchanged.ts';

const row = (id: string, text: string) => ({ id, content: { text, targets: [1, 2], to: null } });
const idOf = ({ id }: { id: string }) => id;

test('B12 a row that says the same stays the same object, wherever it stands', () => {
  const before = [row('a', 'one'), row('b', 'two')];
  const now = reuseUnchanged(before, [row('c', 'new'), row('a', 'one'), row('b', 'two')], idOf);
  expect(now.map(idOf)).toEqual(['c', 'a', 'b']);
  expect(now[1]).toBe(before[0]);
  expect(now[2]).toBe(before[1]);
});

test('a row that changed, gained or lost something is the new one', () => {
  const before = row('a', 'one');
  const changes = [
    row('a', 'two'),
    { ...row('a', 'one'), edited: 1 },
    { id: 'a' },
    { ...before, content: { ...before.content, targets: [1] } },
    { ...before, content: { ...before.content, to: {} } },
  ];
  for (const change of changes) expect(reuseUnchanged<object>([before], [change], () => 'a')[0]).toBe(change);
});
