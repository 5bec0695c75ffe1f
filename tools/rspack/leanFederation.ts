// Leaves out of the host's federation runtime what its own flags leave in: manifests and preloading.
import { join } from 'node:path';
import { rspack } from '@rspack/core';

const leftOut = /[\\/](SnapshotHandler|preload)\.js$/;

/** A plugin. The host loads each entry by its address, and its files ahead by the page's own means: neither part is ever asked for. */
export const leanFederation = new rspack.NormalModuleReplacementPlugin(leftOut, (resource) => {
  if (!/runtime-core[\\/]dist/.test(resource.context ?? '')) return;
  resource.request = join(import.meta.dirname, 'noManifests.ts');
});
