// Writes licences.json and licences.txt next to the host's files: the dependencies in the lockfile, for the page that
// lists them, and the texts of their licences.
import { readdirSync, readFileSync } from 'node:fs';
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

/** Returns the lockfile's paths of the packages that a running Amber may load, in the browser or in the gateway. */
const runtimePackages = (packages: Record<string, LockedPackage>): string[] =>
  Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes(folder) && !dev && !devOptional && !link)
    .map(([path]) => path);

/** Returns these packages once per version. */
export function licencesIn(packages: Record<string, LockedPackage>): Licence[] {
  const found = runtimePackages(packages).flatMap((path): Licence[] => {
    const { version = '', license = '' } = packages[path]!;
    const name = path.slice(path.lastIndexOf(folder) + folder.length);
    return [{ name, version, licence: license }, ...(embedded[name] ?? [])];
  });
  const unique = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

const licenceFile = /^(licen[cs]e|copying|notice|unlicense)\b/i;

/** Returns the texts of the licence files in a package's folder; none if it is not installed on this platform. */
function licenceTexts(folderPath: string): string[] {
  try {
    return readdirSync(folderPath, { withFileTypes: true })
      .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
      .map((entry) => readFileSync(join(folderPath, entry.name), 'utf8').replaceAll('\r\n', '\n').trim());
  } catch {
    return [];
  }
}

const divider = `\n\n${'-'.repeat(80)}\n\n`;

/** Returns each different text once, below the packages that contain it. `textsOf` takes a path of the lockfile. */
export function licenceNotices(paths: readonly string[], textsOf: (path: string) => readonly string[]): string {
  const packagesByText = new Map<string, Set<string>>();
  for (const path of paths) {
    for (const text of textsOf(path)) {
      const packages = packagesByText.get(text) ?? new Set();
      packagesByText.set(text, packages.add(path.slice(path.lastIndexOf(folder) + folder.length)));
    }
  }
  return [...packagesByText]
    .map(([text, packages]) => `${[...packages].sort().join(', ')}\n\n${text}`)
    .sort()
    .join(divider);
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
          const notices = licenceNotices(runtimePackages(packages), (path) => licenceTexts(join(root, path)));
          compilation.emitAsset('licences.json', new rspack.sources.RawSource(JSON.stringify(licencesIn(packages))));
          compilation.emitAsset('licences.txt', new rspack.sources.RawSource(notices));
        },
      );
    });
  },
};
