// Writes amber-remote.json next to a remote's files: its metadata, and the sha384 of each file.
import { createHash } from 'node:crypto';
import type { Place } from '@amber/proto';
import { type Compiler, rspack } from '@rspack/core';

/** Written with the manifest, for platforms that deploy; nobody asks a gateway for it. */
const statistics = 'mf-stats.json';

export interface Release {
  name: string;
  version: string;
  /** The owning team. */
  owner: string;
  /** The contract versions of the host that it works with, as a semver range. */
  contract: string;
  /** The versions of the shared packages that it was built against. */
  builtWith: Record<string, string>;
  /** The file to load first. */
  entry: string;
  /** Its placement in the host, from the file amber-remote.json of its folder. Null: not shown. */
  place: Place | null;
  /** Each file's path below the release, with its `sha384-…`. */
  files: Record<string, string>;
}

/** Hidden source maps are for the release's team alone: they are no files of the release. */
const isFile = (name: string, { options }: Compiler): boolean =>
  name !== statistics && !(name.endsWith('.map') && String(options.devtool).startsWith('hidden'));

/** A plugin that writes the release file last, when every other file has its final bytes. */
export function releaseFile(release: Omit<Release, 'files'>) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('ReleaseFile', (compilation) => {
        // No file's bytes change after the report stage.
        compilation.hooks.processAssets.tap(
          { name: 'ReleaseFile', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
          (assets) => {
            const files = Object.fromEntries(
              Object.entries(assets)
                .filter(([name]) => isFile(name, compiler))
                .map(([name, source]) => [
                  name,
                  `sha384-${createHash('sha384').update(source.buffer()).digest('base64')}`,
                ]),
            );
            const entry = Object.keys(files).find((name) => name.startsWith(release.entry))!;
            compilation.emitAsset(
              'amber-remote.json',
              new rspack.sources.RawSource(JSON.stringify({ ...release, entry, files } satisfies Release, null, 2)),
            );
          },
        );
      });
    },
  };
}
