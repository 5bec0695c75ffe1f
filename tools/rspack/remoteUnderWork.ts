// A remote's development build: the same as its release, with hot reloading.
import { extname, join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { remote } from './remote.ts';

/** The module that replaces the remote on each change. It is a file of the repository or of the kit. */
const hotRemote = join(import.meta.dirname, `../../shared/client/src/hotRemote${extname(import.meta.filename)}`);

/** The version under which the host lists the development build. */
export const developmentVersion = 'dev';

/**
 * The build of the remote in this folder, written to `path`. It has no hashes, because its files change while the page
 * runs.
 */
export function developmentRemote(context: string, path: string): Configuration {
  const base = remote(context, { version: developmentVersion, path, exposed: hotRemote });
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
