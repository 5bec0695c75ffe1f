// A remote's development build: the same as its release, with hot reloading.
import { type Configuration, rspack } from '@rspack/core';
import { remote } from './remote.ts';

/** The version under which the host lists the development build. */
const version = 'dev';

/**
 * The build of the remote in this folder, written to `path`. It has no hashes, because its files change while the page
 * runs.
 */
export function developmentRemote(context: string, path: string): Configuration {
  const base = remote(context, { version, path, exposed: '@amber/client/hotRemote' });
  const remainingPlugins = base.plugins!.filter(
    (plugin) =>
      !(plugin instanceof rspack.SubresourceIntegrityPlugin || plugin instanceof rspack.CssExtractRspackPlugin),
  );
  return {
    ...base,
    resolve: { ...base.resolve, alias: { 'remote-under-work': `${context}/src/remote.tsx` } },
    plugins: [
      ...remainingPlugins,
      // Hot reloading replaces a stylesheet by its name.
      new rspack.CssExtractRspackPlugin({ filename: 'assets/[name].css', chunkFilename: 'assets/[name].css' }),
      new rspack.HotModuleReplacementPlugin(),
    ],
  };
}
