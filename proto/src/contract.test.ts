import { expect, it } from 'vitest';
import { acceptsContract, describeUnshared, findUnshared, requiredRange } from './contract.ts';

it.each([
  ['^1', 1, true],
  ['^2', 1, false],
  ['^1 || ^2', 2, true],
  ['^1||^2', 1, true],
  ['1', 1, false],
  ['^11', 1, false],
  ['^01', 1, false],
  ['^1e0', 2, false],
  ['^0', 1, false],
  ['', 1, false],
  ['*', 1, false],
])('R154 the range %j and a host that offers %d: %s', (range, version, accepted) => {
  expect(acceptsContract(range, version)).toBe(accepted);
});

it.each([
  ['^1', 3, 1, true],
  ['^2', 3, 1, true],
  ['^3', 3, 1, true],
  ['^4', 3, 1, false],
  ['^1', 3, 2, false],
  ['^1 || ^3', 3, 2, true],
])(
  'R207 a release for %j runs on a host that offers the contracts up to %d from %d on: %s',
  (range, newest, oldest, accepted) => {
    expect(acceptsContract(range, newest, oldest)).toBe(accepted);
  },
);

const host = { react: '19.3.1', tiny: '0.4.2' };

it.each([
  ['the same version', { name: 'react', version: '19.3.1' }, true],
  ['a later patch', { name: 'react', version: '19.3.9' }, true],
  ['an earlier minor version', { name: 'react', version: '19.0.0' }, true],
  ['a later minor version', { name: 'react', version: '19.4.0' }, false],
  ['the next major version', { name: 'react', version: '20.0.0' }, false],
  ['a preview of the next', { name: 'react', version: '20.0.0-rc.1' }, false],
  ['the one before', { name: 'react', version: '18.3.1' }, false],
  ['another minor version before 1.0', { name: 'tiny', version: '0.3.0' }, false],
  ['the same minor version before 1.0', { name: 'tiny', version: '0.4.9' }, true],
  ['a package that the host does not share', { name: 'preact', version: '10.0.0' }, false],
  ['a name of Object.prototype', { name: 'constructor', version: '1.0.0' }, false],
  ['no version', { name: 'react', version: 'latest' }, false],
])('R206 a release that was built against %s', (_, built, isShared) => {
  expect(findUnshared([built], host)).toHaveLength(isShared ? 0 : 1);
});

it('R206 the reason names both versions', () => {
  const packages = findUnshared(
    [
      { name: 'react', version: '20.1.0' },
      { name: 'preact', version: '10.0.0' },
    ],
    host,
  );
  expect(describeUnshared(packages)).toBe(
    'it was built against react 20.1.0, and this host shares react 19.3.1; it was built against preact 10.0.0, and this host does not share preact',
  );
});

it('a remote requires its minor version or a later one', () => {
  expect(requiredRange('19.3.1')).toBe('^19.3.0');
});
