// Writes licences.json next to the host's files: the dependencies in the lockfile, for the page that lists them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiler, rspack } from '@rspack/core';
import { root } from '../run.ts';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

const folder = 'node_modules/';

interface Licence {
  name: string;
  version: string;
  licence: string;
}

/** Works that a package contains in compiled form, under a licence other than its own. */
const embedded: Record<string, Licence[]> = {
  'wasm-media-encoders': [{ name: 'LAME (in wasm-media-encoders)', version: '3.100', licence: 'LGPL-2.0-or-later' }],
};

/** Every package that a running Amber may load, in the browser or in the gateway, once per version. */
export function licencesIn(packages: Record<string, LockedPackage>): Licence[] {
  const found = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes(folder) && !dev && !devOptional && !link)
    .flatMap(([path, { version = '', license = '' }]): Licence[] => {
      const name = path.slice(path.lastIndexOf(folder) + folder.length);
      return [{ name, version, licence: license }, ...(embedded[name] ?? [])];
    });
  const unique = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

export const licenceList = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('LicenceList', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'LicenceList', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
            packages: Record<string, LockedPackage>;
          };
          compilation.emitAsset('licences.json', new rspack.sources.RawSource(JSON.stringify(licencesIn(packages))));
        },
      );
    });
  },
};
