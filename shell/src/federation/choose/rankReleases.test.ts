import type { PageOffer, PageRelease } from '@amber/proto';
import { expect, it } from 'vitest';
import { rankReleases } from './rankReleases.ts';

const release = (version: string, contract = '^1'): PageRelease => ({
  version,
  contract,
  entry: `/${version}`,
  integrity: '',
  place: null,
});
const offer = (change: Partial<PageOffer> = {}): PageOffer => ({
  remote: 'chat',
  stable: release('2'),
  candidate: release('3'),
  share: 100,
  previous: release('1'),
  beta: null,
  betaShare: 0,
  ...change,
});
const anybody = { bucket: 'alice', optedOutVersion: undefined, hasFailed: () => false };
const versions = (releases: PageRelease[]) => releases.map(({ version }) => version).join(' ');

it.each([
  ['the candidate, the stable one, then the previous ones', offer(), anybody, '3 2 1 0'],
  ['outside the share no candidate', offer({ share: 0 }), anybody, '2 1 0'],
  ['what has failed is left out', offer(), { ...anybody, hasFailed: (version: string) => version === '3' }, '2 1 0'],
  ['what the user has left comes last', offer(), { ...anybody, optedOutVersion: '3' }, '2 1 0 3'],
  [
    'what the user has left and is offered no more changes nothing',
    offer(),
    { ...anybody, optedOutVersion: '2.5' },
    '3 2 1 0',
  ],
  ['a version twice is tried once', offer({ candidate: release('2') }), anybody, '2 1 0'],
  ['a release for another contract is left out', offer({ candidate: release('3', '^999') }), anybody, '2 1 0'],
  ['nothing stable yet', offer({ stable: null, candidate: null, previous: null }), anybody, ''],
])('R155 R156 R192 the order: %s', (_, given, chooser, expected) => {
  expect(versions(rankReleases(given, chooser, given.previous ? [release('2'), release('1'), release('0')] : []))).toBe(
    expected,
  );
});
