import { afterEach, expect, it, vi } from 'vitest';
import { storedJson, storedText, storeText } from './storage.ts';

/** Installs a storage with these values. */
function withStorage(values: Record<string, string>): Map<string, string> {
  const stored = new Map(Object.entries(values));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return stored;
}

afterEach(() => vi.unstubAllGlobals());

it('reads, writes and removes texts, and reads JSON', () => {
  const stored = withStorage({ text: 'a', json: '{"a":1}', damaged: '{' });
  expect([storedText('text'), storedText('missing')]).toEqual(['a', null]);
  expect([storedJson('json'), storedJson('damaged'), storedJson('missing')]).toEqual([{ a: 1 }, null, null]);
  expect(storeText('text', 'b')).toBe(true);
  expect(stored.get('text')).toBe('b');
  expect(storeText('text', null)).toBe(true);
  expect(stored.has('text')).toBe(false);
});

it('finds nothing and stores nothing where the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect([storedText('text'), storedJson('json'), storeText('text', 'a')]).toEqual([null, null, false]);
});
