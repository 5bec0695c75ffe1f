import { deletedName } from '@amber/proto/deletedAccount';
import { expect, it } from 'vitest';
import { displayName } from './personName.ts';

const remarks = new Map([['bob', 'Bobby from work']]);

it.each([
  ['the remark', { identifier: 'bob', lastName: 'Bob' }, 'Bobby from work'],
  ['the remark of a deleted account', { identifier: 'bob', lastName: deletedName }, 'Bobby from work'],
  ['else their own name', { identifier: 'cem', lastName: 'Cem' }, 'Cem'],
  ['else a deleted account in words', { identifier: 'cem', lastName: deletedName }, 'Deleted account'],
  ['nothing for nobody', undefined, ''],
])('R103 a person is shown by %s', (_, person, shown) => {
  expect(displayName(person, remarks)).toBe(shown);
});
