// Removes from the federation runtime what its own flags leave in: manifests, preloading and the texts of its errors.
import { join } from 'node:path';
import { type ResolveData, rspack } from '@rspack/core';

/** Which file of which package is replaced. */
const replacements = [
  // The host loads each entry by its address and preloads its files itself: neither part is ever used.
  { file: /[\\/](SnapshotHandler|preload)\.js$/, packagePath: /runtime-core[\\/]dist/, replacement: 'noManifests.ts' },
  // The host brings one version of everything that it lends, and no remote brings another: nothing is ever compared.
  { file: /[\\/]semver[\\/]index\.js$/, packagePath: /runtime-core[\\/]dist/, replacement: 'noVersions.ts' },
  { file: /[\\/]logger\.js$/, packagePath: /federation[\\/]sdk[\\/]dist/, replacement: 'plainLogger.ts' },
  { file: /[\\/]desc\.mjs$/, packagePath: /error-codes[\\/]dist/, replacement: 'noDescriptions.ts' },
];

/** Plugins, for the host and for each remote. */
export const leanFederation = replacements.map(
  ({ file, packagePath, replacement }) =>
    new rspack.NormalModuleReplacementPlugin(file, (resource: ResolveData) => {
      if (packagePath.test(resource.context ?? '')) resource.request = join(import.meta.dirname, replacement);
    }),
);
