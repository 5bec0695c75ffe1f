import type { EngineState } from '@amber/client/bus';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionNotice } from './connectionNotice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const state$ = new Subject<EngineState | null>();
  const notices: string[] = [];
  connectionNotice(state$).subscribe((notice) => notices.push(notice));
  const be = (status: EngineState['connection']['status'], gaveUp = false) =>
    state$.next({ session: null, connection: { status, gaveUp } });
  return { notices, be };
}

test('R35 a first connection that takes longer than a second is announced', () => {
  const { notices, be } = listen();
  be('connecting');
  vi.advanceTimersByTime(999);
  expect(notices).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(notices).toEqual(['connecting']);
  be('open');
  expect(notices).toEqual(['connecting', '']);
});

test('R35 a break of less than a second is never shown', () => {
  const { notices, be } = listen();
  be('open');
  be('closed');
  vi.advanceTimersByTime(500);
  be('connecting');
  vi.advanceTimersByTime(400);
  be('open');
  vi.advanceTimersByTime(5_000);
  expect(notices).toEqual(['']);
});

test('R37 giving up is said at once, and trying again takes it back only when it works or takes time', () => {
  const { notices, be } = listen();
  be('open');
  be('connecting');
  vi.advanceTimersByTime(1_000);
  be('closed', true);
  expect(notices).toEqual(['', 'reconnecting', 'disconnected']);
  be('connecting');
  be('open');
  expect(notices.at(-1)).toBe('');
});

test('R37 R214 a slow try changes nothing on screen until it works', () => {
  const { notices, be } = listen();
  be('closed', true);
  for (const status of ['connecting', 'closing', 'closed', 'connecting'] as const) {
    be(status, true);
    vi.advanceTimersByTime(5_000);
  }
  expect(notices).toEqual(['disconnected']);
  be('open');
  expect(notices).toEqual(['disconnected', '']);
});
