// Builds releases of the fixture remote with the preset of every remote.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@amber/proto';
import { rspack } from '@rspack/core';
import { sourceMaps } from '../../tools/releasing/publishRelease.ts';
import { remote } from '../../tools/rspack/remote.ts';
import type { Release as Manifest } from '../../tools/rspack/releaseFile.ts';

export interface FixtureOptions {
  version: string;
  behaviour?: 'good' | 'throwOnLoad' | 'throwOnRender' | 'hangOnMount' | 'freezeOnRender' | 'wholeRx';
  /** The keys that it uses from the host; all of them unless the release is to be broken. */
  shared?: readonly string[];
  /** The versions of shared packages that it claims to be built against. */
  versions?: Record<string, string>;
  /** Whether source maps are made, as for a release. */
  mapped?: boolean;
}

/** The parts of a release that are loaded one after the other. */
export const parts = ['entry', 'exposed script', 'exposed style', 'lazy script', 'lazy style'] as const;
export type Part = (typeof parts)[number];

export interface FixtureRelease {
  release: Release;
  /** Each file's bytes by its address. */
  files: Map<string, Buffer>;
  /** The source map of each script by the script's path within the release. */
  maps: Map<string, Buffer>;
  /** The address of each part. */
  parts: Record<Part, string>;
  /** The address of the script that a button loads. */
  onDemandScript: string;
  /** The address of that script's stylesheet. */
  onDemandStyle: string;
}

const context = join(import.meta.dirname, 'fixtures', 'remote');

export const compile = (config: Parameters<typeof rspack>[0]) =>
  new Promise<void>((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) =>
      compiler.close(() => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
        else resolve();
      }),
    );
  });

/** Builds one release in memory. */
export async function buildFixture({
  version,
  behaviour = 'good',
  shared,
  versions,
  mapped = false,
}: FixtureOptions): Promise<FixtureRelease> {
  const path = mkdtempSync(join(tmpdir(), 'amber-fixture-'));
  const base = remote(context, { version, path, ...(shared && { shared }), ...(versions && { versions }) });
  await compile({
    ...base,
    ...(mapped && { devtool: sourceMaps }),
    plugins: [
      ...base.plugins!,
      new rspack.DefinePlugin({ __VERSION__: JSON.stringify(version), __BEHAVIOUR__: JSON.stringify(behaviour) }),
    ],
  });
  const manifest = JSON.parse(readFileSync(join(path, 'amber-remote.json'), 'utf8')) as Manifest;
  const basePath = `/chat/remotes/${manifest.name}/${version}/`;
  const files = new Map(Object.keys(manifest.files).map((file) => [basePath + file, readFileSync(join(path, file))]));
  const scripts = Object.keys(manifest.files).filter((file) => mapped && file.endsWith('.js'));
  const maps = new Map(scripts.map((file) => [file, readFileSync(join(path, `${file}.map`))]));
  rmSync(path, { recursive: true });
  const entry = basePath + manifest.entry;
  /** Empty when the build has left the file out: a remote that throws needs no button. */
  const findFile = (ending: string, text: string) =>
    [...files].find(([url, bytes]) => url !== entry && url.endsWith(ending) && bytes.includes(text))?.[0] ?? '';
  return {
    files,
    maps,
    release: {
      version,
      contract: manifest.contract,
      entry,
      notes: '',
      time: 0,
      place: manifest.place,
      files: Object.entries(manifest.files).map(([file, integrity]) => ({ url: basePath + file, integrity })),
    },
    onDemandScript: findFile('.js', 'the later part came'),
    onDemandStyle: findFile('.css', '--fixture:later'),
    parts: {
      entry,
      'exposed script': findFile('.js', 'amberCopies'),
      'exposed style': findFile('.css', '--fixture:exposed'),
      'lazy script': findFile('.js', 'the lazy part stands'),
      'lazy style': findFile('.css', '--fixture:lazy'),
    },
  };
}
