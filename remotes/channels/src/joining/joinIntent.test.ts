import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeJoinIntent, takeJoinIntent } from './joinIntent.ts';

const link = { spaceId: 'hills', conversationId: '', inviterId: 'ada', invitation: 'secret' };

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('R118 a press before the sign-in joins once after it', () => {
  storeJoinIntent(link);
  expect(takeJoinIntent(link)).toBe(true);
  expect(takeJoinIntent(link)).toBe(false);
});

test.each([{ spaceId: 'valley' }, { inviterId: 'eve' }, { invitation: '' }])(
  'R118 a press for one link does not join by another one: %o',
  (other) => {
    storeJoinIntent(link);
    expect(takeJoinIntent({ ...link, ...other })).toBe(false);
    expect(takeJoinIntent(link)).toBe(false);
  },
);

test('R118 nothing is joined without a press, or long after it', () => {
  expect(takeJoinIntent(link)).toBe(false);
  storeJoinIntent(link);
  vi.advanceTimersByTime(31 * 60_000);
  expect(takeJoinIntent(link)).toBe(false);
  for (const junk of ['null', '{}', '"x"', 'no json']) {
    sessionStorage.setItem('amber-join', junk);
    expect(takeJoinIntent(link)).toBe(false);
  }
});
