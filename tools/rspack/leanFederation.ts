// Removes from the federation runtime what its own flags leave in: manifests, preloading and the texts of its errors.
import { join } from 'node:path';
import { type ResolveData, rspack } from '@rspack/core';

/** Which file of which package is replaced. */
const replaced = [
  // The host loads each entry by its address and preloads its files itself: neither part is ever used.
  { file: /[\\/](SnapshotHandler|preload)\.js$/, of: /runtime-core[\\/]dist/, by: 'noManifests.ts' },
  // The host brings one version of everything that it lends, and no remote brings another: nothing is ever compared.
  { file: /[\\/]semver[\\/]index\.js$/, of: /runtime-core[\\/]dist/, by: 'noVersions.ts' },
  { file: /[\\/]logger\.js$/, of: /federation[\\/]sdk[\\/]dist/, by: 'plainLogger.ts' },
  { file: /[\\/]desc\.mjs$/, of: /error-codes[\\/]dist/, by: 'noDescriptions.ts' },
];

/** Plugins, for the host and for each remote. */
export const leanFederation = replaced.map(
  ({ file, of, by }) =>
    new rspack.NormalModuleReplacementPlugin(file, (resource: ResolveData) => {
      if (of.test(resource.context ?? '')) resource.request = join(import.meta.dirname, by);
    }),
);
