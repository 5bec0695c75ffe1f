// Leaves out of the federation runtime what its own flags leave in: manifests, preloading, and the sentences of its errors.
import { join } from 'node:path';
import { type ResolveData, rspack } from '@rspack/core';

/** Which file of which package stands elsewhere. */
const replaced = [
  // The host loads each entry by its address, and its files ahead by the page's own means: neither part is ever asked for.
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
