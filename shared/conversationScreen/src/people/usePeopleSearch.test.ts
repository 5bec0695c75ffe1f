import { Fault } from '@amber/proto/faults';
import type { UserInfo } from '@amber/proto';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PeopleSearchState, searchAsTyped } from './usePeopleSearch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen(search: (keyword: string) => Promise<UserInfo[]>) {
  const typed$ = new Subject<string>();
  const seen: PeopleSearchState[] = [];
  const asked: string[] = [];
  searchAsTyped(typed$, (keyword) => {
    asked.push(keyword);
    return search(keyword);
  }).subscribe((found) => seen.push(found));
  return { typed$, seen, asked };
}

test('R100 one search is made for a word, once the typing pauses', async () => {
  const { typed$, seen, asked } = listen(async () => []);
  for (const typed of ['a', 'ad', 'ada', 'ada ']) typed$.next(typed);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual(['ada']);
  expect(seen.at(-1)).toEqual({ status: 'ready', people: [] });
});

test('R100 an answer that comes after the box was cleared is dropped', async () => {
  const { typed$, seen } = listen(() => new Promise((resolve) => setTimeout(() => resolve([]), 1_000)));
  typed$.next('ada');
  await vi.advanceTimersByTimeAsync(300);
  typed$.next('');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen.at(-1)).toEqual({ status: 'idle' });
});

test('R100 a failed search is told, and the next one works', async () => {
  let fails = true;
  const { typed$, seen } = listen(async () => {
    if (fails) throw new Fault('NO_RESPONSE');
    return [];
  });
  typed$.next('ada');
  await vi.advanceTimersByTimeAsync(300);
  expect(seen.at(-1)).toMatchObject({ status: 'error', fault: { code: 'NO_RESPONSE' } });
  fails = false;
  typed$.next('adam');
  await vi.advanceTimersByTimeAsync(300);
  expect(seen.at(-1)).toEqual({ status: 'ready', people: [] });
});
