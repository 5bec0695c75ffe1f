// The versions of the shared packages in a folder's own installation, which a build records.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Compiler, rspack } from '@rspack/core';
import { sharedPackages } from './singletons.ts';

export type SharedVersions = Record<string, string>;

/** The version of each shared package as code in this folder imports it. A package that it does not have is left out. */
export function sharedVersions(folder: string): SharedVersions {
  const importer = pathToFileURL(join(folder, 'package.json'));
  return Object.fromEntries(
    sharedPackages.flatMap((name) => {
      const version = versionFor(name, importer);
      return version === undefined ? [] : [[name, version]];
    }),
  );
}

function versionFor(name: string, importer: URL): string | undefined {
  let file: string | undefined;
  try {
    file = findPackageJSON(name, importer);
  } catch {
    return undefined; // it is not installed
  }
  return file && (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
}

/** Writes shared.json next to the host's files: what the gateway may publish for this host. */
export const sharedVersionsFile = (folder: string) => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('SharedVersions', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'SharedVersions', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () =>
          compilation.emitAsset('shared.json', new rspack.sources.RawSource(JSON.stringify(sharedVersions(folder)))),
      );
    });
  },
});
