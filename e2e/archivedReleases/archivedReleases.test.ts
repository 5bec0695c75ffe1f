import { contractVersion, oldestContract } from '@amber/proto/contract';
import { expect, test } from 'vitest';
import { archivedContracts } from './archivedReleases.ts';

test('R207 a release of each earlier contract is archived', () => {
  const earlier = Array.from({ length: contractVersion - oldestContract }, (_, index) => oldestContract + index);
  expect(archivedContracts().sort()).toEqual(earlier.map((contract) => `contract${contract}`));
});
