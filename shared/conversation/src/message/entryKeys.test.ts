import { expect, test } from 'vitest';
import { entryOfKey } from './entryKeys.ts';

test.each([
  ['r', 'reply'],
  ['R', 'reply'],
  ['e', 'edit'],
  ['Delete', 'withdraw'],
  ['delete', undefined],
  ['x', undefined],
  ['Enter', undefined],
])('R183 the key %s on a message is %s', (key, entry) => expect(entryOfKey(key)).toBe(entry));
