import { expect, it } from 'vitest';
import { acceptsContract } from './contract.ts';

it.each([
  ['^1', 1, true],
  ['^2', 1, false],
  ['^1 || ^2', 2, true],
  ['^1||^2', 1, true],
  ['1', 1, false],
  ['^11', 1, false],
  ['', 1, false],
  ['*', 1, false],
])('R154 the range %j and a host that offers %d: %s', (range, version, accepted) => {
  expect(acceptsContract(range, version)).toBe(accepted);
});
