import { expect, it } from 'vitest';
import { licenceNotices, licencesIn } from './rspack/licences.ts';

it('lists what a running Amber is made of: no tools, nothing of its own, each version once, and what a package contains', () => {
  expect(
    licencesIn({
      '': { version: '0.1.0', license: 'AGPL-3.0-or-later' },
      'shared/ui': { version: '0.1.0' },
      'node_modules/@amber/ui': { link: true },
      'node_modules/react': { version: '19.0.0', license: 'MIT' },
      'node_modules/@a/b': { version: '1.0.0', license: 'ISC' },
      'gateway/node_modules/ws': { version: '8.0.0', license: 'MIT' },
      'node_modules/x/node_modules/ws': { version: '8.0.0', license: 'MIT' },
      'node_modules/wasm-media-encoders': { version: '0.7.0', license: 'MIT' },
      'node_modules/vitest': { version: '5.0.0', license: 'MIT', dev: true },
    }),
  ).toEqual([
    { name: '@a/b', version: '1.0.0', licence: 'ISC' },
    { name: 'LAME (in wasm-media-encoders)', version: '3.100', licence: 'LGPL-2.0-or-later' },
    { name: 'react', version: '19.0.0', licence: 'MIT' },
    { name: 'wasm-media-encoders', version: '0.7.0', licence: 'MIT' },
    { name: 'ws', version: '8.0.0', licence: 'MIT' },
  ]);
});

it('R192 states each licence text once, below the packages that contain it', () => {
  const texts: Record<string, string[]> = {
    'node_modules/react': ['MIT of Meta'],
    'node_modules/react-dom': ['MIT of Meta'],
    'node_modules/x/node_modules/@a/b': ['ISC', 'A notice'],
    'node_modules/elsewhere': [],
  };
  expect(licenceNotices(Object.keys(texts), (path) => texts[path]!).split(/\n\n-+\n\n/)).toEqual([
    '@a/b\n\nA notice',
    '@a/b\n\nISC',
    'react, react-dom\n\nMIT of Meta',
  ]);
});
