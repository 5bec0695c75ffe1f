// The one state of a chat: what is worst wins, and what is not known yet is no alarm.
import { expect, it } from 'vitest';
import { chatProtectionOf } from './chatProtectionOf.ts';

it.each([
  [{ encrypted: false, keys: 'verified', mismatch: true, plain: false }, 'open'],
  [{ encrypted: true, keys: undefined, mismatch: false, plain: false }, 'sealed'],
  [{ encrypted: true, keys: 'unknown', mismatch: false, plain: false }, 'sealed'],
  [{ encrypted: true, keys: 'unknown', mismatch: false, plain: true }, 'open'],
  [{ encrypted: true, keys: 'unverified', mismatch: false, plain: true }, 'sealed'],
  [{ encrypted: true, keys: 'unverified', mismatch: false, plain: false }, 'sealed'],
  [{ encrypted: true, keys: 'verified', mismatch: false, plain: false }, 'verified'],
  [{ encrypted: true, keys: 'changed', mismatch: false, plain: false }, 'mismatch'],
  [{ encrypted: true, keys: 'verified', mismatch: true, plain: false }, 'mismatch'],
] as const)('%o is %s', (parts, state) => {
  expect(chatProtectionOf(parts)).toBe(state);
});
