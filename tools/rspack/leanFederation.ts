// Removes from the federation runtime what its own flags leave in: manifests, preloading and the texts of its errors.
import { join } from 'node:path';
import { type ResolveData, rspack } from '@rspack/core';

/** Which file of which package is replaced. */
const replaced = [
  // The host loads each entry by its address and preloads its files itself: neither part is ever used.
  { file: /[\\/](SnapshotHandler|preload)\.js$/, of: /runtime-core[\\/]dist/, by: 'noManifests.ts' },
  { file: /[\\/]desc\.mjs$/, of: /error-codes[\\/]dist/, by: 'noDescriptions.ts' },
];

/** Plugins, for the host and for each remote. */
export const leanFederation = replaced.map(
  ({ file, of, by }) =>
    new rspack.NormalModuleReplacementPlugin(file, (resource: ResolveData) => {
      if (of.test(resource.context ?? '')) resource.request = join(import.meta.dirname, by);
    }),
);
