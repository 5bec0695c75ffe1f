import { limits } from '@amber/proto/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepUntaken, untakenDraft, untakenOf } from './untaken.ts';

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

const namesOf = (identifier: string) => untakenOf(identifier).map(({ name }) => name);
const message = { id: 'm', conversationId: 'c', type: 'text', body: { text: 'hello' } };

it('P4 what no engine has taken is left for the next page, in order, and for its author alone', () => {
  keepUntaken('ada', 'saveDraft', { conversationId: 'c', text: 'hello' });
  const taken = keepUntaken('ada', 'send', message)!;
  keepUntaken('ada', 'saveDraft', { conversationId: 'c', text: '' });
  keepUntaken('ada', 'saveDraft', { conversationId: 'd', text: 'other' });
  expect(namesOf('ada')).toEqual(['saveDraft', 'send', 'saveDraft', 'saveDraft']);
  expect(untakenOf('ada')[1]!.request).toEqual(message);
  expect([untakenOf('ad'), untakenOf('ben'), untakenOf('')]).toEqual([[], [], []]);
  expect([untakenDraft('ada', 'c'), untakenDraft('ada', 'd'), untakenDraft('ada', 'e')]).toEqual([
    '',
    'other',
    undefined,
  ]);
  taken();
  expect(namesOf('ada')).toEqual(['saveDraft', 'saveDraft', 'saveDraft']);
  untakenOf('ada').forEach((left) => left.taken());
  expect(Object.keys(localStorage)).toEqual([]);
});

it('keeps only what may come twice, and nothing of nobody', () => {
  expect(keepUntaken('ada', 'signOut', {})).toBe(undefined);
  expect(keepUntaken('', 'send', message)).toBe(undefined);
  expect(Object.keys(localStorage)).toEqual([]);
});

it('throws away what is damaged or old', () => {
  vi.useFakeTimers();
  keepUntaken('ada', 'send', message);
  vi.advanceTimersByTime(limits.untakenFor + 1);
  keepUntaken('ada', 'send', message);
  localStorage.setItem(`amber-untaken ada ${Date.now()} x`, '{');
  localStorage.setItem(`amber-untaken ada ${Date.now()} y`, '{"name":"signOut","request":{}}');
  expect(namesOf('ada')).toEqual(['send']);
  expect(Object.keys(localStorage)).toHaveLength(1);
});
