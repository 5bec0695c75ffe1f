import type { EngineState } from '@amber/client/bus';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionNotice } from './connectionNotice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const state$ = new Subject<EngineState | null>();
  const said: string[] = [];
  connectionNotice(state$).subscribe((notice) => said.push(notice));
  const be = (status: EngineState['connection']['status'], gaveUp = false) =>
    state$.next({ session: null, connection: { status, gaveUp } });
  return { said, be };
}

test('R35 a first connection that takes longer than a second is announced', () => {
  const { said, be } = listen();
  be('connecting');
  vi.advanceTimersByTime(999);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['connecting']);
  be('open');
  expect(said).toEqual(['connecting', '']);
});

test('R35 a break of less than a second is never shown', () => {
  const { said, be } = listen();
  be('open');
  be('closed');
  vi.advanceTimersByTime(500);
  be('connecting');
  vi.advanceTimersByTime(400);
  be('open');
  vi.advanceTimersByTime(5_000);
  expect(said).toEqual(['']);
});

test('R37 giving up is said at once, and trying again takes it back only when it works or takes time', () => {
  const { said, be } = listen();
  be('open');
  be('connecting');
  vi.advanceTimersByTime(1_000);
  be('closed', true);
  expect(said).toEqual(['', 'reconnecting', 'disconnected']);
  be('connecting');
  be('open');
  expect(said.at(-1)).toBe('');
});

test('R37 R214 a slow try changes nothing on screen until it works', () => {
  const { said, be } = listen();
  be('closed', true);
  for (const status of ['connecting', 'closing', 'closed', 'connecting'] as const) {
    be(status, true);
    vi.advanceTimersByTime(5_000);
  }
  expect(said).toEqual(['disconnected']);
  be('open');
  expect(said).toEqual(['disconnected', '']);
});
