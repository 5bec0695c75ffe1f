import { expect, it } from 'vitest';
import { nextRate } from './playbackRates.ts';

it('R181 the speeds are 1, 1.5 and 2 times, in a cycle', () => {
  expect([nextRate(1), nextRate(1.5), nextRate(2)]).toEqual([1.5, 2, 1]);
});
