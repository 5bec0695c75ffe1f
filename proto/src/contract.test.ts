import { expect, it } from 'vitest';
import { acceptsContract } from './contract.ts';

it.each([
  ['^1', 1, true],
  ['^2', 1, false],
  ['^1 || ^2', 2, true],
  ['^1||^2', 1, true],
  ['1', 1, false],
  ['^11', 1, false],
  ['^01', 1, false],
  ['^1e0', 2, false],
  ['^0', 1, false],
  ['', 1, false],
  ['*', 1, false],
])('R154 the range %j and a host that offers %d: %s', (range, version, accepted) => {
  expect(acceptsContract(range, version)).toBe(accepted);
});

it.each([
  ['^1', 3, 1, true],
  ['^2', 3, 1, true],
  ['^3', 3, 1, true],
  ['^4', 3, 1, false],
  ['^1', 3, 2, false],
  ['^1 || ^3', 3, 2, true],
])(
  'R207 a release for %j runs on a host that offers the contracts up to %d from %d on: %s',
  (range, newest, oldest, accepted) => {
    expect(acceptsContract(range, newest, oldest)).toBe(accepted);
  },
);
