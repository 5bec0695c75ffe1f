import type { Offer, RemoteHealth, SignInState } from '@amber/proto';
import { expect, test } from 'vitest';
import { aiState, featuresState, logState, peopleState } from './pageStates.ts';

/** Invisible marks isolate names. */
const plain = ({ text, isUrgent = false }: { text: string; isUrgent?: boolean }) => [
  text.replaceAll(/[\u2066-\u2069]/g, ''),
  isUrgent,
];
const signIn = (state: Partial<SignInState>): SignInState => ({
  sms: 'webhook',
  mode: 'open',
  codes: [],
  sameNumber: [],
  unreadNumbers: 0,
  usedUp: [],
  ...state,
});
const offer = (remote: string, share: number | null) =>
  ({ remote, share: share ?? 0, candidate: share === null ? null : { version: '2.0.0' } }) as Offer;
const rollout = (...offers: Offer[]) => ({
  registry: { revision: 1, offers, words: [] },
  health: [] as RemoteHealth[],
});
const titleOf = (remote: string) => remote.toUpperCase();

test.each([
  [{}, 'Open to everyone · codes by webhook', false],
  [{ mode: 'invited', sms: 'none' }, 'By invitation only · wallets only', false],
  [{ mode: 'closed' }, 'Closed to new people · codes by webhook', false],
  [{ mode: 'a mode of a newer server' }, 'codes by webhook', false],
  [{ usedUp: [{ prefix: '+49', requests: 500 }] }, 'Sign-in codes are used up', true],
])('R252 the start page says of sign-in %j: %s', (state, text, isUrgent) => {
  expect(plain(peopleState(signIn(state)))).toEqual([text, isUrgent]);
});

test('R252 the start page names the only model, and counts several', () => {
  const use = { mostPerDay: 200, answers: 1, people: 1, exhausted: 0 };
  expect(plain(aiState({ provider: 'Amber', models: ['small'], use }))).toEqual(['small · 1 answer today', false]);
  expect(plain(aiState({ provider: 'Amber', models: ['a', 'b', 'c'], use }))[0]).toBe('3 models · 1 answer today');
});

test('R252 the start page shows a rollout, and a candidate that seems to fail before everything else', () => {
  expect(plain(featuresState(rollout(offer('chat', null)), titleOf))).toEqual(['1 feature', false]);
  const two = rollout(offer('chat', 25), offer('ai', null));
  expect(plain(featuresState(two, titleOf))[0]).toBe('2 features · CHAT rolled out to 25%');
  expect(plain(featuresState(rollout(offer('chat', 25), offer('ai', 5)), titleOf))[0]).toBe(
    '2 features · 2 being rolled out',
  );
  const health = [{ remote: 'chat', version: '2.0.0', doubt: 'it failed' }] as RemoteHealth[];
  expect(plain(featuresState({ ...two, health }, titleOf))).toEqual(['CHAT seems to fail', true]);
});

test('R252 the start page says when the log was last written', () => {
  expect(plain(logState({ audit: [] }))).toEqual(['No changes yet.', false]);
  const line = { time: new Date(2026, 10, 26, 16, 44).getTime(), who: '', remote: '', what: '', why: '' };
  expect(plain(logState({ audit: [{ ...line, kind: 'promoted', arguments: [] }] }))[0]).toBe(
    'Last entry 26 Nov, 16:44',
  );
});
