// Removes parts of the federation runtime that its own flags leave in: manifests, preloading and the texts of its
// errors.
import { type ResolveData, rspack } from '@rspack/core';
import { siblingFile } from './siblingFile.ts';

/** The files of packages that are replaced. */
const replacements = [
  // The host loads each entry by its address and preloads its files itself, so neither part is ever used.
  { file: /[\\/](SnapshotHandler|preload)\.js$/, packagePath: /runtime-core[\\/]dist/, replacement: 'noManifests' },
  // The host has one version of everything that it shares, and no remote has another, so versions are never compared.
  { file: /[\\/]semver[\\/]index\.js$/, packagePath: /runtime-core[\\/]dist/, replacement: 'noVersions' },
  { file: /[\\/]logger\.js$/, packagePath: /federation[\\/]sdk[\\/]dist/, replacement: 'plainLogger' },
  { file: /[\\/]desc\.mjs$/, packagePath: /error-codes[\\/]dist/, replacement: 'noDescriptions' },
];

/** The plugins, for the host and for each remote. */
export const leanFederation = replacements.map(
  ({ file, packagePath, replacement }) =>
    new rspack.NormalModuleReplacementPlugin(file, (resource: ResolveData) => {
      if (packagePath.test(resource.context ?? '')) resource.request = siblingFile(replacement);
    }),
);
