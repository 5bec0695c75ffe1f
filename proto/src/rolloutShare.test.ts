import { expect, it } from 'vitest';
import { isInRollout } from './rolloutShare.ts';

const accounts = Array.from({ length: 10_000 }, (_, number) => `account-${number}`);
const inShare = (remote: string, version: string, share = 25) =>
  accounts.filter((who) => isInRollout(remote, version, who, share));

it('R156 a share of 25 % is 25 % of 10,000 accounts, within one, and the same ones every time', () => {
  const some = inShare('chat', '1.0.0');
  expect(some.length).toBeGreaterThan(2_400);
  expect(some.length).toBeLessThan(2_600);
  expect(inShare('chat', '1.0.0')).toEqual(some);
  // An account that has it keeps it while the share grows.
  expect(some.every((who) => isInRollout('chat', '1.0.0', who, 50))).toBe(true);
  expect(inShare('chat', '1.0.0', 0)).toEqual([]);
  expect(inShare('chat', '1.0.0', 100)).toEqual(accounts);
});

it.each([
  ['chat', '1.0.1'],
  ['chat', '2.0.0'],
  ['chat', '1.0.0-rc.1'],
  ['ai', '1.0.0'],
])(
  'R156 %s %s draws other people: those of another version are a quarter of its own, as chance would have it',
  (remote, version) => {
    const before = new Set(inShare('chat', '1.0.0'));
    const both = inShare(remote, version).filter((who) => before.has(who)).length;
    expect(both).toBeGreaterThan(500);
    expect(both).toBeLessThan(750);
  },
);
