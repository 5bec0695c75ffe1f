import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRenderThrottle } from './createRenderThrottle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is written is shown at once, then in steps as wide as drawing is slow, and its end is never lost', () => {
  const shown: number[] = [];
  let cost = 0;
  const { push: take } = createRenderThrottle<number>((value) => {
    shown.push(value);
    vi.advanceTimersByTime(cost);
  });
  const write = (from: number, upTo: number) => {
    for (let value = from; value <= upTo; value += 1) {
      take(value);
      vi.advanceTimersByTime(16);
    }
  };
  take(0);
  expect(shown).toEqual([0]);
  write(1, 60);
  const quick = shown.length;
  expect(quick).toBeGreaterThan(15);
  cost = 60;
  write(61, 120);
  expect(shown.length - quick).toBeLessThan(quick / 2);
  vi.advanceTimersByTime(1_000);
  expect(shown.at(-1)).toBe(120);
});

test('a page that is not in sight goes on', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const shown: number[] = [];
  const { push: take, cancel: end } = createRenderThrottle<number>((value) => shown.push(value));
  take(0);
  take(1);
  vi.advanceTimersByTime(2_000);
  expect(shown).toEqual([0, 1]);
  take(2);
  take(3);
  end();
  vi.advanceTimersByTime(2_000);
  expect(shown).toEqual([0, 1, 2]);
});
