import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { safetyNumberOf } from './safetyNumber.ts';

const key = (fill: number) => new Uint8Array(33).fill(fill, 1).fill(5, 0, 1);
const side = (identifier: string, ...fills: number[]) => ({ identifier, identityKeys: fills.map(key) });

it("R176 of one device each it is Signal's number", async () => {
  const { FingerprintGenerator } = createRequire(import.meta.url)(
    '@privacyresearch/libsignal-protocol-typescript',
  ) as typeof import('@privacyresearch/libsignal-protocol-typescript');
  const signals = await new FingerprintGenerator(5_200).createFor('alice', key(1).buffer, 'bob', key(2).buffer);
  expect(safetyNumberOf(side('alice', 1), side('bob', 2))).toBe(signals);
});

it('R176 T7 it is the same whoever looks, and in whatever order the devices came', () => {
  const number = safetyNumberOf(side('alice', 1, 2), side('bob', 3, 4, 5));
  expect(number).toMatch(/^\d{60}$/);
  expect(safetyNumberOf(side('bob', 5, 3, 4), side('alice', 2, 1))).toBe(number);
});

it.each([
  ['another key', side('alice', 9), side('bob', 2)],
  ['a device more', side('alice', 1, 9), side('bob', 2)],
  ['another person', side('alicia', 1), side('bob', 2)],
])('R176 T7 %s makes it another number', (_, one, other) => {
  expect(safetyNumberOf(one, other)).not.toBe(safetyNumberOf(side('alice', 1), side('bob', 2)));
});
