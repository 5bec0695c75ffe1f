import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftSaver } from './draftSaver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saver() {
  const saved: string[] = [];
  return { saved, ...createDraftSaver((text) => saved.push(text)) };
}

test('R173 a draft is saved 300 ms after a pause, not before', () => {
  const { saved, scheduleSave: write } = saver();
  write('h');
  vi.advanceTimersByTime(200);
  write('hi');
  vi.advanceTimersByTime(299);
  expect(saved).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(saved).toEqual(['hi']);
});

test('R173 what is waiting is saved at once when the page goes, and once only', () => {
  const { saved, scheduleSave: write, flush } = saver();
  write('hi');
  flush();
  flush();
  vi.runAllTimers();
  expect(saved).toEqual(['hi']);
});
