import type { EngineState } from '@amber/client/bus';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readLastUpdate, recordLastUpdate } from './recordLastUpdate.ts';

const state = (status: string, identifier = 'ada') =>
  ({ session: { identifier }, connection: { status } }) as unknown as EngineState;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('R185 the last update is the end of the connection, and belongs to one account', () => {
  const state$ = new BehaviorSubject<EngineState | null>(null);
  const recording = recordLastUpdate(state$).subscribe();
  expect(readLastUpdate('ada')).toBe(0);
  state$.next(state('open'));
  expect(readLastUpdate('ada')).toBe(1_000_000);
  vi.advanceTimersByTime(45_000);
  expect(readLastUpdate('ada')).toBe(1_030_000);
  state$.next(state('closed'));
  expect(readLastUpdate('ada')).toBe(1_045_000);
  vi.advanceTimersByTime(600_000);
  expect(readLastUpdate('ada')).toBe(1_045_000);
  expect(readLastUpdate('bob')).toBe(0);
  recording.unsubscribe();
});

test('R185 a value that this app did not write is no age', () => {
  for (const text of ['', '{}', '["ada","1"]', '["ada",9e15]', 'null']) {
    localStorage.setItem('amber-last-update', text);
    expect(readLastUpdate('ada')).toBe(0);
  }
});
