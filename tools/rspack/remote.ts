// A remote's build: one call in its rspack.config.ts.
import { readFileSync } from 'node:fs';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { requiredRange } from '../../proto/src/contract.ts';
import { common } from './common.ts';
import { sharedCodeVersion } from './sharedCodeVersion.ts';
import { esmRuntime } from './esmRuntime.ts';
import { readPlacement } from './readPlacement.ts';
import { releaseFile } from './releaseFile.ts';
import { type SharedVersions, sharedVersions } from './sharedVersions.ts';
import { siblingFile } from './siblingFile.ts';
import { kitNameOf, singletons } from './singletons.ts';
import { typesVariable } from './typesVariable.ts';

interface RemotePackage {
  name: string;
  version: string;
  /** A template is built with the rest but never released. */
  amber: { owner: string; contract: string; template?: boolean };
}

const types = {
  // The gateway takes no file whose name begins with @, as the default's does.
  generateTypes: { typesFolder: 'mf-types', abortOnError: true },
  consumeTypes: false,
  displayErrorInTerminal: true,
};

/**
 * How a remote takes this package from the host. Modules without a version of their own come with the contract. The
 * range is not strict: a mismatch that publishing did not see is a warning, not an error in the page.
 */
const consume = (key: string, versions: SharedVersions) => {
  const version = versions[key.split('/')[0]!];
  return {
    singleton: true,
    import: false as const,
    requiredVersion: version ? requiredRange(version) : (false as const),
  };
};

/**
 * The build of the remote in this folder, from its package.json: `name` (`@amber/remote-<name>`), `version`, and
 * `amber` with the owner and the supported range of contract versions. `changes` override the defaults.
 */
export function remote(
  context: string,
  changes: {
    version?: string;
    path?: string;
    exposed?: string;
    shared?: readonly string[];
    versions?: SharedVersions;
    sharedCode?: string;
  } = {},
): Configuration {
  const { name, amber, ...manifest } = JSON.parse(readFileSync(`${context}/package.json`, 'utf8')) as RemotePackage;
  const {
    version = manifest.version,
    path = `${context}/dist`,
    exposed = './src/remote.tsx',
    shared = singletons,
    versions = sharedVersions(context),
    // A development build changes while the page runs, so it shares nothing.
    sharedCode = process.env['NODE_ENV'] === 'development' ? '' : sharedCodeVersion(),
  } = changes;
  const remoteName = name.replace('@amber/remote-', '');
  // The version is part of the name, so that two releases can run in one page.
  const unique = `${remoteName}_${version.replaceAll(/[^0-9a-z]/gi, '_')}`;
  const base = common(context, unique, [siblingFile('checkStyles')]);
  return {
    ...base,
    name: unique,
    module: {
      ...base.module,
      rules: [
        { test: /\.[cm]?[jt]sx?$/, enforce: 'pre', use: siblingFile('sharedImportsLoader') },
        ...base.module!.rules!,
      ],
    },
    entry: {}, // the exposed module is the only entry
    output: {
      ...base.output,
      path,
      publicPath: 'auto',
      // A module whose shared module did not load has an error, by which retryChunk.ts finds it to evaluate it again.
      strictModuleErrorHandling: true,
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename: 'assets/[name].[contenthash:8].js',
    },
    // Every release has its own addresses, so nothing stays cached from one release to the next. A separate chunk for
    // libraries would not help.
    optimization: {
      ...base.optimization,
      splitChunks: {
        // A smaller shared chunk costs the entry and the registry more, by its hashes, than the few copies save.
        minSize: 60_000,
        cacheGroups: { defaultVendors: false },
      },
    },
    plugins: [
      ...base.plugins!,
      esmRuntime,
      new rspack.DefinePlugin({ __SHARED_CODE__: JSON.stringify(sharedCode) }),
      new ModuleFederationPlugin({
        name: unique,
        filename: 'remoteEntry.[contenthash:8].js',
        // A list, because the plugin for types does not understand a single path.
        exposes: { './remote': { import: [exposed], name: 'remote' } },
        // The host provides them all; a second copy would be a second React.
        shared: Object.fromEntries(
          shared.flatMap((shareKey) =>
            // Both names of a package mean the host's instance.
            [...new Set([shareKey, kitNameOf(shareKey)])].map((request) => [
              request,
              { shareKey, ...consume(shareKey, versions) },
            ]),
          ),
        ),
        experiments: {
          externalRuntime: true,
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
        // For the developer tools and compilers of Module Federation; the host loads the entry by its address.
        manifest: true,
        dts: process.env[typesVariable] ? types : false,
      }),
      !amber.template &&
        releaseFile({
          name: remoteName,
          version,
          owner: amber.owner,
          contract: amber.contract,
          builtWith: versions,
          place: readPlacement(context),
          entry: 'remoteEntry',
        }),
    ],
  };
}
