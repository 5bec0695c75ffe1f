import { expect, test } from 'vitest';
import { asLoadError, failureTypeOf, LoadError } from './loadError.ts';

const entry = '/chat/remotes/moments/1.0.0/entry.js';

test.each([
  ['timed out', new Error('[ Federation Runtime ]: RUNTIME-008: it timed out'), 'timeout'],
  ['is missing', new Error('RUNTIME-001: no container'), 'missing'],
  ['fails', new Error('RUNTIME-008: script error'), 'error'],
] as const)('R158 a script that %s is a chunk-load error with its type and URL', (_, thrown, type) => {
  const error = asLoadError(thrown, entry);
  expect(error).toMatchObject({ name: 'ChunkLoadError', type, request: entry, cause: thrown });
  expect((error as LoadError).message).toBe(`Loading ${entry} failed (${type})`);
  expect(failureTypeOf(error)).toBe(type);
});

test('R158 a stylesheet has its code, and what a feature throws is its own', () => {
  const style = Object.assign(new Error('css'), { code: 'CSS_CHUNK_LOAD_FAILED', request: '/chat/a.css' });
  expect(failureTypeOf(style)).toBe('CSS_CHUNK_LOAD_FAILED');
  const own = new Error('RUNTIME-008 ScriptExecutionError: boom');
  expect(asLoadError(own, entry)).toBe(own);
  expect(failureTypeOf(own)).toBe('thrown');
});
