import { expect, it } from 'vitest';
import { canSeeAdmin } from './canSeeAdmin.ts';

it.each([
  [null, false],
  [{}, true],
  [{ name: 'Olga' }, true],
  [{ name: '' }, true],
  [{ name: 'dontHaveAccess' }, false],
])('R30 the state %j sees the way to the operators: %s', (session, sees) => {
  expect(canSeeAdmin(session)).toBe(sees);
});
