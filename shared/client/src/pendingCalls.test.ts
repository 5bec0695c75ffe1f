import { limits } from '@amber/proto/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storePendingCall, pendingDraft, readPendingCalls } from './pendingCalls.ts';

/** As a browser's: what is kept are its own properties. */
const methods = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};

beforeEach(() => {
  vi.stubGlobal('localStorage', Object.create(methods));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const namesOf = (identifier: string) => readPendingCalls(identifier).map(({ name }) => name);
const message = { id: 'm', conversationId: 'c', type: 'text', body: { text: 'hello' } };

it('P4 what no engine has taken is left for the next page, in order, and for its author alone', () => {
  storePendingCall('ada', 'saveDraft', { conversationId: 'c', text: 'hello' });
  const taken = storePendingCall('ada', 'send', message)!;
  storePendingCall('ada', 'saveDraft', { conversationId: 'c', text: '' });
  storePendingCall('ada', 'saveDraft', { conversationId: 'd', text: 'other' });
  expect(namesOf('ada')).toEqual(['saveDraft', 'send', 'saveDraft', 'saveDraft']);
  expect(readPendingCalls('ada')[1]!.request).toEqual(message);
  expect([readPendingCalls('ad'), readPendingCalls('ben'), readPendingCalls('')]).toEqual([[], [], []]);
  expect([pendingDraft('ada', 'c'), pendingDraft('ada', 'd'), pendingDraft('ada', 'e')]).toEqual([
    '',
    'other',
    undefined,
  ]);
  taken();
  expect(namesOf('ada')).toEqual(['saveDraft', 'saveDraft', 'saveDraft']);
  readPendingCalls('ada').forEach((left) => left.remove());
  expect(Object.keys(localStorage)).toEqual([]);
});

it('keeps only what may come twice, and nothing of nobody', () => {
  expect(storePendingCall('ada', 'signOut', {})).toBe(undefined);
  expect(storePendingCall('', 'send', message)).toBe(undefined);
  expect(Object.keys(localStorage)).toEqual([]);
});

it('throws away what is damaged or old', () => {
  vi.useFakeTimers();
  storePendingCall('ada', 'send', message);
  vi.advanceTimersByTime(limits.pendingCallTtl + 1);
  storePendingCall('ada', 'send', message);
  localStorage.setItem(`amber-untaken ada ${Date.now()} x`, '{');
  localStorage.setItem(`amber-untaken ada ${Date.now()} y`, '{"name":"signOut","request":{}}');
  expect(namesOf('ada')).toEqual(['send']);
  expect(Object.keys(localStorage)).toHaveLength(1);
});
