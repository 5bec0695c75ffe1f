import { expect, test } from 'vitest';
import { editsOf } from './changesOf.ts';
import type { ChangeRow, MessageRow } from './rows.ts';

const message = { id: 'm', conversationId: 'c', content: { sender: { identifier: 'alice' } } } as MessageRow;
const edit = (id: string, rest: Partial<ChangeRow> = {}): ChangeRow => ({
  id,
  conversationId: 'c',
  target: 'm',
  kind: 'edit',
  by: 'alice',
  at: 1,
  message: '{"text":"x"}',
  seq: 2,
  order: 2,
  ...rest,
});

test('R189 the edits by the author are its versions, in the order of the conversation', () => {
  const changes = [edit('unsent', { seq: 0, order: 2 ** 52 }), edit('third', { order: 9 }), edit('second')];
  expect(editsOf(message, changes).map(({ id }) => id)).toEqual(['second', 'third', 'unsent']);
});

test.each<Partial<ChangeRow>>([
  { by: 'bob' },
  { by: '' },
  { target: 'other' },
  { conversationId: 'other' },
  { lost: 'device' },
  { message: '' },
  { kind: 'reaction' },
])('an edit with %j does not count', (rest) => {
  expect(editsOf(message, [edit('e', rest)])).toEqual([]);
});
