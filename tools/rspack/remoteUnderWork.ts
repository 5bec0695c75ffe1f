// A remote's development build: the same as its release, with hot reloading.
import { type Configuration, rspack } from '@rspack/core';
import { remote } from './remote.ts';

/** The version under which the host lists it. */
const version = 'dev';

/** The build of the remote in this folder, written to `path`. No hashes: its files change while the page runs. */
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
      // A stylesheet is replaced by its name.
      new rspack.CssExtractRspackPlugin({ filename: 'assets/[name].css', chunkFilename: 'assets/[name].css' }),
      new rspack.HotModuleReplacementPlugin(),
    ],
  };
}
